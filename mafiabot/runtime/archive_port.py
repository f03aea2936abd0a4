"""The archive of finished games: what is kept of each for good, and what is added to it afterwards.

A guild's game is named by its number. Numbers begin anew with a new live store; the latest game of a number
is meant then.
"""

import typing
from dataclasses import dataclass

from mafiabot.engine.aftermath import AfterRefused, GivenAward, Penalty, Protest
from mafiabot.engine.events import Event
from mafiabot.engine.protocol_types import Protocol
from mafiabot.engine.ruleset import Preset
from mafiabot.engine.scoring import BONUS_BUDGET, BONUS_PLAYERS, AwardRefused
from mafiabot.engine.state import Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedGame:
    """A dealt game that is over. Moments are epoch milliseconds on the host's clock."""

    guild_id: int
    game_number: int
    game_id: str
    channel_id: int
    opened_at_ms: int
    ended_at_ms: int
    preset: Preset
    outcome: Outcome
    protocol: Protocol
    log: tuple[Event, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedGame(FinishedGame):
    """`awards` by seat, `penalties` and `protests` in the order in which they came."""

    awards: tuple[GivenAward, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    protests: tuple[Protest, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GameHead:
    """What a list of games shows."""

    number: int
    ended_at_ms: int
    outcome: Outcome
    preset: Preset


@dataclass(frozen=True, slots=True, kw_only=True)
class Awarded:
    """The game's awards now, by seat, and what they leave of the judge's budget."""

    awards: tuple[GivenAward, ...]

    @property
    def rest_hundredths(self) -> int:
        return BONUS_BUDGET - sum(one.hundredths for one in self.awards)

    @property
    def rest_players(self) -> int:
        return BONUS_PLAYERS - len(self.awards)


class GamesArchive(typing.Protocol):
    """Every method may raise `StoreUnavailable`. `number` None: the guild's latest game.

    What is added is judged (`engine.aftermath`) and written in one step: two at once cannot both take the
    last of a budget. Who may add is for the caller to know.
    """

    async def keep(self, finished: FinishedGame) -> None:
        """In one step, protocol, log and a row a seat. A game that is kept already stays as it is."""
        ...

    async def game(self, guild_id: int, number: int | None = None) -> ArchivedGame | None: ...

    async def heads(self, guild_id: int, limit: int = 25) -> tuple[GameHead, ...]:
        """The latest games, latest first; a number that came twice is listed once."""
        ...

    async def award(
        self, guild_id: int, number: int | None, seat: int, hundredths: int, by: int, now_ms: int
    ) -> Awarded | AwardRefused | AfterRefused:
        """Instead of the seat's former award; 0 takes it back."""
        ...

    async def penalize(
        self, guild_id: int, number: int | None, seat: int, text: str, by: int, now_ms: int
    ) -> Penalty | AfterRefused:
        """One game error more."""
        ...

    async def protest(
        self, guild_id: int, number: int | None, user_id: int, text: str, now_ms: int
    ) -> Protest | AfterRefused: ...

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
        """The decision is final. `protest_id`: its `id` within the game."""
        ...

    async def games_naming(self, user_id: int) -> tuple[ArchivedGame, ...]:
        """Every game, of any guild, that names this user in any way; their logs are left out."""
        ...

    async def forget_person(self, user_id: int) -> int:
        """Makes him a player without id and name in every game that names him; returns how many did.

        Each game is changed in one step; what a failure left is done when it is asked for again.
        """
        ...

    async def guilds_with_logs(self) -> tuple[int, ...]: ...

    async def prune_logs(self, guild_id: int, before_ms: int) -> int:
        """Drops the event logs of a guild's games that ended before; returns how many. Protocols stay."""
        ...
