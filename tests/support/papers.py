"""Games whose protocols people read: one of everything, one tied twice, and what came after."""

from mafiabot.engine import commands as cmd
from mafiabot.engine.aftermath import GivenAward, Penalty, Protest, ProtestState
from mafiabot.engine.discipline_types import FoulReason, GoneCause
from mafiabot.engine.protocol import protocol
from mafiabot.engine.published import published
from mafiabot.engine.ruleset import TOURNAMENT, Ruleset
from mafiabot.engine.state import NightStep
from mafiabot.ui.protocol import protocol_text
from mafiabot.ui.protocol_paper import Paper
from mafiabot.ui.texts import Texts
from tests.support import protocols
from tests.support.table import Table

JUDGE = 1


def at_table(ruleset: Ruleset = TOURNAMENT) -> Table:
    """On day 0."""
    return protocols.at_table(ruleset).to_day_0()


def paper(table: Table, **after: object) -> Paper:
    game = published(protocol(tuple(table.log)), **after)  # type: ignore[arg-type]
    return Paper(game=game, people={JUDGE: "Judge Dredd"})


def text(texts: Texts, table: Table, locale: str = "en") -> str:
    return protocol_text(texts, locale, paper(table))


def eventful() -> Table:
    """Of everything that a protocol tells, a little."""
    table = Table(10, ruleset=TOURNAMENT, roles=protocols.ROLES, judge=True, waiting=1).to_night_0()
    table.to_step(NightStep.MAFIA_MINUTE)
    table.do(cmd.WritePlan(user_id=table.user(1), seats=(5, 6), press=table.press()))
    table.run_until(lambda state: state.today is not None)
    table.voice(10, present=False)
    table.do(cmd.Substitute(by=JUDGE, seat=10, user_id=table.state.waiting[0].user_id))
    table.do(cmd.GiveFoul(by=JUDGE, seat=7, reason=FoulReason.ARGUING, text="for *long*"))
    table.do(cmd.GiveFoul(by=JUDGE, seat=8, reason=FoulReason.KNOCKING))
    table.do(cmd.TakeFoulBack(by=JUDGE, seat=8))
    table.nominate(5)
    table.undo()
    table.do(cmd.ChangeTime(by=JUDGE, seconds=-5))
    table.give_floor(4)
    table.do(cmd.SkipSpeech(by=JUDGE))
    table.pause()
    table.wait(65)
    table.resume()
    table.day({1: 5, 2: 6})
    table.vote({5: [1, 2, 3, 4], 6: [6, 7, 8, 9, 10]})
    table.talk()
    table.night(shots={1: 9, 2: 9, 3: 8}, checks={1: 4, 4: 1})
    table.day()
    table.night(kill=9)
    table.finish()
    table.remove(8, GoneCause.CARD_SHOWN)
    table.do(cmd.CallTeamLoss(by=JUDGE, seat=3, text="a bet"))
    return table


AFTER = {
    "awards": (GivenAward(seat=4, hundredths=30, by=JUDGE, at_ms=1),),
    "penalties": (
        Penalty(seat=6, text="peeped", by=JUDGE, at_ms=1),
        Penalty(seat=2, by=JUDGE, at_ms=2),
    ),
    "protests": (
        Protest(id=1, user_id=105, seat=5, text="the shot", at_ms=1),
        Protest(
            id=2,
            user_id=106,
            seat=6,
            text="the clock",
            at_ms=2,
            state=ProtestState.REJECTED,
            verdict="all was well",
            by=JUDGE,
            settled_at_ms=3,
        ),
    ),
}


def tied_twice(ruleset: Ruleset = TOURNAMENT) -> Table:
    """5 and 6 are tied twice; 4 of 10 want both out, one does not answer."""
    table = at_table(ruleset)
    table.day({1: 5, 2: 6})
    for _ in range(2):
        table.vote({5: [1, 2, 3, 4, 5], 6: [6, 7, 8, 9, 10]})
        table.talk()
    table.raise_vote(yes=[1, 2, 3, 4], no=[5, 6, 7, 8, 9])
    return table
