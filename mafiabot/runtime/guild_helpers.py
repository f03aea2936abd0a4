"""One guild's further bots: whether each may mute here, asked before it is used and when that may change."""

import asyncio
from collections.abc import Callable, Sequence

import structlog

from mafiabot.runtime.background import Background
from mafiabot.runtime.edit_tokens import EditTokens
from mafiabot.runtime.mic_rules import Lever
from mafiabot.runtime.ports import Clock, HelperFit, MicHelper, Voice

log = structlog.get_logger(__name__)

ASK_AGAIN_MS = 60_000


class GuildHelpers:
    """`tokens`: the budgets of all bots in this guild, by lever. `changed` is called when one may be used.

    An answer is believed until permissions change; what a bot lacks is asked for again when a table wants it.
    """

    def __init__(
        self,
        guild_id: int,
        voice: Voice,
        helpers: Sequence[MicHelper],
        clock: Clock,
        questions: Background,
        changed: Callable[[], None],
        *,
        burst: int,
        window_s: float,
    ) -> None:
        self._guild_id = guild_id
        self._helpers = helpers
        self._clock = clock
        self._questions = questions
        self._changed = changed
        editors = (voice, *helpers)
        self.tokens = {lever: EditTokens(editors, burst=burst, window_s=window_s) for lever in Lever}
        self._asked_ms: dict[int, int] = {}
        self._asking = asyncio.Lock()

    def needed(self, channel_id: int) -> None:
        """A table plays in this channel: bots that may help are looked for."""
        now = self._clock.now_ms()
        for place, helper in enumerate(self._helpers, 1):
            if not self._allowed(place) and now - self._asked_ms.get(place, -ASK_AGAIN_MS) >= ASK_AGAIN_MS:
                self._asked_ms[place] = now
                asking = self._ask(place, helper, channel_id)
                self._questions.start(asking, "further bot asked", guild=self._guild_id)

    def forget(self) -> None:
        """Permissions have changed: all are asked again when they are needed."""
        self._asked_ms.clear()

    def refused(self, place: int) -> None:
        """It turned out not to be allowed here."""
        self._allow(place, HelperFit.NO_PERMISSION)

    async def fits(self, channel_id: int) -> tuple[HelperFit, ...]:
        """What each lacks in this channel, asked now."""
        found = []
        for place, helper in enumerate(self._helpers, 1):
            fit = await helper.fit(self._guild_id, channel_id)
            self._allow(place, fit)
            found.append(fit)
        return tuple(found)

    async def _ask(self, place: int, helper: MicHelper, channel_id: int) -> None:
        async with self._asking:
            fit = await helper.fit(self._guild_id, channel_id)
        self._allow(place, fit)
        self._changed()

    def _allowed(self, place: int) -> bool:
        return self.tokens[Lever.MUTE].allowed(place)

    def _allow(self, place: int, fit: HelperFit) -> None:
        fits, label = fit is HelperFit.FIT, self._helpers[place - 1].label
        if fits is not self._allowed(place):
            log.info("further bot", guild=self._guild_id, bot=label, fit=fit.value)
        for tokens in self.tokens.values():
            tokens.allow(place, fits)
