"""The stores of a house whose table can be put into any scene; they count what was changed beside it."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from mafiabot.adapters.memory_games import MemoryGames, archived
from mafiabot.adapters.memory_store import MemoryStore
from mafiabot.adapters.settings_store import MemorySettings
from mafiabot.engine.aftermath import AfterRefused, Penalty, Protest
from mafiabot.engine.scoring import AwardRefused
from mafiabot.lab.trust.scenes import Staged
from mafiabot.runtime.archive_port import Awarded
from mafiabot.runtime.archivist import finished_game
from mafiabot.runtime.commits import Commit, CommitResult
from mafiabot.runtime.settings_port import GuildSettings
from mafiabot.runtime.store_life import Look

NEVER_BEHIND = 1 << 40


class SceneStore(MemoryStore):
    async def commit(self, commit: Commit) -> CommitResult:
        """Nothing is ever due: a scene changes by what people do."""
        return await super().commit(replace(commit, due_ms=None))

    @property
    def known(self) -> frozenset[str]:
        """Ids of the games that are kept."""
        return frozenset(self._games)

    async def look(self, games: Sequence[tuple[int, str]], now_ms: int) -> Look:
        """Tables that were put aside are not missed, or they would be brought back."""
        seen = await super().look(games, now_ms)
        return replace(seen, seqs=tuple(seq or NEVER_BEHIND for seq in seen.seqs))

    async def put(self, scene: Staged) -> None:
        """This table and no other; nothing of it is unsaid."""
        for kept in (self._games, self._channels, self._claims, self._hands, self._panels, self._cursors):
            kept.clear()
        state = scene.state
        people = (*state.seated, *state.waiting)
        await self.commit(
            Commit(
                state=state,
                events=scene.log,
                expected_seq=0,
                command_id=None,
                claims=() if state.over else tuple(person.user_id for person in people),
                due_ms=None,
            )
        )
        self._channels[state.channel_id] = state.game_id
        await self.set_cursor(state.guild_id, state.game_id, "announcer", state.seq)
        if state.over:
            await self.end_told(state.game_id)
            await self.archived(state.guild_id, state.game_id, state.phase_since_ms)


class SceneSettings(MemorySettings):
    def __init__(self) -> None:
        super().__init__()
        self.changes = 0

    def put(self, guild_id: int, moderator_role_id: int) -> None:
        self._known = {guild_id: GuildSettings(moderator_role_id=moderator_role_id)}

    async def change(self, guild_id: int, edit: Callable[[GuildSettings], GuildSettings]) -> GuildSettings:
        before = await self.get(guild_id)
        after = await super().change(guild_id, edit)
        self.changes += after != before
        return after


class SceneGames(MemoryGames):
    """The scene's game, if it is over, with one open protest. `forgotten`: how often somebody was."""

    def __init__(self) -> None:
        super().__init__()
        self.changes = 0
        self.forgotten = 0

    def put(self, scene: Staged, protester: int) -> None:
        self._games = {}
        kept = finished_game(scene.state, scene.log) if scene.state.over else None
        if kept is None:
            return
        seat = scene.state.seat_of(protester) or 0
        open_protest = Protest(id=1, user_id=protester, seat=seat, text="I object", at_ms=kept.ended_at_ms)
        self._games[kept.game_id] = replace(archived(kept), protests=(open_protest,))

    async def award(
        self, guild_id: int, number: int | None, seat: int, hundredths: int, by: int, now_ms: int
    ) -> Awarded | AwardRefused | AfterRefused:
        outcome = await super().award(guild_id, number, seat, hundredths, by, now_ms)
        self.changes += isinstance(outcome, Awarded)
        return outcome

    async def penalize(
        self, guild_id: int, number: int | None, seat: int, text: str, by: int, now_ms: int
    ) -> Penalty | AfterRefused:
        outcome = await super().penalize(guild_id, number, seat, text, by, now_ms)
        self.changes += isinstance(outcome, Penalty)
        return outcome

    async def protest(
        self, guild_id: int, number: int | None, user_id: int, text: str, now_ms: int
    ) -> Protest | AfterRefused:
        outcome = await super().protest(guild_id, number, user_id, text, now_ms)
        self.changes += isinstance(outcome, Protest)
        return outcome

    async def settle_protest(
        self,
        guild_id: int,
        number: int | None,
        protest_id: int,
        accepted: bool,
        text: str,
        by: int,
        now_ms: int,
    ) -> Protest | AfterRefused:
        outcome = await super().settle_protest(guild_id, number, protest_id, accepted, text, by, now_ms)
        self.changes += isinstance(outcome, Protest)
        return outcome

    async def forget_person(self, user_id: int) -> int:
        games = await super().forget_person(user_id)
        self.forgotten += games > 0
        return games
