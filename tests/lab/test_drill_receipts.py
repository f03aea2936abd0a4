"""What people were told of their presses, held against what the bot itself says it took and kept."""

import pytest

from mafiabot.adapters import virtual_time
from mafiabot.bot.planted import NOTHING_PLANTED
from mafiabot.engine import events as ev
from mafiabot.lab.drill.reading import drill_of
from mafiabot.lab.drill.receipts import accepted, commands_told, doubled
from mafiabot.lab.drill.virtual import Run
from mafiabot.lab.options import Language
from mafiabot.playground.interactions import Interaction
from mafiabot.ui.ids import Action, ControlId

SHORT = """
overrides = { deal_s = 20, mafia_minute_s = 10, free_seating_s = 0, speech_s = 20, last_word_s = 12 }
"""
WITHOUT_A_RECEIPT = (Action.HAND, Action.GIVE_UP)
"""Their answers show something, and would be the same if nothing had been taken."""


class Played:
    """A drill's end: what was told, what was taken, what was kept, by interaction id; and the log."""

    def __init__(self, text: str) -> None:
        self.run = Run(drill_of(text, "t"), spec_path=None, foreseen={}, planted=NOTHING_PLANTED)
        virtual_time.run(self._play())

    async def _play(self) -> None:
        async with self.run._going() as running:
            await self.run._play(running)
            stage, ledger = running.stage, running.bot.commands
            self.told = accepted(stage)
            self.taken = {int(command_id) for _, command_id in ledger.accepted}
            self.kept = {int(command_id) for (_, command_id), times in ledger.kept.items() if times}
            self.presses = {one.id: one for one in stage.local.interactions.all}
            self.events = [event for table in stage.tables.values() for event in table.book.chronicle.events]
            self.commands = commands_told(stage, self.kept)
            self.all_but_one = commands_told(stage, self.kept - {max(self.told)})


def action_of(made: Interaction) -> Action | None:
    control = ControlId.parse(str(made.data.get("custom_id", "")))
    return None if control is None else control.action


def drill(language: Language, table: str, more: str = "") -> str:
    return f'name = "t"\nseed = 3\nlanguage = "{language}"\n{more}\n[[table]]\nid = "a"\n{table}{SHORT}'


@pytest.fixture(scope="module")
def short() -> Played:
    return Played(drill("uk", "seats = 6\npeople = 'obedient'", "give_up_s = 260"))


def test_whoever_was_told_that_his_press_counts_had_it_taken(short: Played) -> None:
    assert len(short.told) > 20
    assert short.told <= short.taken
    assert {action_of(short.presses[one]) for one in short.taken - short.told} <= set(WITHOUT_A_RECEIPT)
    assert (short.commands.accepted, short.commands.lost, short.commands.doubled) == (len(short.taken), 0, 0)


def test_a_press_that_counts_and_is_not_in_the_store_is_lost(short: Played) -> None:
    assert short.all_but_one.lost == 1


def test_a_press_that_was_taken_twice_is_doubled(short: Played) -> None:
    twice = next(event for event in short.events if isinstance(event, ev.VoteCast))
    assert doubled([*short.events, twice], short.kept, short.presses.values()) == 1


@pytest.mark.drills
@pytest.mark.parametrize(("language", "people"), [("ru", "clumsy"), ("en", "chatty")])
def test_a_judge_and_clumsy_people_are_understood_as_well(language: Language, people: str) -> None:
    played = Played(
        drill(language, f"preset = 'tournament'\njudge = true\npeople = '{people}'").replace(
            "speech_s = 20", "outcry_s = 4, speech_s = 20"
        )
    )
    assert played.told <= played.taken
    assert {action_of(played.presses[one]) for one in played.taken - played.told} <= set(WITHOUT_A_RECEIPT)
    assert (played.commands.lost, played.commands.doubled) == (0, 0)
