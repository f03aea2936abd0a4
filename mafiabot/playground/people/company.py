"""A whole table of people on the local Discord: invited, let loose, and asked afterwards what they saw."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random

from .. import members, structure
from ..model import Channel, Guild
from ..permissions import Perm
from ..person import Person
from ..server import LocalDiscord
from . import names
from .body import Body
from .host import Heard, Host
from .onlooker import Onlooker
from .phrases import Phrase, book
from .player import Player
from .plot import Plot
from .reading import Reader
from .temperament import MIXED, Habit, temperament, with_habits
from .things import Hand

LOCALES = {"ru": "ru", "uk": "uk", "en": "en-US"}
HOST = {"ru": "Ведущий", "uk": "Ведучий", "en": "Host"}
OUTCOMES = {
    Phrase.RED_WON: "red",
    Phrase.BLACK_WON: "black",
    Phrase.DRAWN: "draw",
    Phrase.STOPPED: "stopped",
    Phrase.VOID: "void",
    Phrase.CLOSED: "closed",
}
NEWS_S = 3.0
LINGER_S = 20.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How an evening went: `outcome` red, black, draw, stopped, void, closed, or None (given up waiting).

    `seats`: user id by seat as the ring showed it. `deeds` are sums over everybody; `crashes` are bugs of
    the people themselves. Moments are loop seconds.
    """

    outcome: str | None
    started_s: float
    ended_s: float
    seats: dict[int, int]
    deeds: dict[str, int]
    crashes: tuple[BaseException, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What else there is to a table.

    `host_plays`: the host is player 1, else a moderator beside the table; without `judges` he only opens
    and starts it. `orderly`: people sit down one
    after another, so that player k gets seat k where seats go by order of joining; else all at once.
    """

    spectators: int = 0
    host_plays: bool = False
    judges: bool = True
    orderly: bool = True


class Company:
    """The players of one table, its host and its onlookers.

    `habits` are by seat, or by who would have it where seats are drawn. Everybody's client speaks `language`.
    Raises KeyError or ValueError for an unknown language, temperament or habit.
    """

    def __init__(
        self,
        discord: LocalDiscord,
        guild: Guild,
        channel: Channel,
        *,
        seats: int = 10,
        seed: int = 0,
        language: names.Language = "ru",
        temperament: str = MIXED,
        habits: Mapping[int, str] | None = None,
        preset: str = "club",
        setting: Setting | None = None,
    ) -> None:
        setting = setting or Setting()
        self._discord, self.guild, self.channel = discord, guild, channel
        self._reader = Reader(book(language))
        self._seed = f"{seed} {guild.name} {channel.name}"
        self._language = language
        self._orderly = setting.orderly
        rng = Random(f"{self._seed} names")
        people = names.party(rng, language, min(seats + setting.spectators, names.MOST))
        self.players = [
            self._player(n, people[n - 1], temperament, (habits or {}).get(n)) for n in range(1, seats + 1)
        ]
        self.onlookers = [self._onlooker(n, people) for n in range(seats, seats + setting.spectators)]
        self.host = self._host(seats, preset, setting)
        self._tasks: list[asyncio.Task[None]] = []
        self._games = 0

    # --- inviting -------------------------------------------------------------------------------

    def _invite(self, name: str) -> Person:
        return self._discord.add_person(name, self.guild, locale=LOCALES[self._language])

    def _player(self, number: int, name: str, temper: str, habit: str | None) -> Player:
        rng = Random(f"{self._seed} {number}")
        kept = frozenset({Habit(habit)} if habit else ())
        return Player(
            self._invite(name),
            self.guild,
            self.channel,
            self._reader,
            rng,
            with_habits(temperament(temper, rng), kept),
            plot=Plot(self._seed),
            habits=kept,
            turn=number - 1 if self._orderly else 0,
        )

    def _onlooker(self, number: int, people: list[str]) -> Onlooker:
        person = self._invite(people[number] if number < len(people) else f"onlooker {number}")
        rng = Random(f"{self._seed} onlooker {number}")
        return Onlooker(person, self.guild, self.channel, self._reader, rng)

    def _host(self, seats: int, preset: str, setting: Setting) -> Host:
        plays = setting.host_plays
        person = self.players[0].person if plays else self._invite(HOST[self._language])
        may = Perm.MUTE_MEMBERS | Perm.MANAGE_CHANNELS
        role = structure.new_role(self._discord.core, self.guild, "moderator", int(may))
        member = self.guild.members[person.id]
        member.roles.append(role.id)
        members.changed(self._discord.core, self.guild, member)
        rng = Random(f"{self._seed} host")
        return Host(
            person,
            self.guild,
            self.channel,
            self._reader,
            rng,
            seats=seats,
            preset=preset,
            plays=plays,
            judges=setting.judges,
        )

    # --- the evening ----------------------------------------------------------------------------

    @property
    def everybody(self) -> list[Body]:
        """Players, host and onlookers."""
        return [*self.players, self.host, *self.onlookers]

    def listen(self, listener: Callable[[Heard], None]) -> None:
        """Be told of every public message of the table's chat as the host's client shows it."""
        self.host.listeners.append(listener)

    def start(self) -> None:
        """Let everybody loose; harmless where they already are."""
        if not self._tasks:
            loop = asyncio.get_running_loop()
            self._tasks = [loop.create_task(body.run()) for body in self.everybody]

    async def play(self, give_up_s: float = 14_400.0) -> Result:
        """One game from opening to its verdict on the clients, or until `give_up_s` of loop time are over.

        May be called again for another game. People stay in the channel; `stop` ends them. Raises what a
        person's own loop broke with.
        """
        started_s = asyncio.get_running_loop().time()
        self._games += 1
        plot = Plot(f"{self._seed} game {self._games}")
        for player in self.players:
            player.new_game(plot)
        self.host.new_game()
        if self._tasks:
            for body in self.everybody:
                body.look_up()
        self.start()
        await self._until_verdict(give_up_s)
        outcome = self._outcome()
        if outcome is not None:
            await asyncio.sleep(NEWS_S)
            await asyncio.gather(*(body.errands_done(LINGER_S) for body in (*self.players, self.host)))
        ended_s = asyncio.get_running_loop().time()
        return self._result(outcome, started_s, ended_s)

    async def _until_verdict(self, give_up_s: float) -> None:
        verdict = asyncio.ensure_future(self.host.until(lambda: self._outcome() is not None, give_up_s))
        try:
            await asyncio.wait((verdict, *self._tasks), return_when=asyncio.FIRST_COMPLETED)
            for task in self._tasks:
                if task.done():
                    task.result()
        finally:
            verdict.cancel()

    def _outcome(self) -> str | None:
        seen = self.host.outcome
        return None if seen is None else OUTCOMES[seen]

    def _result(self, outcome: str | None, started_s: float, ended_s: float) -> Result:
        deeds = [body.deeds for body in self.everybody]
        counts = ("presses", "unanswered", "stale", "impossible", "messages", "dropouts")
        return Result(
            outcome=outcome,
            started_s=started_s,
            ended_s=ended_s,
            seats={p.place.seat: p.person.id for p in self.players if p.place is not None},
            deeds={name: sum(getattr(one, name) for one in deeds) for name in counts},
            crashes=tuple(crash for one in deeds for crash in one.crashes),
        )

    async def stop(self) -> None:
        """Everybody lets go; whoever is in voice stays there."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []

    # --- asking them ----------------------------------------------------------------------------

    def player(self, seat: int) -> Player:
        """Who sits there; before the ring shows anybody, who is expected to. LookupError if nobody."""
        for player in self.players:
            place = player.place
            if place is not None and place.seat == seat:
                return player
        if not 1 <= seat <= len(self.players):
            raise LookupError(f"nobody has seat {seat}")
        return self.players[seat - 1]

    def hand_text(self, seat: int) -> str:
        """What the newest hand of a seat shows now, spoilers open or not; empty without a hand."""
        for seen in reversed(self.player(seat).person.messages(self.channel)):
            if seen.ephemeral and isinstance(hand := self._reader.read(seen.payload), Hand):
                return hand.text
        return ""
