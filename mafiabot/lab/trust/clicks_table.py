"""One game at a time, played by its own timers, with clicks at every window, step and speech."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from random import Random  # noqa: TID251 - every game is drawn from a seed

from mafiabot.engine import commands as cmd
from mafiabot.engine import events as ev
from mafiabot.engine.ruleset import CLUB, TOURNAMENT, Ruleset
from mafiabot.engine.state import Floor, GameState, Night, NightStep, RaiseVote, SpeechKind, Talk, Vote
from mafiabot.lab.trust import clicks_people as people
from mafiabot.lab.trust.clicks_host import Host, Plant
from mafiabot.lab.trust.clicks_truth import Click, Clicked, Frame, Kind, Window, hands_meant
from mafiabot.runtime.announcements import Announcement
from mafiabot.runtime.service import Change, Refused
from mafiabot.ui.texts import Texts

JUDGE, STRANGER, GUILD, CHANNEL = 1, 2, 5, 6
SHORT = {
    "day0_nominee_cap": None,
    "speech_s": 12,
    "defence_s": 8,
    "last_word_s": 8,
    "best_move_s": 8,
    "mafia_minute_s": 15,
    "shot_window_s": 10,
    "check_s": 8,
    "night_open_s": 3,
    "free_seating_s": 0,
    "deal_s": 20,
}
RULES: tuple[Ruleset, ...] = tuple(replace(rules, **SHORT) for rules in (CLUB, TOURNAMENT))  # type: ignore[arg-type]
LAST_NIGHT = 2
"""A game is broken off when this night falls: by then there was everything."""
YES, RESTARTS = 0.4, 0.05
_STEPS = {NightStep.MAFIA_MINUTE: Kind.PLAN, NightStep.SHOTS: Kind.SHOT}
_STEPS |= {NightStep.DON: Kind.CHECK, NightStep.SHERIFF: Kind.CHECK}
_NEXT = {NightStep.OPEN: NightStep.SHOTS, NightStep.SHOTS: NightStep.DON, NightStep.DON: NightStep.SHERIFF}
_SPEECHES = {SpeechKind.SPEECH: Kind.NOMINATION, SpeechKind.BEST_MOVE: Kind.BEST_MOVE}


async def one_game(seed: int, texts: Texts, plant: Plant) -> Clicked:
    return await _Table(seed, texts, plant).played()


class _Table:
    def __init__(self, seed: int, texts: Texts, plant: Plant) -> None:
        self.rng = rng = Random(seed)
        self.host = Host(rng, texts, plant, self.window_there, self.changed)
        self.game_id = f"t{seed}"
        self.rules = rng.choice(RULES)
        if plant.settle_ms is not None:
            self.rules = replace(self.rules, vote_settle_ms=plant.settle_ms)
        self.done = asyncio.Event()
        self.result, self.clicks = Clicked(), list[Click]()
        self.windows: dict[int, Window] = {}
        self.frames: dict[str, Frame] = {}
        self.own_clock: dict[int, Frame] = {}
        self.users = {people.OTHER_TABLE: STRANGER}
        self.told: dict[int, frozenset[int]] = {}
        self.told_yes: dict[int, frozenset[int]] = {}
        self.rounds = self.asked_no = self.asked_ms = self.target = 0

    # --- the game ------------------------------------------------------------------------------------

    async def played(self) -> Clicked:
        await self._begin()
        await self.done.wait()
        await self._do(cmd.StopGame(by=JUDGE))
        for seat in range(1, 11):
            self._press(seat, self.host.truth.now_ms(), Kind.SHOT, "1", ("1",), kept_out="after the end")
        await self.host.stop()
        self._judge()
        return self.result

    async def _begin(self) -> None:
        seated = tuple(cmd.Person(user_id=100 + n, name=f"Player {n}") for n in range(1, 11))
        opening = cmd.OpenTable(
            game_id=self.game_id,
            guild_id=GUILD,
            channel_id=CHANNEL,
            host=cmd.Person(user_id=JUDGE, name="Judge"),
            ruleset=self.rules,
            locale="en",
            seated=seated,
        )
        await self._do(opening)
        users = tuple(person.user_id for person in seated)
        seed = f"{self.rng.randrange(1 << 256):064x}"
        await self._do(cmd.StartGame(by=JUDGE, seed=seed, game_number=1, in_voice=(JUDGE, *users)))
        for user in users:
            await self._do(cmd.ConfirmReady(user_id=user))
        for user in users:
            at_ms = self.host.clock.now_ms()
            await self._do(cmd.VoiceObserved(user_id=user, present=True, open=True, at_ms=at_ms))

        self.users |= {n: seat.person.user_id for n, seat in enumerate(self.state.seats, 1)}

    async def _do(self, command: cmd.Command) -> None:
        outcome = await self.host.service.submit(self.game_id, command)
        if isinstance(outcome, Refused) and not (outcome.state is not None and outcome.state.over):
            raise RuntimeError(f"{command} was refused: {outcome.refusal}")

    @property
    def state(self) -> GameState:
        state = self.host.service.as_known(self.game_id)
        assert state is not None
        return state

    # --- what people see -----------------------------------------------------------------------------

    def window_there(self, said: Announcement, message_ms: int, stray: bool) -> None:
        """The message of a window is there, with its buttons."""
        phase, living = self.state.phase, self.state.living
        if not isinstance(phase, Vote | RaiseVote) or phase.window.window_no != said.window_no:
            return
        number, length_ms = phase.window.window_no, phase.window.length_ms
        kind = Kind.RAISE if isinstance(phase, RaiseVote) else Kind.VOTE
        self.windows[number] = window = Window(
            kind=kind,
            number=number,
            round=self.rounds,
            message_ms=message_ms,
            length_ms=length_ms,
            stray=stray,
            frame=self.own_clock.get(number),
        )
        if isinstance(phase, Vote):
            made = people.voting(self.rng, living, phase.index, len(phase.candidates), length_ms)
            arg = f"{number}.{said.seat}"
        else:
            made, arg = people.answering(self.rng, living, length_ms), f"{number}"
        for seat, at_ms in made:
            self._press(seat, message_ms + at_ms, kind, arg, window=window)
        for seat, why in self._kept_out(living):
            at_ms = self.rng.randrange(length_ms)
            self._press(seat, message_ms + at_ms, kind, arg, window=window, kept_out=why)

    def _kept_out(self, living: tuple[int, ...]) -> Iterator[tuple[int, str]]:
        yield people.OTHER_TABLE, "other table"
        yield from ((seat, "dead") for seat in range(1, 11) if seat not in living)

    def changed(self, change: Change) -> None:
        for event in change.events:
            self._happened(event, change.state)
        tonight = change.state.tonight
        if change.state.over or (tonight is not None and tonight.number >= LAST_NIGHT):
            self.done.set()

    def _happened(self, event: ev.Event, state: GameState) -> None:
        match event:
            case ev.VoteOpened():
                self.rounds += 1
            case ev.WindowDue(window_no=number) | ev.RaiseDue(window_no=number):
                self.rounds += isinstance(event, ev.RaiseDue)
                self.asked_no, self.asked_ms = number, event.at_ms
            case ev.WindowOpened(window_no=number, estimated=True, ends_at_ms=ends):
                self.own_clock[number] = frame = Frame(begins_ms=self.asked_ms, ends_ms=ends - 1)
                if number in self.windows:
                    self.windows[number].frame = frame
            case ev.WindowOpened(window_no=number):
                self.windows[number].known = True
            case ev.WindowClosed(voters=voters):
                self.told[self.asked_no] = frozenset(voters)
            case ev.RaiseDecided(yes=yes, no=no):
                self.told[self.asked_no] = frozenset((*yes, *no))
                self.told_yes[self.asked_no] = frozenset(yes)
            case ev.NightStepBegan(until_ms=until) if isinstance(state.phase, Night):
                self._step(state.phase, Frame(begins_ms=event.at_ms, ends_ms=until), state)
            case ev.NightEnded(victim=victim) if victim != self.target:
                self.result.misjudged.append(f"all shot {self.target} in time, and {victim} was killed")
            case ev.ClockStarted(from_ms=begun) if isinstance(state.phase, Talk):
                self._speech(state.phase.floor, begun, state)
            case _:
                pass

    def _step(self, night: Night, frame: Frame, state: GameState) -> None:
        """Everybody presses, whatever his role. The next step is pressed for before it begins, too."""
        step, number = night.step, night.number
        self.frames[step] = frame
        if self.rng.random() < RESTARTS:
            self.host.restart()
        if step is NightStep.OPEN:
            self.target = self.rng.choice(state.living)
        for seat in state.living:
            for at_ms in people.within(self.rng, frame.ends_ms - frame.begins_ms):
                self._at_night(seat, frame.begins_ms + at_ms, step, number)
            if step in _NEXT:
                begins_ms = frame.ends_ms + self.rules.vote_settle_ms
                for at_ms in people.before(self.rng):
                    self._at_night(seat, begins_ms + at_ms, _NEXT[step], number)

    def _at_night(self, seat: int, host_ms: int, step: NightStep, night: int) -> None:
        if step not in _STEPS:
            return
        kind, other = _STEPS[step], seat % 10 + 1
        arg = f"{night}.{step.value}" if kind is Kind.CHECK else f"{night}"
        values = {Kind.CHECK: (f"{other}",), Kind.SHOT: (f"{self.target}",)}.get(kind, ())
        self._press(seat, self.host.true_ms(host_ms), kind, arg, values, frame=step)

    def _speech(self, floor: Floor, begun_ms: int, state: GameState) -> None:
        kind, seat = _SPEECHES.get(floor.turn.kind), floor.turn.seat
        if kind is None:
            return
        name, length_ms = f"floor {state.day} {floor.ordinal}", floor.turn.length_ms
        self.frames[name] = Frame(begins_ms=begun_ms, ends_ms=begun_ms + length_ms)
        listed = state.living[: self.rng.choice((2, 2, 2, 3))]
        others = tuple(str(other) for other in range(1, 11) if other != seat)
        for at_ms in people.within(self.rng, length_ms):
            values = others[:3] if kind is Kind.BEST_MOVE else (str(self.rng.choice(listed)),)
            self._press(
                seat, self.host.true_ms(begun_ms + at_ms), kind, f"{floor.ordinal}", values, frame=name
            )

    # --- a click -------------------------------------------------------------------------------------

    def _press(
        self,
        seat: int,
        made_ms: int,
        kind: Kind,
        arg: str,
        values: tuple[str, ...] = (),
        *,
        frame: str = "",
        window: Window | None = None,
        kept_out: str = "",
    ) -> None:
        yes = self.rng.random() < YES
        click = Click(
            kind=kind,
            seat=seat,
            made_ms=made_ms,
            frame_name=frame,
            window=window,
            kept_out=kept_out,
            yes=yes,
        )
        self.clicks.append(click)
        custom_id = people.control(kind, self.game_id, arg, yes=yes)
        self.host.press(click, self.users[seat], custom_id, values)

    def _judge(self) -> None:
        self.result.unkind += self.host.unkind
        for click in self.clicks:
            self.result.judge(click, self.frames.get(click.frame_name))
        self.result.judge_order(self.clicks)
        for number, meant in hands_meant(self.clicks, list(self.windows.values())).items():
            if number in self.told:
                self.result.judge_hands(self.windows[number], self.told[number], meant)
        for number, told in self.told_yes.items():
            self.result.judge_answers(number, told, self.clicks)
