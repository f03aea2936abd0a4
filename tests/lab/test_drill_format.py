"""Drill files: what may stand in them, and how a mistake is told."""

from pathlib import Path

import pytest

from mafiabot.lab.drill import faults
from mafiabot.lab.drill.format import Drill
from mafiabot.lab.drill.moments import Moment, NoMoment, moment_of
from mafiabot.lab.drill.reading import drill_of, read_drill
from mafiabot.lab.options import BadOptions

LEAST = 'name = "x"\n[[table]]\nid = "a"\n'


def drill(text: str) -> Drill:
    return drill_of(text, "f.toml")


def told(text: str) -> str:
    """What is said about a file that is wrong: one line."""
    with pytest.raises(BadOptions) as refused:
        drill(text)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def fault(lines: str) -> str:
    return f"{LEAST}[[fault]]\n{lines}\n"


def test_a_drill_needs_no_more_than_a_name_and_a_table() -> None:
    read = drill(LEAST)
    (table,) = read.table
    assert (table.seats, table.preset, table.judge, read.store, read.mode, read.speed) == (
        10,
        "club",
        False,
        "sqlite",
        "virtual",
        0,
    )


def test_a_process_lives_in_real_time_unless_told_otherwise() -> None:
    assert drill('mode = "process"\n' + LEAST).speed == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[table]]\nid = 'a'", "f.toml: name: is missing"),
        ("name = 'x'", "table: is missing"),
        (LEAST + "seatz = 6", "table 1.seatz: unknown key; allowed: id, guild, preset, seats"),
        (LEAST + "seats = 5", "table 1: seats = 5: a club table has 6 to 12"),
        (LEAST + "seats = true", "table 1.seats: true"),
        (LEAST + "preset = 'classic'\nseats = 8", "a classic table has 10 to 10"),
        (LEAST + "overrides = { speeches_s = 3 }", "overrides cannot be played: speeches_s (unknown_option)"),
        (LEAST + "habits = { 11 = 'late' }", "there is no seat 11; allowed: 1 to 10"),
        (LEAST + "habits = { 1 = 'lazy' }", "table 1.habits.1"),
        (LEAST + LEAST.replace("name = 'x'\n", "").split("\n", 1)[1], "ids must differ"),
        (LEAST + "owner = 11", "owner = 11: there is no such seat; allowed: 1 to 10"),
        ("mode = 'process'\n" + LEAST + "games = 2", "a rematch forgets the former game"),
        ("language = 'fr'\n" + LEAST, "language: \"fr\": input should be 'ru', 'uk' or 'en'"),
        ("mode = 'process'\npace = 20\n" + LEAST, "pace = 20"),
        ("mode = 'process'\nstore = 'fake'\n" + LEAST, "processes share no memory"),
        (LEAST + "[discord]\nlatency_ms = [90, 20]", "discord.latency_ms: the first is the least"),
        (LEAST + "[discord]\norder = 'none'", "discord.order"),
        (LEAST + "[expect]\n'total.lost' = 0", "expect.total.lost: no key of the report"),
        (LEAST + "[expect]\n'totals.lots' = 0", "allowed: totals.verdicts, totals.left_muted"),
        (LEAST + "[expect]\n'tables.b.verdict' = 'red'", "there is no such table; allowed: tables.a"),
        (LEAST + "[expect]\n'totals.lost' = { most = 3 }", "a range has min and max"),
        (LEAST + "[expect]\n'totals.lost' = [0, { most = 3 }]", "a range has min and max"),
        (LEAST + "[expect]\n'totals.lost' = { min = 3, max = 1 }", "min = 3 is more than max = 1"),
        ("name = ", "f.toml: is no TOML"),
    ],
)
def test_a_mistake_is_named_with_its_key_and_what_is_allowed(text: str, said: str) -> None:
    assert said in told(text)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("at = 'day 1'\ndo = 'explode'", "fault 1.do: 'explode' is unknown; allowed: leave, move"),
        ("at = 'day 1'", "fault 1.do: is missing"),
        ("at = 'noon'\ndo = 'delete_panel'", "fault 1.at: 'noon' is no moment; allowed: lobby, deal"),
        ("at = 'day 1'\ndo = 'leave'", "fault 1: say who: either seat = N or user"),
        ("at = 'day 1'\ndo = 'leave'\nseat = 1\nuser = 'host'", "say who"),
        ("at = 'day 1'\ndo = 'leave'\nseat = 11", "fault 1 (leave): seat = 11: allowed: 1 to 10"),
        ("at = 'day 1'\ndo = 'leave'\nuser = 'bot'", "the bot is nobody"),
        ("at = 'day 1'\ndo = 'leave'\nuser = 'spectator1'", "the table has spectators = 0"),
        ("at = 'day 1'\ndo = 'kill'", "fault 1.restart_after_s: is missing"),
        ("at = 'day 1'\ndo = 'kill'\nrestart_after_s = -1", "fault 1.restart_after_s"),
        ("at = 'day 1'\ndo = 'kill'\nrestart_after_s = inf", "fault 1.restart_after_s"),
        ("at = 'day 1'\ndo = 'storm'\nn = 3", "fault 1.per_s: is missing"),
        ("at = 'day 1'\ndo = 'storm'\nn = 3\nper_s = 1\nrain = 1", "fault 1.rain: unknown key; allowed: at"),
        ("at = 'day 1'\ndo = 'answer'\nroute = 'GET /x'\nstatus = 500", "fault 1.route: 'GET /x' is unknown"),
        ("at = 'day 1'\ndo = 'answer'\nroute = '*'\nstatus = 200", "allowed: 400 to 599"),
        (
            "at = 'day 1'\ndo = 'take_permission'\npermission = 'fly'",
            "'fly' is unknown; allowed: kick_members",
        ),
        (
            "at = 'day 1'\ndo = 'events'\nkind = 'VOICE_UPDATE'\nmode = 'lose'",
            "'VOICE_UPDATE' is unknown; allowed: * and APPLICATION_COMMAND_PERMISSIONS_UPDATE",
        ),
        ("at = 'day 1'\ndo = 'store'\nmode = 'slow'", "fault 1.mode"),
        ("at = 'day 1'\ntable = 'b'\ndo = 'delete_panel'", "there is none of that id; allowed: a"),
        ("at = 'day 1'\ndo = 'guild_outage'\nfor_s = 1\nchanges = [{ seat = 12 }]", "seat = 12: allowed"),
        (
            "at = 'day 1'\ndo = 'guild_outage'\nfor_s = 1\nchanges = [{ seat = 2, channel = 'b' }]",
            "channel = 'b': allowed: table, elsewhere, out, or a table's id",
        ),
        ("at = 'day 1'\ndo = 'hand_over'\nuser = 'bot'", "the bot is nobody"),
        ("at = 'game 1 day 1'\ndo = 'delete_panel'", "'game 1 day 1' is no moment"),
        ("at = 'day 1'\ndo = 'store'\nmode = 'emptied'", "nobody empties the file"),
        ("at = 'day 1'\ndo = 'guild_outage'\nfor_s = 1\nchanges = [{ mut = 1 }]", "allowed: seat, mute"),
    ],
)
def test_a_fault_that_cannot_be_is_named(lines: str, said: str) -> None:
    assert said in told(fault(lines))


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("at = 'day 1 -2s'\ndo = 'delete_panel'", 'mode = "virtual" only'),
        ("at = 'day 1'\ndo = 'clock_step'\nms = 5", 'needs mode = "virtual"'),
        ("at = 'day 1'\ndo = 'store'\nmode = 'gone'", 'only frozen, gone and emptied, with store = "redis"'),
    ],
)
def test_what_real_processes_cannot_do_is_refused(lines: str, said: str) -> None:
    assert said in told("mode = 'process'\n" + fault(lines))


@pytest.mark.parametrize(
    ("text", "name", "offset_ms"),
    [
        ("lobby", "lobby", 0),
        ("end +60s", "end", 60_000),
        ("day 0 speech 3 -1.5s", "day 0 speech 3", -1_500),
        ("day 2 vote 1 window 4 + 2 s", "day 2 vote 1 window 4", 2_000),
        ("night 1  shots", "night 1 shots", 0),
        ("day 3 raise", "day 3 raise", 0),
        ("game 2 day 0 speech 1 +3s", "game 2 day 0 speech 1", 3_000),
        ("day 3 last_word 1 +5s", "day 3 last_word 1", 5_000),
    ],
)
def test_a_moment_is_a_name_and_seconds(text: str, name: str, offset_ms: int) -> None:
    assert moment_of(text) == Moment(name=name, offset_ms=offset_ms)


@pytest.mark.parametrize(
    "text", ["", "day", "day one", "day 1 speech 0", "night 1 lunch", "end+", "deal 3", "day 1 + 3"]
)
def test_what_is_no_moment_is_refused(text: str) -> None:
    with pytest.raises(NoMoment):
        moment_of(text)


def test_names_of_permissions_and_routes_may_be_written_as_discord_does() -> None:
    lines = "at = 'day 1'\ndo = 'take_permission'\npermission = 'Mute Members'"
    (taken,) = drill(fault(lines)).fault
    assert isinstance(taken, faults.TakePermission)
    assert taken.permission == "mute_members"
    lines = "at = 'day 1'\ndo = 'answer'\nstatus = 500\nroute = 'PATCH /guilds/{guild_id}/members/{user_id}'"
    (answered,) = drill(fault(lines)).fault
    assert isinstance(answered, faults.Answer)
    assert answered.route == "PATCH /guilds/{}/members/{}"


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadOptions, match=r"nowhere\.toml: cannot be read"):
        read_drill(tmp_path / "nowhere.toml")
