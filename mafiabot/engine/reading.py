"""What the shell reads off a state besides the views: whose microphone, and which moment it waits for."""

from dataclasses import dataclass
from enum import StrEnum


class MicWish(StrEnum):
    """`AS_FOUND`: the table has no say (lobby, after the end); `OPEN`: may be heard; `MUTED`: may not."""

    AS_FOUND = "as_found"
    OPEN = "open"
    MUTED = "muted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadline:
    """The one moment the state waits for, host's clock. A fired one of another generation is ignored."""

    at_ms: int
    generation: int
