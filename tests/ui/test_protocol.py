"""The protocol as people read it: whole, in order, in three languages, within a message's room."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from discord import ui
from rich.cells import cell_len

from mafiabot.engine import commands as cmd
from mafiabot.engine.aftermath import GivenAward, Penalty, Protest, ProtestState
from mafiabot.engine.discipline_types import FoulReason, GoneCause
from mafiabot.engine.protocol import protocol, unsealed
from mafiabot.engine.published import published
from mafiabot.engine.ruleset import CLASSIC, CLUB, TOURNAMENT, Day0Vote, Ruleset
from mafiabot.engine.state import ActKind, NightStep, Outcome
from mafiabot.ui.protocol import protocol_markdown, protocol_text
from mafiabot.ui.protocol_answer import protocol_files, protocol_layout
from mafiabot.ui.protocol_paper import Paper
from mafiabot.ui.protocol_sheet import sheet_text
from mafiabot.ui.texts import Texts
from tests.support.table import Table

JUDGE = 1


def at_table(ruleset: Ruleset = TOURNAMENT) -> Table:
    return Table(10, ruleset=ruleset, roles="DMMSCCCCCC", judge=ruleset.fouls).to_day_0()


def paper(table: Table, **after: object) -> Paper:
    game = published(protocol(tuple(table.log)), **after)  # type: ignore[arg-type]
    return Paper(game=game, people={JUDGE: "Judge Dredd"})


def text(texts: Texts, table: Table, locale: str = "en") -> str:
    return protocol_text(texts, locale, paper(table))


def eventful() -> Table:
    """Of everything that a protocol tells, a little."""
    table = Table(10, ruleset=TOURNAMENT, roles="DMMSCCCCCC", judge=True, waiting=1).to_night_0()
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


def test_a_whole_protocol_is_told_in_every_language(texts: Texts, locale: str) -> None:
    told = protocol_text(texts, locale, paper(eventful(), **AFTER))
    assert "P4" in told
    assert "«for *long*»" in told or "“for *long*”" in told


def test_it_is_told_in_the_order_of_play(texts: Texts) -> None:
    told = protocol_text(texts, "en", paper(eventful(), **AFTER))
    heads = ["Protocol of game no. 1", "Table", "Night 1", "Day 1 · 1 opens the round", "Night 2", "Day 2"]
    heads += ["Night 3", "Day 3", "Points", "Protests"]
    places = [told.index(f"\n{head}" if at else head) for at, head in enumerate(heads)]
    assert places == sorted(places)


@pytest.mark.parametrize(
    "line",
    [
        "The red team wins!",
        "Rules: tournament",
        "Judge: Judge Dredd",
        "1 · P1 – don, in the game",
        "7 · P7 – civilian, in the game, 1 foul",
        "9 · P9 – civilian, killed",
        "8 · P8 – civilian, removed",
        "Substitution at number 10: P11 plays on for P10",
        "1 pause, 1:05 in all",
        "Shooting order: 5, 6",
        "Spoke: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10",
        "Nominated: 5 (by 1), 6 (by 2)",
        "Vote: for 5 – 1, 2, 3, 4 (4 in all); for 6 – 6, 7, 8, 9, 10, without a vote 5 (6 in all)",
        "Left the table: 6",
        "Foul 1 to player 7: arguing with the judge (speech of player 1), “for *long*”",
        "Foul 1 to player 8: touching or knocking (speech of player 1), taken back",
        "The judge undid: nomination of player 5 (speech of player 1). Reason: “a mistake”",
        "Does not count: 1 nominated 5",
        "Judge: −5 s for player 1 (speech of player 1)",
        "Judge: floor to player 4, 20 s (speech of player 1)",
        "Judge: floor of player 4 cut off (speech of player 4)",
        "Shots: 1 → 9, 2 → 9, 3 → 8",
        "The don checked 4: the sheriff",
        "The sheriff checked 1: black",
        "Nobody was killed",
        "9 was killed",
        "8 removed: showing the card (speech of player 3)",
        "Team loss (PPK) through player 3 (speech of player 3), “a bet”",
        "4 · P4: 1.30 (win +1.00, bonus +0.30)",
        "3 · P3: −0.50 (removal −0.50)",
        "6 · P6: 0.60 (win +1.00, game errors −0.40)",
        "Game error, player 6: peeped",
        "Game error, player 2",
        "No. 1, player 5: “the shot” – open",
        "No. 2, player 6: “the clock” – rejected: “all was well”",
    ],
)
def test_each_thing_has_its_line(texts: Texts, line: str) -> None:
    told = protocol_text(texts, "en", paper(eventful(), **AFTER))
    assert line in [one.strip() for one in told.splitlines()]


# --- the vote ----------------------------------------------------------------------------------------


def tied_twice(ruleset: Ruleset = TOURNAMENT) -> Table:
    """5 and 6 are tied twice; 4 of 10 want both out, one does not answer."""
    table = at_table(ruleset)
    table.day({1: 5, 2: 6})
    for _ in range(2):
        table.vote({5: [1, 2, 3, 4, 5], 6: [6, 7, 8, 9, 10]})
        table.talk()
    table.raise_vote(yes=[1, 2, 3, 4], no=[5, 6, 7, 8, 9])
    return table


def test_ties_revotes_and_the_raise_are_told(texts: Texts) -> None:
    told = text(texts, tied_twice())
    votes = "for 5 – 1, 2, 3, 4, 5 (5 in all); for 6 – 6, 7, 8, 9, 10 (5 in all)"
    assert f"Vote: {votes}\n  Tie: 5, 6\n  Revote 1: {votes}\n  Tie: 5, 6\n" in told
    assert "Raise 5, 6: yes – 1, 2, 3, 4, no – 5, 6, 7, 8, 9. Not raised." in told
    assert "Did not answer: 10\n  Nobody left the table" in told


def test_a_candidate_without_any_vote_is_told_as_such(texts: Texts) -> None:
    table = at_table()
    table.day({1: 5, 2: 6, 3: 7})
    table.vote({5: [1, 2, 3, 4, 5, 6, 7, 8]})
    assert "for 6 – nobody; for 7 – without a vote 9, 10 (2 in all)" in text(texts, table)


def test_a_single_nominee_of_a_later_day_has_everybodys_vote(texts: Texts) -> None:
    table = at_table()
    table.day()
    table.night()
    table.day({2: 7})
    assert "Vote: for 7 – everybody (10 in all)" in text(texts, table)


def test_a_vote_that_was_broken_off_shows_how_far_it_came(texts: Texts) -> None:
    table = at_table(CLUB)
    table.day({1: 5, 2: 6})
    table.do(table.ballot(3))
    table.gone(6)
    told = text(texts, table)
    assert "Broken off: for 5 – 3 (1 in all); for 6 – nobody" in told
    assert "A candidate left the game: the vote ended" in told
    assert "6 left the game: left the game (vote)" in told


def test_a_first_days_leaders_who_stay_are_told(texts: Texts) -> None:
    table = at_table(replace(TOURNAMENT, day0_vote=Day0Vote.SPEECH_ONLY))
    table.day({1: 5, 2: 6})
    table.vote({5: [1, 2, 3, 4, 5, 6]})
    assert "By the first day's rule nobody leaves the table: 5" in text(texts, table)


def test_a_lost_speech_is_told(texts: Texts) -> None:
    table = at_table(CLASSIC)
    table.foul(3, 3)
    table.talk()
    assert "Without a speech (third foul): 3" in text(texts, table)


# --- night, undo, people -------------------------------------------------------------------------------


def test_the_best_move_is_told_with_the_black_in_it(texts: Texts) -> None:
    table = at_table()
    table.day()
    table.night(kill=5)
    table.do(cmd.NameBestMove(user_id=table.user(5), seats=(1, 2, 7), press=table.press()))
    assert "5 was killed\n  Best move of player 5: 1, 2, 7 (black: 2)" in text(texts, table)


def test_signs_are_told_and_a_night_that_was_not_over(texts: Texts) -> None:
    table = Table(10, ruleset=CLASSIC, roles="DMMSCCCCCC", judge=True).to_night_0()
    table.to_step(NightStep.MAFIA_MINUTE)
    table.do(cmd.WriteSign(user_id=table.user(3), text="left ear", press=table.press()))
    table.run_until(lambda state: state.today is not None)
    table.day()
    table.to_step(NightStep.SHERIFF)
    table.do(cmd.StopGame(by=JUDGE))
    told = text(texts, table)
    assert "Night 0\n  No shooting order was written\n  Agreement, player 3: “left ear”" in told
    assert "Nobody shot\n  The game was over before the night was" in told


def test_an_undone_stretch_tells_all_that_counts_no_more(texts: Texts) -> None:
    table = at_table()
    table.day({1: 5, 2: 6})
    table.vote({5: [1, 2, 3], 6: [4, 5, 6, 7, 8, 9, 10]})
    table.talk()
    table.foul(7, 4)
    table.night(kill=8, checks={4: 1})
    first_window = next(
        number
        for number, act in enumerate(reversed(table.state.acts), 1)
        if (act.kind, act.seat) == (ActKind.WINDOW_CLOSED, 5)
    )
    table.undo(first_window)
    undone = next(line for line in text(texts, table).splitlines() if "Does not count" in line)
    for fact in (
        "vote: for 5 – 1, 2, 3 (3 in all); for 6 – 4, 5, 6, 7, 8, 9, 10 (7 in all)",
        "6 left the table",
        "end of the speech of player 6",
        "foul 4 to player 7",
        "departure of player 7 (fourth foul)",
        "1 shot at 8",
        "4 checked 1",
        "8 killed",
    ):
        assert fact in undone


def test_an_undone_raise_and_best_move_are_told(texts: Texts) -> None:
    table = tied_twice()
    table.undo()
    table.tick()
    table.night(kill=7)
    table.do(cmd.NameBestMove(user_id=table.user(7), seats=(1, 2), press=table.press()))
    assert "Best move: 1, 2 (player no. 7)" in sheet_text(texts, "en", paper(table))
    table.undo()
    told = text(texts, table)
    assert "Does not count: raise of 5, 6: yes – 1, 2, 3, 4, no – 5, 6, 7, 8, 9" in told
    assert "Does not count: best move of player 7: 1, 2" in told


def test_an_undone_window_and_a_night_without_a_kill_are_told(texts: Texts) -> None:
    table = at_table()
    table.day({1: 5, 2: 6})
    table.do(table.ballot(3))
    table.tick()
    table.undo()
    assert "Does not count: votes for 5: 3" in text(texts, table)
    table.vote({5: [1, 2], 6: [4, 5, 6, 7, 8, 9, 10]})
    table.talk()
    table.night()
    table.undo()
    assert "Does not count: end of the speech of player 6; nobody killed" in text(texts, table)


def test_free_seating_cut_short_is_told(texts: Texts) -> None:
    table = Table(10, ruleset=TOURNAMENT, roles="DMMSCCCCCC", judge=True).to_night_0()
    table.to_step(NightStep.FREE_SEATING)
    table.do(cmd.ChangeTime(by=JUDGE, seconds=-10))
    table.do(cmd.EndPhase(by=JUDGE))
    told = text(texts, table)
    assert "Judge: −10 s of free seating (night)\n  Judge: phase ended early (night)" in told


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (lambda table: table.do(cmd.TakeFoulBack(by=JUDGE, seat=7)), "foul 1 taken back from player 7"),
        (lambda table: table.do(cmd.ChangeTime(by=JUDGE, seconds=15)), "+15 s for player 1"),
        (lambda table: table.give_floor(4), "floor to player 4, 20 s"),
        (lambda table: table.remove(4), "departure of player 4 (the judge's decision)"),
    ],
    ids=["taken back", "time", "floor", "removal"],
)
def test_each_undone_act_is_told(texts: Texts, act: Callable[[Table], object], said: str) -> None:
    table = at_table()
    table.foul(7)
    act(table)
    table.undo()
    assert f"Does not count: {said}" in text(texts, table)


def test_a_removal_after_the_own_last_word_began_is_told_beside_the_status(texts: Texts) -> None:
    table = at_table()
    table.day()
    table.night(kill=5)
    table.finish()
    table.remove(5)
    assert "5 · P5 – civilian, killed, then removed" in text(texts, table)


def test_an_empty_number_is_told_as_such(texts: Texts) -> None:
    sizes = replace(CLASSIC, table_sizes=(9, 10))
    table = Table(9, ruleset=sizes, roles="DMMSC-CCCC", judge=True).to_day_0()
    assert "6 – empty number" in text(texts, table)
    assert "\n 6  –\n" in sheet_text(texts, "en", paper(table))


def test_a_game_without_a_judge_says_so(texts: Texts) -> None:
    assert "No judge" in text(texts, at_table(CLUB))


def test_a_judge_whose_name_nobody_knows_is_told_by_his_id(texts: Texts) -> None:
    game = published(protocol(tuple(at_table().log)))
    assert "Judge: 1\n" in protocol_text(texts, "en", Paper(game=game))


# --- what is sealed ------------------------------------------------------------------------------------


def test_the_sealed_part_is_told_to_who_may_see_it_only(texts: Texts) -> None:
    table = at_table()
    table.day()
    table.night(shots={1: 5, 2: 5})
    whole = paper(table)
    others = Paper(game=published(unsealed(whole.protocol)))
    assert "Night 2: 3 did not shoot" in protocol_text(texts, "en", whole)
    assert "did not shoot" not in protocol_text(texts, "en", others)


# --- the message ---------------------------------------------------------------------------------------


def test_a_message_holds_as_much_as_there_is_room_for_and_says_where_the_rest_is(
    texts: Texts, locale: str
) -> None:
    whole = protocol_markdown(texts, locale, paper(eventful(), **AFTER), 10_000)
    short = protocol_markdown(texts, locale, paper(eventful(), **AFTER), 1_000)
    more = texts.get(locale, "protocol-more")
    assert len(short) <= 1_000
    assert short.endswith(f"\n{more}")
    assert whole.startswith(short.removesuffix(more))
    assert more not in whole


def test_names_and_words_are_harmless_in_a_message(texts: Texts) -> None:
    table = eventful()
    seats = table.state.seats
    named = replace(seats[0], person=replace(seats[0].person, name="**@everyone**"))
    game = paper(table)
    seat = replace(game.protocol.seats[0], name=named.person.name)
    shown = replace(game.protocol, seats=(seat, *game.protocol.seats[1:]))
    told = protocol_markdown(texts, "en", Paper(game=published(shown)), 10_000)
    assert "**@everyone**" not in told
    assert "@everyone" not in told
    assert "for \\*long\\*" in told


def test_an_answer_fits_a_message_and_brings_both_files(texts: Texts, locale: str) -> None:
    told = paper(eventful(), **AFTER)
    layout = protocol_layout(texts, locale, told)
    assert layout.content_length() <= 4000
    files = protocol_files(texts, locale, told, b"{}")
    assert [file.filename for file in files] == ["protocol-1.txt", "protocol-1.json"]
    readable = files[0].fp.read().decode()
    assert readable.startswith(protocol_text(texts, locale, told))
    assert readable.endswith(sheet_text(texts, locale, told))


def test_a_sheet_too_long_for_the_message_is_in_the_file(texts: Texts) -> None:
    table = eventful()
    protests = tuple(Protest(id=n, user_id=100 + n, seat=n, text="why " * 100, at_ms=1) for n in range(1, 10))
    told = paper(table, protests=protests)
    layout = protocol_layout(texts, "en", told)
    assert layout.content_length() <= 4000
    shown = [item.content for item in layout.walk_children() if isinstance(item, ui.TextDisplay)]
    assert not any("GAME PROTOCOL" in content for content in shown)
    assert b"GAME PROTOCOL" in protocol_files(texts, "en", told, b"{}")[0].fp.read()


def test_rules_without_a_sheet_bring_none(texts: Texts) -> None:
    told = paper(at_table(CLUB))
    readable = protocol_files(texts, "en", told, b"{}")[0].fp.read().decode()
    assert readable == protocol_text(texts, "en", told)


# --- the sheet -----------------------------------------------------------------------------------------


def test_the_sheet_shows_letters_fouls_points_and_extra_points(texts: Texts) -> None:
    rows = sheet_text(texts, "en", paper(eventful(), **AFTER)).splitlines()
    assert " 1  P1              D    □□□□    0.00   0.00" in rows
    assert " 4  P4              S    □□□□    1.00   0.30" in rows
    assert " 7  P7                   ■□□□    1.00   0.00" in rows
    assert " 8  P8                   □□□□    1.00  −0.50" in rows


def test_the_sheet_names_winner_best_move_protests_and_judge(texts: Texts) -> None:
    rows = sheet_text(texts, "en", paper(eventful(), **AFTER)).splitlines()
    foot = ["Winning team: red", "Best move: –", "Protest: 5, 6", "Judge: Judge Dredd"]
    assert [row for row in rows if row in foot] == foot


@pytest.mark.parametrize(
    ("outcome", "word"),
    [(Outcome.BLACK, "black"), (Outcome.DRAW, "draw"), (Outcome.VOID, "none"), (None, "none")],
)
def test_the_sheet_knows_every_outcome(texts: Texts, outcome: Outcome | None, word: str) -> None:
    game = replace(protocol(tuple(at_table().log)), outcome=outcome)
    assert f"Winning team: {word}\n" in sheet_text(texts, "en", Paper(game=published(game)))


def test_who_left_by_a_vote_stands_in_parentheses(texts: Texts) -> None:
    rows = sheet_text(texts, "en", paper(eventful(), **AFTER)).splitlines()
    block = rows.index("Voting 1 (Day 1)")
    assert rows[block + 1 : block + 4] == ["Cand.       Votes", " 5          4", "(6)         6"]


def test_a_revote_and_a_raise_stand_beside_the_vote(texts: Texts) -> None:
    sheet = sheet_text(texts, "en", paper(tied_twice()))
    assert "Cand.       Votes       Revote\n 5          5           5\n 6          5           5\n" in sheet
    assert "Raise: 4 of 10" in sheet


def test_the_sheet_has_room_for_one_revote_and_a_line_for_the_next(texts: Texts) -> None:
    table = at_table()
    table.day()
    table.night(kill=10)
    table.day({2: 5, 3: 6, 4: 7})
    table.vote({5: [1, 2, 3], 6: [4, 5, 6], 7: [7, 8, 9]})
    table.talk()
    table.vote({5: [1, 2, 3, 4], 6: [5, 6, 7, 8], 7: [9]})
    table.talk()
    table.vote({5: [1, 2, 3, 4, 5], 6: [6, 7, 8, 9]})
    block = sheet_text(texts, "en", paper(table)).partition("Voting 1 (Day 2)\n")[2].splitlines()
    assert block == [
        "Cand.       Votes       Revote",
        "(5)         3           4",
        " 6          3           4",
        " 7          3           1",
        "Further revote: 5 – 5, 6 – 4",
    ]


def test_the_sheets_reverse_tells_why_points_were_given_and_taken(texts: Texts) -> None:
    back = sheet_text(texts, "en", paper(eventful(), **AFTER)).partition("Reverse\n")[2].splitlines()
    assert back[:5] == [
        "No. 4: bonus +0.30",
        "No. 6: −0.40, peeped",
        "No. 2: −0.40, game error",
        "No. 3: −0.50, removal",
        "No. 8: −0.50, removal",
    ]
    assert back[5] == "No. 1, player 5: “the shot” – open"
    assert back[-1].strip() == "all was well"


def test_a_name_neither_breaks_the_columns_nor_the_block(texts: Texts) -> None:
    game = protocol(tuple(at_table().log))
    names = ("```王伟王伟王伟王伟王伟", "e\u0301" * 20, "🦊" * 20)
    seats = (
        tuple(replace(seat, name=name) for seat, name in zip(game.seats, names, strict=False))
        + game.seats[3:]
    )
    rows = sheet_text(texts, "en", Paper(game=published(replace(game, seats=seats)))).splitlines()
    assert not any("`" in row for row in rows)
    wide = [row for row in rows if row.startswith((" 1 ", " 2 ", " 3 "))]
    assert [cell_len(row.partition("□")[0]) for row in wide] == [25] * 3
