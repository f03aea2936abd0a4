"""The archive of finished games as a plain dictionary: what the contract means, for tests and the lab."""

from dataclasses import replace

from mafiabot.adapters.forgetting import names_person, without_person
from mafiabot.engine import aftermath
from mafiabot.engine.aftermath import AfterReason, AfterRefused, Penalty, Protest
from mafiabot.engine.scoring import AwardRefused
from mafiabot.runtime.archive_port import ArchivedGame, Awarded, FinishedGame, GameHead

NO_GAME = AfterRefused(reason=AfterReason.NO_SUCH_GAME)


class MemoryGames:
    """`runtime.archive_port.GamesArchive` without persistence."""

    def __init__(self) -> None:
        self._games: dict[str, ArchivedGame] = {}

    async def keep(self, finished: FinishedGame) -> None:
        self._games.setdefault(finished.game_id, archived(finished))

    async def game(self, guild_id: int, number: int | None = None) -> ArchivedGame | None:
        return next((one for one in self._of(guild_id) if number in (None, one.game_number)), None)

    async def heads(self, guild_id: int, limit: int = 25) -> tuple[GameHead, ...]:
        found: dict[int, GameHead] = {}
        for one in self._of(guild_id)[:limit]:
            head = GameHead(
                number=one.game_number, ended_at_ms=one.ended_at_ms, outcome=one.outcome, preset=one.preset
            )
            found.setdefault(one.game_number, head)
        return tuple(found.values())

    def _of(self, guild_id: int) -> list[ArchivedGame]:
        """Latest first."""
        games = [one for one in self._games.values() if one.guild_id == guild_id]
        return sorted(games, key=lambda one: (one.ended_at_ms, one.game_id), reverse=True)

    async def award(
        self, guild_id: int, number: int | None, seat: int, hundredths: int, by: int, now_ms: int
    ) -> Awarded | AwardRefused | AfterRefused:
        game = await self.game(guild_id, number)
        if game is None:
            return NO_GAME
        awards = aftermath.award(
            game.protocol, game.awards, seat=seat, hundredths=hundredths, by=by, now_ms=now_ms
        )
        if isinstance(awards, AwardRefused | AfterRefused):
            return awards
        self._games[game.game_id] = replace(game, awards=awards)
        return Awarded(awards=awards)

    async def penalize(
        self, guild_id: int, number: int | None, seat: int, text: str, by: int, now_ms: int
    ) -> Penalty | AfterRefused:
        game = await self.game(guild_id, number)
        if game is None:
            return NO_GAME
        charged = aftermath.penalty(game.protocol, seat=seat, text=text, by=by, now_ms=now_ms)
        if isinstance(charged, Penalty):
            self._games[game.game_id] = replace(game, penalties=(*game.penalties, charged))
        return charged

    async def protest(
        self, guild_id: int, number: int | None, user_id: int, text: str, now_ms: int
    ) -> Protest | AfterRefused:
        game = await self.game(guild_id, number)
        if game is None:
            return NO_GAME
        made = aftermath.protest(game.protocol, game.protests, user_id=user_id, text=text, now_ms=now_ms)
        if isinstance(made, Protest):
            self._games[game.game_id] = replace(game, protests=(*game.protests, made))
        return made

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
        game = await self.game(guild_id, number)
        if game is None:
            return NO_GAME
        decided = aftermath.settled(
            game.protests, protest_id=protest_id, accepted=accepted, text=text, by=by, now_ms=now_ms
        )
        if isinstance(decided, Protest):
            protests = tuple(decided if one.id == decided.id else one for one in game.protests)
            self._games[game.game_id] = replace(game, protests=protests)
        return decided

    async def games_naming(self, user_id: int) -> tuple[ArchivedGame, ...]:
        return tuple(replace(one, log=()) for one in self._games.values() if names_person(one, user_id))

    async def forget_person(self, user_id: int) -> int:
        named = [one for one in self._games.values() if names_person(one, user_id)]
        for one in named:
            self._games[one.game_id] = without_person(one, user_id)
        return len(named)

    async def guilds_with_logs(self) -> tuple[int, ...]:
        return tuple(sorted({one.guild_id for one in self._games.values() if one.log}))

    async def prune_logs(self, guild_id: int, before_ms: int) -> int:
        old = [one for one in self._of(guild_id) if one.log and one.ended_at_ms < before_ms]
        for one in old:
            self._games[one.game_id] = replace(one, log=())
        return len(old)


def archived(finished: FinishedGame) -> ArchivedGame:
    """The game with nothing added to it yet."""
    return ArchivedGame(
        guild_id=finished.guild_id,
        game_number=finished.game_number,
        game_id=finished.game_id,
        channel_id=finished.channel_id,
        opened_at_ms=finished.opened_at_ms,
        ended_at_ms=finished.ended_at_ms,
        preset=finished.preset,
        outcome=finished.outcome,
        protocol=finished.protocol,
        log=finished.log,
    )
