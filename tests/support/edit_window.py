"""Arithmetic of Discord's window of member edits: what cannot be had sooner, whoever sends them."""

from collections.abc import Iterable

BURST, WINDOW_MS = 10, 10_000


def least_ms(sent_ms: Iterable[int], end_ms: int, wanted: int) -> int:
    """How long that many edits must take from a moment on: the window's rest, then whole windows.

    `sent_ms`: when edits were sent before it.
    """
    began_ms, used = -WINDOW_MS, 0
    for at_ms in sorted(at_ms for at_ms in sent_ms if at_ms < end_ms):
        if at_ms >= began_ms + WINDOW_MS:
            began_ms, used = at_ms, 0
        used += 1
    left = BURST - used if end_ms < began_ms + WINDOW_MS else BURST
    if wanted <= left:
        return 0
    return began_ms + WINDOW_MS - end_ms + (wanted - left - 1) // BURST * WINDOW_MS
