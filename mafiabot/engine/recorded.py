"""The explicit deal: how a game that was played elsewhere enters the engine.

Only who holds an event log can deal so: no command leads here, and the table belongs to no guild. Seat n is
user n; a seat with no role is nobody's. Neither table sizes nor the deal's counts are applied.
"""

from mafiabot.engine.events import Dealt, Event, JudgeNamed, TableOpened
from mafiabot.engine.person import Person
from mafiabot.engine.ruleset import Ruleset
from mafiabot.engine.state import Role

JUDGE = Person(user_id=1_000, name="judge")


def recorded_game(ruleset: Ruleset, roles: tuple[Role | None, ...], now: int) -> tuple[Event, ...]:
    """The beginning of a log whose fold is a dealt game with a judge. `roles` by seat, `now` in epoch ms."""
    seated = tuple(Person(user_id=number, name=str(number)) for number in range(1, len(roles) + 1))
    return (
        TableOpened(
            at_ms=now,
            game_id="recorded",
            guild_id=0,
            channel_id=0,
            host=JUDGE,
            ruleset=ruleset,
            locale="en",
            seated=seated,
            waiting=(),
        ),
        JudgeNamed(at_ms=now, judge=JUDGE.user_id, co_judge=None, by=JUDGE.user_id),
        Dealt(at_ms=now, roles=roles, until_ms=now + ruleset.deal_s * 1000, explicit=True),
    )
