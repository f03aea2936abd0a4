"""The bots that can edit a guild's members, and which of them sends the next edit: the one with most room.

Every further bot brings a budget of its own. One that has just turned out not to be allowed here is left out
until it is looked at again; the bot itself is never left out.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from mafiabot.runtime.edit_budget import EditBudget, LimitsSeen, Token
from mafiabot.runtime.ports import MicEditor

THE_BOT = 0  # its place among the editors


@dataclass(slots=True)
class _Editor:
    voice: MicEditor
    budget: EditBudget
    allowed: bool


class EditTokens:
    """`editors`: the bot itself first. The others are `allowed` only when that is known."""

    def __init__(self, editors: Sequence[MicEditor], *, burst: int, window_s: float) -> None:
        self._editors = [
            _Editor(voice, EditBudget(burst, window_s), place == THE_BOT)
            for place, voice in enumerate(editors)
        ]

    def voice(self, token: Token) -> MicEditor:
        return self._editors[token.editor].voice

    def allow(self, place: int, allowed: bool) -> None:
        """Whether a further bot may mute here; `place` among the editors, from 1."""
        self._editors[place].allowed = allowed

    def allowed(self, place: int) -> bool:
        return self._editors[place].allowed

    def most(self, now_ms: int) -> int:
        """Edits a window, of all together."""
        return sum(editor.budget.most(now_ms) for editor in self._editors if editor.allowed)

    def take(
        self, now_ms: int, keep: int, *, avoid: Collection[int] = (), only: int | None = None
    ) -> Token | None:
        """A token if more than `keep` are left of all. `avoid`: bots that are asleep over this member."""
        rooms = {
            place: room
            for place, editor in enumerate(self._editors)
            if editor.allowed and (room := editor.budget.room(now_ms)) > 0
        }
        if sum(rooms.values()) <= keep:
            return None
        fit = [place for place in rooms if only in (None, place)]
        if not fit:
            return None
        place = max(fit, key=lambda place: (place not in avoid, rooms[place], -place))
        return self._editors[place].budget.take(now_ms, place)

    def give_back(self, token: Token) -> None:
        self._editors[token.editor].budget.give_back(token)

    def told(self, token: Token, seen: LimitsSeen, now_ms: int) -> None:
        self._editors[token.editor].budget.told(token, seen, now_ms)

    def next_ms(self, now_ms: int, keep: int) -> int | None:
        """When a token beyond `keep` will be there (may be now); None if never."""
        allowed = (editor for editor in self._editors if editor.allowed)
        moments = sorted(moment for editor in allowed for moment in editor.budget.grows_ms(now_ms))
        return moments[keep] if len(moments) > keep else None
