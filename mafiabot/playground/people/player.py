"""A player: sees where the table stands and begins what he would do about it, each thing once."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from random import Random

from ..model import Channel, Guild
from ..person import Person
from . import day, night, table
from .body import Body
from .mind import Ballot, Mind
from .phrases import Phrase
from .plot import Plot
from .reading import Reader
from .scene import Spotted
from .temperament import Habit, Temperament
from .things import Hand, Panel, Window

FRESH_MS = 1200
PATIENCE_S = 1.5


class Player(Body):
    """Somebody with a seat; `turn` is how many others sit down before he does."""

    def __init__(
        self,
        person: Person,
        guild: Guild,
        channel: Channel,
        reader: Reader,
        rng: Random,
        temper: Temperament,
        *,
        plot: Plot,
        habits: frozenset[Habit] = frozenset(),
        turn: int = 0,
    ) -> None:
        super().__init__(person, guild, channel, reader, rng, temper)
        self.habits = habits
        self.turn = turn
        self.serial = 0
        self.stage_since_ms = 0.0
        self.round = 0
        self.round_of = 0
        self.speaking = False
        self.day = 0
        self._stage: Hashable = None
        self._floor = 0
        self.new_game(plot)

    def new_game(self, plot: Plot) -> None:
        """What was seen and said so far belongs to a game that is over."""
        self.mind = Mind(self.rng, plot, self.temper)
        self.from_ms = self.now_ms()
        self.first_night: int | None = None
        self.choice: int | None = None
        self.accused: set[int] = set()
        self.cleared: set[int] = set()
        self.named: set[int] = set()

    # --- what he knows --------------------------------------------------------------------------

    @property
    def panel(self) -> Panel | None:
        """The panel as he sees it."""
        return self.scene.panel.what if self.scene.panel else None

    @property
    def hand(self) -> Hand | None:
        """The newest hand he was shown."""
        return self.scene.hand.what if self.scene.hand else None

    @property
    def playing(self) -> bool:
        """Whether the ring shows him in the game."""
        place = self.place
        return place is not None and place.playing

    @property
    def may_cry_out(self) -> bool:
        """Whether the panel offers to be heard for a foul."""
        return self.panel is not None and Phrase.CRY_OUT in self.panel.buttons

    @property
    def living(self) -> tuple[int, ...]:
        """Seats the panel shows in the game."""
        return self.panel.living if self.panel else ()

    def ballot(self, candidates: tuple[int, ...]) -> Ballot:
        """The vote as he sees it."""
        accused, cleared = frozenset(self.accused), frozenset(self.cleared - self.accused)
        return Ballot(self.hand, self.day, self.round, self.living, candidates, accused, cleared)

    def at(self, serial: int) -> bool:
        """Whether the stage is still the one with this serial number."""
        return self.serial == serial

    # --- what he does about it ------------------------------------------------------------------

    def act(self) -> None:
        """Begin whatever the scene calls for."""
        self.begin("voice", lambda: table.come_in(self))
        if self.outcome is not None:
            self.begin(("after", self.from_ms), lambda: table.after(self))
            return
        panel = self.panel
        if panel is None:
            return
        for claim in self.scene.claims:
            if claim.seen.received_ms >= self.from_ms:
                (self.accused if claim.what.black else self.cleared).add(claim.what.seat)
        self._notice_stage(panel)
        self._at_stage(panel, self.serial)
        self._at_floor(panel)
        self._at_vote()

    def _notice_stage(self, panel: Panel) -> None:
        undone = self.scene.undone.seen.id if self.scene.undone else None
        stage = (panel.stage, panel.number, panel.paused, undone)
        if stage != self._stage:
            self._stage = stage
            self.serial += 1
            self.stage_since_ms = self.now_ms()
        if panel.stage is Phrase.MAFIA_MINUTE and panel.number is not None:
            self.first_night = panel.number
        if panel.stage in (Phrase.TALK, Phrase.VOTING, Phrase.RAISE) and panel.number is not None:
            self.day = panel.number

    def _at_stage(self, panel: Panel, serial: int) -> None:
        match panel.stage:
            case Phrase.LOBBY if self.place is None and len(panel.ring) >= self.turn:
                self.begin(("join", serial), lambda: table.take_a_seat(self))
            case Phrase.READY_CHECK if self.place is not None:
                self.begin(("ready", serial), lambda: table.get_ready(self, serial))
            case Phrase.DEALING if self.place is not None:
                self.begin(("deal", serial), lambda: table.look_at_role(self, serial))
            case _ if self.playing and not panel.paused:
                self._at_night(panel, serial)

    def _at_night(self, panel: Panel, serial: int) -> None:
        match panel.stage:
            case Phrase.MAFIA_MINUTE:
                self.begin(("plan", serial), lambda: night.write_plan(self, serial))
            case Phrase.NIGHT_OPEN:
                self.begin(("open", serial), lambda: night.open_eyes(self, serial))
            case Phrase.SHOTS:
                self.begin(("shoot", serial), lambda: night.shoot(self, serial, panel.number or 0))
            case Phrase.DON_CHECK | Phrase.SHERIFF_CHECK:
                mine = Phrase.DON if panel.stage is Phrase.DON_CHECK else Phrase.SHERIFF
                self.begin(("check", serial), lambda: night.check(self, serial, mine))
            case _:
                pass

    def _at_floor(self, panel: Panel) -> None:
        floor = self.scene.floor
        if floor is not None and floor.what.user_id == self.person.id:
            self.begin(("speech", floor.seen.id), lambda: day.speech(self, floor))
        elif floor is not None and floor.seen.id != self._floor:
            self._floor = floor.seen.id
            table.listen(self, floor.seen.id)
        if panel.floor_of == self.person.id and self.scene.panel is not None:
            key = ("unannounced", self.scene.panel.seen.id, self.serial, panel.floor)
            self.begin(key, lambda: day.unannounced_speech(self))

    def _at_vote(self) -> None:
        listed, window, raising = self.scene.candidates, self.scene.window, self.scene.raising
        if listed is not None and listed.seen.id != self.round_of and self.playing:
            self.round_of = listed.seen.id
            self.round = self.round + 1 if listed.what.again else 0
            self.choice = self.mind.vote(self.ballot(listed.what.seats))
        if window is not None and self.playing:
            self.begin(("vote", window.seen.id), lambda: day.vote(self, window))
        if raising is not None and self.playing:
            self.begin(("raise", raising.seen.id), lambda: day.answer_raise(self, raising))

    def wants(self, window: Spotted[Window]) -> bool:
        """Whether he votes in this window; unsure where he never saw the list."""
        listed = self.scene.candidates
        if listed is None or window.what.seat not in listed.what.seats:
            return self.chance(0.3)
        return window.what.seat == self.choice

    async def enter(self) -> bool:
        """Go into the voice channel; some mute themselves there, each time."""
        entered = await super().enter()
        if entered and Habit.SELF_MUTED in self.habits:
            await self.mute_oneself(on=True)
        return entered

    # --- the hand -------------------------------------------------------------------------------

    async def open_hand(self) -> bool:
        """Press the panel's hand button; True once a hand newer than the press is there."""
        panel = self.scene.panel
        if panel is None or Phrase.HAND not in panel.what.buttons:
            return False
        before_ms = self.now_ms()
        await self.press(panel.seen, panel.what.buttons[Phrase.HAND])
        return await self.until(lambda: self._hand_since(before_ms), PATIENCE_S)

    def _hand_since(self, moment_ms: float) -> bool:
        return self.scene.hand is not None and self.scene.hand.since_ms >= moment_ms

    def _asked(self, phrase: Phrase, since_ms: float) -> bool:
        hand = self.hand
        return hand is not None and hand.asks is phrase and self._hand_since(since_ms - FRESH_MS)

    async def hand_asking(
        self, phrase: Phrase, still: Callable[[], bool], since_ms: float
    ) -> Spotted[Hand] | None:
        """A hand that asks for this now: waits for it a moment, then opens one; None: not to be had."""
        if self.chance(self.temper.wrong_press) and self.hand and self.hand.asks is phrase:
            return self.scene.hand
        await self.until(lambda: self._asked(phrase, since_ms) or not still(), PATIENCE_S)
        for _ in range(3):
            if not still():
                return None
            if self._asked(phrase, since_ms):
                return self.scene.hand
            await self.open_hand()
        return self.scene.hand if still() and self._asked(phrase, since_ms) else None
