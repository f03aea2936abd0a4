"""Finished games in the archive; what is added to one is judged and written under the lock of its row."""

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum

from mafiabot.adapters.archive import games_people as people
from mafiabot.adapters.archive import games_rows as rows
from mafiabot.adapters.archive.archive import Archive
from mafiabot.adapters.forgetting import names_person, without_person
from mafiabot.engine import aftermath
from mafiabot.engine.aftermath import AfterReason, AfterRefused, Penalty, Protest
from mafiabot.engine.scoring import AwardRefused
from mafiabot.runtime.archive_port import ArchivedGame, Awarded, FinishedGame, GameHead

NO_GAME = AfterRefused(reason=AfterReason.NO_SUCH_GAME)


class Taken(StrEnum):
    """What became of a game that was to be taken in as it is."""

    NEW = "new"
    KNOWN = "known"  # kept already, the very same
    OTHER = "other"  # kept already, and not the same: left alone


class ArchiveGames:
    """`runtime.archive_port.GamesArchive` on an archive that somebody else closes."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive

    async def keep(self, finished: FinishedGame) -> None:
        async with self._archive.writing() as connection:
            await rows.insert(connection, finished)

    async def take(self, game: ArchivedGame) -> Taken:
        """The game with all that was added to it; one that is there already stays as it is."""
        async with self._archive.writing() as connection:
            if await rows.insert(connection, game):
                await rows.insert_added(connection, game)
                return Taken.NEW
            return Taken.KNOWN if await rows.by_id(connection, game.game_id) == game else Taken.OTHER

    async def ids(self) -> Sequence[str]:
        """Of all games: by guild, then as they ended."""
        async with self._archive.reading() as connection:
            return await rows.ids(connection)

    async def of_id(self, game_id: str) -> ArchivedGame:
        """One of `ids`. Raises `Undecodable` for a game that this version cannot read."""
        async with self._archive.reading() as connection:
            return await rows.by_id(connection, game_id)

    async def game(self, guild_id: int, number: int | None = None) -> ArchivedGame | None:
        async with self._archive.reading() as connection:
            return await rows.load(connection, guild_id, number)

    async def heads(self, guild_id: int, limit: int = 25) -> tuple[GameHead, ...]:
        async with self._archive.reading() as connection:
            return await rows.heads(connection, guild_id, limit)

    async def award(
        self, guild_id: int, number: int | None, seat: int, hundredths: int, by: int, now_ms: int
    ) -> Awarded | AwardRefused | AfterRefused:
        async with self._archive.writing() as connection:
            found = await rows.locked(connection, guild_id, number)
            if found is None:
                return NO_GAME
            awards = aftermath.award(
                found.protocol,
                await rows.awards(connection, found.game_id),
                seat=seat,
                hundredths=hundredths,
                by=by,
                now_ms=now_ms,
            )
            if isinstance(awards, AwardRefused | AfterRefused):
                return awards
            mine = next((one for one in awards if one.seat == seat), None)
            await rows.put_award(connection, found.game_id, seat, mine)
            return Awarded(awards=awards)

    async def penalize(
        self, guild_id: int, number: int | None, seat: int, text: str, by: int, now_ms: int
    ) -> Penalty | AfterRefused:
        async with self._archive.writing() as connection:
            found = await rows.locked(connection, guild_id, number)
            if found is None:
                return NO_GAME
            charged = aftermath.penalty(found.protocol, seat=seat, text=text, by=by, now_ms=now_ms)
            if isinstance(charged, Penalty):
                await rows.add_penalty(connection, found.game_id, charged)
            return charged

    async def protest(
        self, guild_id: int, number: int | None, user_id: int, text: str, now_ms: int
    ) -> Protest | AfterRefused:
        async with self._archive.writing() as connection:
            found = await rows.locked(connection, guild_id, number)
            if found is None:
                return NO_GAME
            made = await rows.protests(connection, found.game_id)
            new = aftermath.protest(found.protocol, made, user_id=user_id, text=text, now_ms=now_ms)
            if isinstance(new, Protest):
                await rows.put_protest(connection, found.game_id, new)
            return new

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
        async with self._archive.writing() as connection:
            found = await rows.locked(connection, guild_id, number)
            if found is None:
                return NO_GAME
            decided = aftermath.settled(
                await rows.protests(connection, found.game_id),
                protest_id=protest_id,
                accepted=accepted,
                text=text,
                by=by,
                now_ms=now_ms,
            )
            if isinstance(decided, Protest):
                await rows.put_protest(connection, found.game_id, decided)
            return decided

    async def games_naming(self, user_id: int) -> tuple[ArchivedGame, ...]:
        found = []
        for game_id in await self._ids_naming(user_id):
            async with self._archive.reading() as connection:
                game = await rows.by_id(connection, game_id)
            if names_person(game, user_id):
                found.append(replace(game, log=()))
        return tuple(found)

    async def forget_person(self, user_id: int) -> int:
        changed = 0
        for game_id in await self._ids_naming(user_id):
            async with self._archive.writing() as connection:
                if not await people.lock(connection, game_id):
                    continue
                game = await rows.by_id(connection, game_id)
                if names_person(game, user_id):
                    await people.put(connection, without_person(game, user_id))
                    changed += 1
        return changed

    async def _ids_naming(self, user_id: int) -> list[str]:
        async with self._archive.reading() as connection:
            found = await people.added_by(connection, user_id)
        after: str | None = ""
        while after is not None:
            async with self._archive.reading() as connection:
                after, named = await people.page_naming(connection, user_id, after)
            found.update(named)
        return sorted(found)

    async def guilds_with_logs(self) -> tuple[int, ...]:
        async with self._archive.reading() as connection:
            return tuple(await people.guilds_with_logs(connection))

    async def prune_logs(self, guild_id: int, before_ms: int) -> int:
        async with self._archive.writing() as connection:
            return await people.prune_logs(connection, guild_id, before_ms)
