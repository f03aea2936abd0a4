"""Who stands beside the secret sees no more than he may: a neighbour, a judge, whoever judged before."""

from collections import defaultdict
from collections.abc import Iterator

import orjson
import pytest
from structlog.testing import capture_logs

from mafiabot.bot.planted import NOTHING_PLANTED
from mafiabot.engine import commands as cmd
from mafiabot.engine.ruleset import CLUB
from mafiabot.lab.trust import pairs_loop
from mafiabot.lab.trust.pairs_line import ONE_WAY_MS, Room, room
from mafiabot.lab.trust.pairs_play import GAME_ID, SEED, Evening, played
from mafiabot.lab.trust.pairs_press import Presses
from mafiabot.lab.trust.scenario import scenario
from mafiabot.lab.trust.scenario_deeds import Deed
from mafiabot.lab.trust.taint import marked, marks
from mafiabot.lab.trust.trace import Ear
from mafiabot.playground import members, voice
from mafiabot.playground.errors import Json
from mafiabot.playground.model import User
from mafiabot.playground.oracles_secret import Shape, shape
from mafiabot.runtime.service import Applied
from mafiabot.ui.ids import Action, ControlId

# --- a neighbour's glance --------------------------------------------------------------------------

ALIKE = 12
"""Everybody presses the same at night, each once a step."""


@pytest.fixture(scope="module")
def evening() -> Evening:
    with capture_logs():
        return pairs_loop.run(played(scenario(ALIKE), 0))


def answered(evening: Evening, seat: int) -> Iterator[tuple[str, Json]]:
    """What his presses at night were answered with: the control, and the message his client then showed."""
    trace = evening.seats[seat]
    private = {
        round(entry.at_ms): entry.payload["payload"]
        for entry in trace.parts["client"]
        if entry.kind == "message" and entry.payload["payload"]["flags"] & 64
    }
    for entry in trace.parts["answers"]:
        control = ControlId.parse(entry.payload[1]["custom_id"])
        if control is not None and control.action in (Action.SHOOT, Action.CHECK):
            yield f"{control.action} {control.arg}", private[round(entry.at_ms + ONE_WAY_MS)]


def test_a_press_at_night_is_answered_in_one_shape_whatever_the_role(evening: Evening) -> None:
    shapes: defaultdict[str, dict[int, Shape]] = defaultdict(dict)
    for seat in evening.seats:
        for control, payload in answered(evening, seat):
            shapes[control][seat] = shape(payload)
    assert {control.split(".")[0] for control in shapes} >= {"shoot 1", "check 1"}
    deal = scenario(ALIKE).deals[0]
    roles = {deal[seat - 1] for seat in shapes["shoot 1"]}
    assert len(roles) == len(set(deal))
    for control, by_seat in shapes.items():
        assert len(set(by_seat.values())) == 1, control


# --- judges ----------------------------------------------------------------------------------------


class Table:
    """Six people at a table of a guild that shows its judges the roles; every secret is marked."""

    def __init__(self, made: Room) -> None:
        self.made = made
        self.presses = Presses(made, GAME_ID)
        self.judge, self.heir = self.user("Judge"), self.user("Heir")
        self.players = [self.user(f"Player {n}") for n in range(1, 7)]

    def user(self, name: str) -> User:
        user = self.made.local.add_user(name)
        members.add(self.made.core, self.made.guild, user)
        self.made.core.views.clients[user.id] = Ear(user.id, self.made.core.clock)
        voice.join(self.made.core, self.made.guild, user.id, self.made.channel)
        return user

    async def do(self, command: cmd.Command) -> None:
        assert isinstance(await self.made.app.services.game.submit(GAME_ID, command), Applied)

    async def dealt(self, *, shows: bool) -> None:
        seated = tuple(cmd.Person(user_id=user.id, name=user.display) for user in self.players)
        host = cmd.Person(user_id=self.judge.id, name="Judge")
        await self.do(
            cmd.OpenTable(
                game_id=GAME_ID,
                guild_id=self.made.guild.id,
                channel_id=self.made.channel.id,
                host=host,
                ruleset=CLUB,
                locale="en",
                seated=seated,
                judge_sees_roles=shows,
            )
        )
        here = tuple(self.made.guild.voice)
        await self.do(cmd.StartGame(by=self.judge.id, seed=SEED, game_number=1, in_voice=here))
        for user in self.players:
            await self.do(cmd.ConfirmReady(user_id=user.id))
        await self.made.seconds(2)

    async def asks_for_the_panel(self, user: User) -> None:
        self.presses.in_public(user, Deed(after_ms=0, seat=0, action=Action.JUDGE))
        await self.made.seconds(1)

    def told(self, user: User, since_ms: float = 0) -> list[str]:
        """Marks of secrets on his client since then."""
        ear = self.made.core.views.clients[user.id]
        assert isinstance(ear, Ear)
        return [
            mark
            for entry in ear.heard
            if entry.at_ms > since_ms
            for mark in marks(orjson.dumps(entry.payload).decode())
        ]


async def handed_over(shows: bool) -> tuple[list[list[str]], list[list[str]]]:
    """What judge and heir have been told of secrets: before, and since, the table was handed over."""
    async with room(marked(NOTHING_PLANTED)) as made:
        table = Table(made)
        await table.dealt(shows=shows)
        await table.asks_for_the_panel(table.judge)
        await table.asks_for_the_panel(table.heir)
        before = [table.told(table.judge), table.told(table.heir)]
        await table.do(cmd.HandOver(by=table.judge.id, to=table.heir.id))
        over_ms = made.core.clock.now_ms()
        await table.do(cmd.GiveUp(user_id=table.players[0].id))  # which every judge's panel shows
        await made.seconds(5)
        await table.asks_for_the_panel(table.judge)
        await table.asks_for_the_panel(table.heir)
        return before, [table.told(table.judge, over_ms), table.told(table.heir, over_ms)]


def test_a_hand_over_first_takes_from_who_judged_what_the_next_one_is_shown() -> None:
    with capture_logs():
        before, since = pairs_loop.run(handed_over(shows=True))
    assert set(before[0]) == {"role"}
    assert before[1] == []
    assert since[0] == []
    assert set(since[1]) == {"role"}


def test_a_judge_from_whom_roles_are_hidden_is_shown_none() -> None:
    with capture_logs():
        before, since = pairs_loop.run(handed_over(shows=False))
    assert [*before, *since] == [[], [], [], []]
