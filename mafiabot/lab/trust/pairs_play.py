"""One evening of a pair: people press as the scenario says, with one of its deals, until it is through.

What each of them receives is kept: a spectator's client, everybody's own, the judge's, the bot's requests and
what the process tells of itself.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace

from mafiabot.bot.gauges import Gauges
from mafiabot.bot.planted import NOTHING_PLANTED, Planted
from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.refusals import Refusal
from mafiabot.engine.state import Dealing, GameState, Night, RaiseVote, Talk, Vote
from mafiabot.lab.trust.pairs_line import LANGUAGES, Room, room
from mafiabot.lab.trust.pairs_press import Presses
from mafiabot.lab.trust.pairs_public import Public
from mafiabot.lab.trust.scenario import Deal, Scenario
from mafiabot.lab.trust.scenario_deeds import Deed, Deeds
from mafiabot.lab.trust.trace import Ear, Entry, Trace
from mafiabot.playground import members, structure, voice
from mafiabot.playground.model import User
from mafiabot.playground.permissions import EVERYONE, Perm
from mafiabot.runtime.service import Applied, Change
from mafiabot.ui.ids import Action

GAME_ID = "b07-pair"
SEED = "5a" * 32
AFTER_S = 5.0
"""So long the last morning is watched."""
LONGEST_S = 7_200
PANEL_S = 8.0
"""After so many edits as there are people who sit down Discord lets the panel wait."""
Where = Callable[[Planted, str], AbstractAsyncContextManager[Room]]
"""Makes the room for a bot, maybe with a leak, in a language."""
IN_HAND = frozenset(
    {
        *(Action.PLAN_ADD, Action.PLAN_CLEAR, Action.SIGN, Action.SHOOT, Action.CHECK),
        *(Action.NOMINATE, Action.BEST_MOVE),
    }
)


@dataclass(slots=True, kw_only=True, repr=False)
class Evening:
    """`seats`, `judge`, `late`: what players, judge and who came late received.

    `victims`: who was killed, night by night. `deeds`: how many presses. `quiet`: those of nights that the
    rules took, by kind of event. `wrong`: what must not have happened.
    """

    public: Trace
    seats: dict[int, Trace]
    judge: Trace
    late: Trace
    victims: tuple[int | None, ...] = ()
    living: tuple[int, ...] = ()
    deeds: int = 0
    quiet: dict[str, int] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)


def dealt(planted: Planted, deal: Deal) -> Planted:
    """The same rules; the roles that were drawn are replaced by these, and nothing else of the deal."""
    rules = planted.decide

    def given(state: GameState | None, command: cmd.Command, now: int) -> tuple[ev.Event, ...] | Refusal:
        decided = rules(state, command, now)
        if isinstance(decided, Refusal):
            return decided
        return tuple(replace(e, roles=deal) if isinstance(e, ev.Dealt) else e for e in decided)

    return replace(planted, decide=given)


async def played(
    scenario: Scenario, which: int, planted: Planted = NOTHING_PLANTED, where: Where = room
) -> Evening:
    """The scenario with its first (0) or second (1) deal; inside a running virtual loop."""
    async with where(dealt(planted, scenario.deals[which]), scenario.language) as made:
        company = _Company(made, scenario, which)
        await company.meet()
        await company.play()
        return await company.told()


class _Company:
    """Everybody in the room."""

    def __init__(self, made: Room, scenario: Scenario, which: int) -> None:
        self._room = made
        self._scenario = scenario
        self._deeds = Deeds(scenario, which)
        self._presses = Presses(made, GAME_ID)
        self._wrong: list[str] = []
        self._known: set[object] = set()
        self._through = asyncio.Event()
        self._later: list[asyncio.TimerHandle] = []
        self._public = Public(made, scenario, self._presses)
        self._quiet: dict[str, int] = {}
        locales = tuple(LANGUAGES.values())
        self._users = [self._user(f"Player {n}", locales[n % 3]) for n in range(1, scenario.seats + 1)]
        self._host = self._user("Host", locales[0])
        self._spectator = self._user("Spectator", locales[0])
        self._seat_users: dict[int, User] = {}
        self._make_moderator(self._users[0])

    def _user(self, name: str, locale: str) -> User:
        user = self._room.local.add_user(name, locale=locale)
        members.add(self._room.core, self._room.guild, user)
        self._room.core.views.clients[user.id] = Ear(user.id, self._room.core.clock)
        return user

    def _make_moderator(self, user: User) -> None:
        """One of the players may mute members: he moderates, and sees no more for it."""
        core, guild = self._room.core, self._room.guild
        role = structure.new_role(core, guild, "may mute", EVERYONE | Perm.MUTE_MEMBERS)
        guild.members[user.id].roles.append(role.id)
        members.changed(core, guild, guild.members[user.id])

    # --- the way to the deal ---------------------------------------------------------------------

    async def meet(self) -> None:
        """Everybody sits down and is ready."""
        core, guild, channel = self._room.core, self._room.guild, self._room.channel
        for user in (*self._users, *([self._host] if self._scenario.judged else [])):
            voice.join(core, guild, user.id, channel)
        self._room.app.services.game.listen(self._heard)
        await self._do(
            cmd.OpenTable(
                game_id=GAME_ID,
                guild_id=guild.id,
                channel_id=channel.id,
                host=cmd.Person(user_id=self._host.id, name="Host"),
                ruleset=self._scenario.rules,
                locale=self._scenario.language,
                judge_sees_roles=self._scenario.shows_roles,
            )
        )
        await self._room.seconds(1)
        await self._all_press(Action.JOIN)
        here = tuple(guild.voice)
        await self._do(cmd.StartGame(by=self._host.id, seed=SEED, game_number=1, in_voice=here))
        await self._room.seconds(PANEL_S)
        await self._all_press(Action.READY)

    async def _do(self, command: cmd.Command) -> None:
        outcome = await self._room.app.services.game.submit(GAME_ID, command)
        assert isinstance(outcome, Applied), outcome

    async def _all_press(self, action: Action) -> None:
        for user in self._users:
            self._presses.in_public(user, Deed(after_ms=0, seat=0, action=action))
            await self._room.seconds(0.2)
        await self._room.seconds(1)

    # --- the game --------------------------------------------------------------------------------

    async def play(self) -> None:
        """Until the last morning has been seen."""
        await asyncio.wait_for(self._through.wait(), LONGEST_S)
        await self._room.seconds(AFTER_S)
        for handle in self._later:
            handle.cancel()
        self._presses.stop()

    def _heard(self, change: Change) -> None:
        """What the rules have just decided sets off what people do."""
        state, night = change.state, isinstance(change.state.phase, Night)
        for event in change.events if night else ():
            name = type(event).__name__
            self._quiet[name] = self._quiet.get(name, 0) + 1
        if isinstance(state.phase, Dealing) and not self._seat_users:
            users = {user.id: user for user in (*self._users, self._host)}
            self._seat_users = {n: users[seat.person.user_id] for n, seat in enumerate(state.seats, 1)}
        for key, deeds in self._set_off(state):
            if key not in self._known:
                self._known.add(key)
                self._plan(deeds)
                self._public.set_off(state, key)
        if state.day == len(self._scenario.victims) and isinstance(state.phase, Talk) and state.today:
            self._through.set()

    def _set_off(self, state: GameState) -> Iterator[tuple[object, Iterable[Deed]]]:
        phase, deeds = state.phase, self._deeds
        day = min(state.day, len(self._scenario.days) - 1)
        match phase:
            case Dealing():
                yield "deal", self._opened_at_the_deal()
            case Night(number=number, step=step):
                length_ms = phase.until_ms - state.phase_since_ms
                yield ("night", number, step), deeds.at_night(number, step, length_ms)
            case Talk(floor=floor) if floor.running_since_ms is not None:
                key = ("floor", floor.ordinal)
                turn = floor.turn
                yield key, deeds.with_floor(day, turn.seat, turn.kind, floor.ordinal)
                yield ("look", floor.ordinal), deeds.looks(f"floor {floor.ordinal}", 4_000)
            case Vote(window=window, candidates=candidates, index=index) if window.ends_at_ms and state.today:
                round_no, number = len(state.today.rounds), window.window_no
                asked = deeds.ballots(day, round_no, candidates[index], number, window.length_ms)
                yield ("window", window.window_no), asked
            case RaiseVote(window=window) if window.ends_at_ms:
                yield (
                    ("window", window.window_no),
                    deeds.raise_answers(day, window.window_no, window.length_ms),
                )
            case _:
                pass

    def _opened_at_the_deal(self) -> Iterator[Deed]:
        """Who opens his hand then, all may see; one may be late."""
        rng = self._scenario.rng("deal")
        for seat in range(1, self._scenario.seats + 1):
            yield Deed(after_ms=rng.randrange(1_500, 50_000), seat=seat, action=Action.HAND)

    def _plan(self, deeds: Iterable[Deed]) -> None:
        loop = asyncio.get_running_loop()
        for deed in deeds:
            self._later.append(loop.call_later(deed.after_ms / 1000, self._perform, deed))

    def _perform(self, deed: Deed) -> None:
        user = self._seat_users[deed.seat]
        if deed.action not in IN_HAND:
            self._presses.in_public(user, deed)
        elif (hand := self._presses.hand_of(user)) is not None:
            self._presses.press(user, hand, deed)
        else:
            self._wrong.append(f"seat {deed.seat} has no hand for {deed.action}")

    # --- what came of it -------------------------------------------------------------------------

    async def told(self) -> Evening:
        """What everybody has received."""
        state = await self._room.app.services.game.state(GAME_ID)
        assert state is not None
        public = Trace({"client": self._heard_by(self._spectator), "requests": self._room.line.sent})
        for part, lines in (await self._metrics()).items():
            public.parts[part] = [Entry(0, part, lines)]
        return Evening(
            public=public,
            seats={seat: self._private(user) for seat, user in self._seat_users.items()},
            judge=self._private(self._host),
            late=Trace() if self._public.stranger is None else self._private(self._public.stranger),
            victims=tuple(night.victim for night in state.nights),
            living=state.living,
            deeds=len(self._presses.made),
            quiet=self._quiet,
            wrong=[*self._wrong, *self._objections(state)],
        )

    def _heard_by(self, user: User) -> list[Entry]:
        ear = self._room.core.views.clients[user.id]
        assert isinstance(ear, Ear)
        return ear.heard

    def _private(self, user: User) -> Trace:
        """His client, and how each of his presses was answered."""
        answers = [
            Entry(
                one.answered_ms or 0,
                "answer",
                [one.created_ms, one.data, one.answer_kind, one.failed, one.modal],
            )
            for one in self._presses.made
            if one.user_id == user.id
        ]
        return Trace({"client": self._heard_by(user), "answers": answers})

    async def _metrics(self) -> dict[str, list[str]]:
        """Those that count presses of all together are apart; the process's own are the machine's."""
        meters = self._room.meters
        await Gauges(self._room.app, meters).look()
        told = meters.exposition().decode().splitlines()
        lines = [line for line in told if line.startswith("mafiabot_") and not line.startswith(HOSTS_CLOCK)]
        counting = [line for line in lines if _counts_presses(line)]
        return {"metrics": [line for line in lines if line not in counting], "presses": counting}

    def _objections(self, state: GameState) -> Iterator[str]:
        yield from self._room.line.refused
        if state.over:
            yield "the game was over before the scenario"
        unanswered = [one for one in self._presses.made if one.failed]
        if unanswered:
            yield f"{len(unanswered)} presses were not answered"
        if state.living != self._scenario.left(len(self._scenario.victims)):
            yield f"alive are {state.living}"


HOSTS_CLOCK = "mafiabot_gateway_latency_seconds"
"""The library's heart beats by it, also in virtual time."""
_COUNTING = tuple(
    f"mafiabot_{name}" for name in ("commits_total", "commit_seconds", "answer_seconds", "refusals_total")
)


def _counts_presses(line: str) -> bool:
    """Whether a metric counts what all together have pressed."""
    return line.startswith(_COUNTING) or 'route="press_answer"' in line
