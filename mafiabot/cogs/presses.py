"""Which command a control stands for: custom_id and values in, engine command out."""

from collections.abc import Callable, Mapping, Sequence

from mafiabot.engine import commands as cmd
from mafiabot.engine.state import NightStep
from mafiabot.engine.views import HandView
from mafiabot.ui.deal_words import WORD_FIELD
from mafiabot.ui.hand import NO_SHOT, SIGN_FIELD
from mafiabot.ui.ids import Action, ControlId

Builder = Callable[["Pressed"], cmd.Command | None]


class Pressed:
    """One press, taken apart. `hand`: the presser's before it, if he has one; needed to add to a plan.

    `written`: what a form holds, by field; empty for buttons and selects.
    """

    def __init__(
        self,
        control: ControlId,
        values: Sequence[str],
        person: cmd.Person,
        press: cmd.Press,
        hand: HandView | None,
        written: Mapping[str, str],
    ) -> None:
        self.control = control
        self.person = person
        self.press = press
        self.written = written
        self.picked = hand.picked if hand is not None else ()
        self._values = values

    @property
    def user_id(self) -> int:
        return self.person.user_id

    @property
    def seats(self) -> tuple[int, ...] | None:
        """The chosen seats; None if a value is no number (forged)."""
        if not all(value.isascii() and value.isdecimal() and len(value) <= 2 for value in self._values):
            return None
        return tuple(int(value) for value in self._values)

    @property
    def one_seat(self) -> int | None:
        seats = self.seats
        return seats[0] if seats is not None and len(seats) == 1 else None

    @property
    def takes_back(self) -> bool:
        return list(self._values) == [NO_SHOT]

    def numbers(self, count: int) -> tuple[int, ...] | None:
        found = self.control.numbers
        return found if found is not None and len(found) == count else None


def command_of(pressed: Pressed) -> cmd.Command | None:
    """The command, or None where the control asks for none or was forged."""
    builder = _BUILDERS.get(pressed.control.action)
    return builder(pressed) if builder is not None else None


def _finish(p: Pressed) -> cmd.Command | None:
    floor = p.numbers(1)
    return cmd.FinishSpeech(user_id=p.user_id, floor=floor[0], press=p.press) if floor else None


def _nominate(p: Pressed) -> cmd.Command | None:
    floor, seat = p.numbers(1), p.one_seat
    if floor is None or seat is None:
        return None
    return cmd.Nominate(user_id=p.user_id, floor=floor[0], seat=seat, press=p.press)


def _best_move(p: Pressed) -> cmd.Command | None:
    seats = p.seats
    return cmd.NameBestMove(user_id=p.user_id, seats=seats, press=p.press) if seats is not None else None


def _vote(p: Pressed) -> cmd.Command | None:
    numbers = p.numbers(2)
    if numbers is None:
        return None
    return cmd.CastVote(user_id=p.user_id, window_no=numbers[0], candidate=numbers[1], press=p.press)


def _raise(p: Pressed, yes: bool) -> cmd.Command | None:
    window = p.numbers(1)
    if window is None:
        return None
    return cmd.AnswerRaise(user_id=p.user_id, window_no=window[0], yes=yes, press=p.press)


def _shoot(p: Pressed) -> cmd.Command | None:
    night, seat = p.numbers(1), p.one_seat
    if night is None or (seat is None and not p.takes_back):
        return None
    return cmd.Shoot(user_id=p.user_id, night=night[0], seat=seat, press=p.press)


def _check(p: Pressed) -> cmd.Command | None:
    head, _, step = p.control.arg.partition(".")
    seat = p.one_seat
    if not head.isdecimal() or step not in set(NightStep) or seat is None:
        return None
    return cmd.Check(user_id=p.user_id, night=int(head), seat=seat, press=p.press, step=NightStep(step))


def _plan_add(p: Pressed) -> cmd.Command | None:
    seat = p.one_seat
    if seat is None:
        return None
    return cmd.WritePlan(user_id=p.user_id, seats=(*p.picked, seat), press=p.press)


def _sign(p: Pressed) -> cmd.Command | None:
    text = p.written.get(SIGN_FIELD)
    return cmd.WriteSign(user_id=p.user_id, text=text.strip(), press=p.press) if text is not None else None


def _word(p: Pressed) -> cmd.Command:
    return cmd.AddWord(user_id=p.user_id, text=p.written.get(WORD_FIELD, ""))


_BUILDERS: dict[Action, Builder] = {
    Action.JOIN: lambda p: cmd.Join(person=p.person),
    Action.LEAVE: lambda p: cmd.Leave(user_id=p.user_id),
    Action.READY: lambda p: cmd.ConfirmReady(user_id=p.user_id),
    Action.WORD: _word,
    Action.HAND: lambda p: cmd.OpenHand(user_id=p.user_id),
    Action.GIVE_UP_CONFIRM: lambda p: cmd.GiveUp(user_id=p.user_id),
    Action.FINISH: _finish,
    Action.CRY_OUT: lambda p: cmd.CryOut(user_id=p.user_id),
    Action.CRY_OUT_YES: lambda p: cmd.CryOut(user_id=p.user_id),
    Action.NOMINATE: _nominate,
    Action.BEST_MOVE: _best_move,
    Action.VOTE: _vote,
    Action.RAISE_YES: lambda p: _raise(p, yes=True),
    Action.RAISE_NO: lambda p: _raise(p, yes=False),
    Action.SHOOT: _shoot,
    Action.CHECK: _check,
    Action.PLAN_ADD: _plan_add,
    Action.SIGN: _sign,
    Action.PLAN_CLEAR: lambda p: cmd.WritePlan(user_id=p.user_id, seats=(), press=p.press),
}
