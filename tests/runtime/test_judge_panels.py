"""A judge who may not see roles sees his panel change at moments that tell him nothing of them either."""

import pytest

from mafiabot.engine import commands as cmd
from mafiabot.engine.ruleset import CLUB
from mafiabot.engine.state import Night, NightStep
from mafiabot.engine.viewing import judge_view
from mafiabot.engine.views import JudgeView
from mafiabot.runtime.judge_panels import APART_MS, SETTLE_MS, JudgePanels, JudgeShown
from mafiabot.runtime.ports import HandRef
from tests.support import builders
from tests.support.shell import GAME, Shell

pytestmark = pytest.mark.virtual
JUDGE = 1


class Drawing:
    """Notes when a panel was drawn."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self.moments: list[int] = []

    async def refresh_judge(
        self, ref: HandRef, view: JudgeView, line: str | None, chosen: int | None
    ) -> None:
        self.moments.append(self._shell.clock.now_ms())


async def judged(*, asking: bool = False) -> tuple[Shell, Drawing]:
    """A game under way, whose judge has opened his panel; `asking`: which asks him something."""
    shell = Shell().run()
    drawing = Drawing(shell)
    panels = JudgePanels(shell.store, shell.clock, shell.service, drawing, shell.effects, shell.offset)
    shell.service.listen(panels.changed)
    await shell.open()
    users = [builders.person(number).user_id for number in range(1, 7)]
    await shell.do(cmd.StartGame(by=JUDGE, seed=builders.SEED, game_number=1, in_voice=(JUDGE, *users)))
    for user in users:
        await shell.do(cmd.ConfirmReady(user_id=user))
    state = await shell.state()
    assert state.judge_id == JUDGE
    ref = HandRef(
        game_id=GAME,
        user_id=JUDGE,
        application_id=5,
        token="token",
        message_id=None,
        issued_discord_ms=shell.clock.now_ms(),
        locale="en",
    )
    await panels.shown(state.guild_id, ref, JudgeShown(view=judge_view(state), asking=asking))
    return shell, drawing


async def to_shots(shell: Shell) -> Night:
    while not isinstance(phase := (await shell.state()).phase, Night) or phase.step is not NightStep.SHOTS:
        await shell.seconds(1)
    return phase


@pytest.mark.parametrize("before_ms", [None, 1, SETTLE_MS // 2, SETTLE_MS - 1])
async def test_a_secret_press_does_not_set_the_moment_at_which_a_judges_panel_changes(
    before_ms: int | None,
) -> None:
    shell, drawing = await judged()
    night = await to_shots(shell)
    user_id = builders.person(2).user_id
    changes_ms = night.until_ms + CLUB.vote_settle_ms
    await shell.seconds(APART_MS / 1000 + 1)
    if before_ms is not None:
        await shell.clock.sleep_until_ms(changes_ms - before_ms)
        press = builders.press(night.until_ms - 10)
        await shell.do(cmd.Shoot(user_id=user_id, night=night.number, seat=1, press=press))
    await shell.clock.sleep_until_ms(changes_ms + SETTLE_MS + 100)
    assert drawing.moments[-1] == changes_ms + SETTLE_MS
    await shell.stop()


@pytest.mark.parametrize("asking", [False, True])
async def test_the_end_is_shown_also_by_a_panel_that_asks_something_and_then_it_is_not_kept(
    asking: bool,
) -> None:
    shell, drawing = await judged(asking=asking)
    drawn = len(drawing.moments)
    await shell.do(cmd.StopGame(by=JUDGE))
    await shell.seconds(APART_MS / 1000 + 1)
    assert len(drawing.moments) == drawn + 1
    assert not await shell.store.hands(7, GAME)
    await shell.stop()
