"""A while after every restart: microphones and the panel are what the state says.

Looked at several times, since the game goes on meanwhile: only what is wrong every time is wrong.
"""

import asyncio
from collections.abc import Iterator

from mafiabot.engine.mics import mics
from mafiabot.engine.reading import MicWish
from mafiabot.engine.state import Dealing, Ended, GameState, Lobby, Night, RaiseVote, ReadyCheck, Talk, Vote
from mafiabot.lab.deaths_bot import Death
from mafiabot.lab.drill.stage import DrillStage, TableStage
from mafiabot.playground.people.phrases import Phrase, book
from mafiabot.playground.people.reading import Reader
from mafiabot.playground.people.things import Panel

AFTER_MS = 6_000
AGAIN_MS = 1_500
LOOKS = 8
"""Ten seconds: who comes when the edits of these are used up stays muted so long."""

OVER_MS = AFTER_MS + (LOOKS - 1) * AGAIN_MS
"""So long after a start the last look is taken."""


class Looks:
    """`served` is told of every restart; `problems` is what was found."""

    def __init__(self, stage: DrillStage) -> None:
        self.problems: list[str] = []
        self._stage = stage
        self._reader = Reader(book(stage.drill.language))
        self._looking: asyncio.Task[None] | None = None

    def served(self, death: Death) -> None:
        """The life after this death takes commands. Who looks after an earlier one need not go on."""
        if self._looking is not None:
            self._looking.cancel()
        self._looking = asyncio.ensure_future(self._look(death))

    async def stop(self) -> None:
        """Look no more."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    async def _look(self, death: Death) -> None:
        await self._stage.sleep_ms(AFTER_MS)
        wrong = set(self._wrong())
        for _ in range(LOOKS - 1):
            if not wrong:
                return
            await self._stage.sleep_ms(AGAIN_MS)
            if self._stage.touches[-1].until_ms is None:
                return  # it has died again
            wrong &= set(self._wrong())
        self.problems += [f"after {death.cell}: {what}" for what in sorted(wrong)]

    def _wrong(self) -> Iterator[str]:
        for table in self._stage.tables.values():
            state = table.book.state
            if state is not None:
                yield from _microphones(table, state)
                yield from self._panel(table, state)

    def _panel(self, table: TableStage, state: GameState) -> Iterator[str]:
        seen = [self._reader.read(seen.payload) for seen in table.chat.judged()]
        panels = [one for one in seen if isinstance(one, Panel)]
        if isinstance(state.phase, Lobby | ReadyCheck | Dealing | Ended):
            return  # people go on by what it shows there, or there is nothing to go on to
        if not panels:
            yield "no panel"
            return
        shown = panels[-1]
        if shown.paused is not (state.paused is not None):
            yield "the panel and a pause"
        if not _stage_shown(state, shown.stage):
            yield f"the panel shows {shown.stage}, not {type(state.phase).__name__}"
        if isinstance(state.phase, Talk) and shown.floor_of is not None:
            owner = state.seat(state.phase.floor.turn.seat).person.user_id
            if shown.floor_of != owner:
                yield "the panel shows another floor"


def _stage_shown(state: GameState, shown: Phrase | None) -> bool:
    match state.phase:
        case Vote():
            return shown is Phrase.VOTING
        case RaiseVote():
            return shown is Phrase.RAISE
        case Talk():
            return shown is Phrase.TALK
        case Night():
            return shown not in (Phrase.VOTING, Phrase.RAISE, Phrase.TALK, Phrase.LOBBY)
        case _:
            return True


def _microphones(table: TableStage, state: GameState) -> Iterator[str]:
    for user_id, wish in mics(state).items():
        voice, member = table.guild.voice.get(user_id), table.guild.members.get(user_id)
        if voice is None or member is None or voice.channel_id != table.channel.id:
            continue
        if member.mute is not (wish is MicWish.MUTED):
            yield f"seat {state.seat_of(user_id)}: muted {member.mute}, wanted {wish.value}"
