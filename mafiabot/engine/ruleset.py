"""A `Ruleset` is every option of the rulebook's section 2, by value, pinned into a game.

Field names, values and the three presets are the rulebook's. `problems` (in `ruleset_problems`) names
what may not be combined; nothing here knows how an option is played.
"""

from dataclasses import dataclass
from enum import StrEnum


class Preset(StrEnum):
    CLUB = "club"
    CLASSIC = "classic"
    TOURNAMENT = "tournament"


class NineSeats(StrEnum):
    FEWER_BLACK = "fewer_black"
    EMPTY_NUMBER = "empty_number"


class Seating(StrEnum):
    JOIN_ORDER = "join_order"
    RANDOM = "random"


class PlanMode(StrEnum):
    STATIC = "static"
    STATIC_OR_DYNAMIC = "static_or_dynamic"


class PlanAuthor(StrEnum):
    DON = "don"
    TEAM = "team"


class Night0Reveal(StrEnum):
    SHERIFF_REMINDER = "sheriff_reminder"
    WAKE_AND_LOOK = "wake_and_look"
    BLIND_SIGNAL = "blind_signal"


class OpenerRotation(StrEnum):
    NEXT_LIVING_AFTER_LAST_OPENER = "next_living_after_last_opener"
    POINTER = "pointer"
    ABSOLUTE_DAY_INDEX = "absolute_day_index"


class Day0Vote(StrEnum):
    SKIP_SINGLE = "skip_single"
    NONE = "none"
    SPEECH_ONLY = "speech_only"
    RAISE_ONLY = "raise_only"


class RevoteOrder(StrEnum):
    SAME = "same"
    REVERSED = "reversed"


class TieRepeat(StrEnum):
    SAME_SET = "same_set"
    IDENTICAL_DIVISION = "identical_division"


class RaiseThreshold(StrEnum):
    MORE_THAN_HALF_OF_LIVING = "more_than_half_of_living"


class RaiseCap(StrEnum):
    HALF_OF_LIVING = "half_of_living"
    NOT_WHOLE_TABLE = "not_whole_table"
    WHOLE_TABLE_DRAW = "whole_table_draw"


class ThirdFoul(StrEnum):
    LOSE_SPEECH = "lose_speech"
    SHORT_30 = "short_30"
    NOTHING = "nothing"


class RemovalCancelsVote(StrEnum):
    NONE = "none"
    NEXT = "next"
    FIIM = "fiim"


class ShotTargets(StrEnum):
    LIVING = "living"
    ALL_SEATS = "all_seats"


class NoShot(StrEnum):
    MISS = "miss"
    MISS_AND_NOTE = "miss_and_note"


class BestMoveCondition(StrEnum):
    ALWAYS = "always"
    NO_DAY0_VOTE_OUT = "no_day0_vote_out"
    AT_MOST_ONE_DAY0_VOTE_OUT = "at_most_one_day0_vote_out"


class BestMoveWhen(StrEnum):
    MORNING = "morning"
    NIGHT = "night"


class DrawRule(StrEnum):
    OFF = "off"
    THREE_COMBAT_NIGHTS = "three_combat_nights"


class DrawResetsOn(StrEnum):
    VOTE_OR_SHOT = "vote_or_shot"
    ANY_DEPARTURE = "any_departure"


class Scoring(StrEnum):
    OFF = "off"
    TOURNAMENT = "tournament"


class ProtocolKind(StrEnum):
    RECORD = "record"
    SHEET = "sheet"


class CiFormula(StrEnum):
    B40_CAP04 = "b40_cap04"
    B40_CAP05 = "b40_cap05"
    OFF = "off"


class CiNeedsBlack(StrEnum):
    ALWAYS = "always"
    ON_WIN = "on_win"
    NEVER = "never"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """All options of one game. Durations carry their unit in the name; `None` = parent option off."""

    preset: Preset = Preset.CLUB
    table_sizes: tuple[int, int] = (6, 12)
    nine_seats: NineSeats | None = NineSeats.FEWER_BLACK
    seating: Seating = Seating.JOIN_ORDER
    host_swap: bool = True
    plan_mode: PlanMode = PlanMode.STATIC
    plan_author: PlanAuthor = PlanAuthor.DON
    night0_reveal: Night0Reveal = Night0Reveal.SHERIFF_REMINDER
    night0_reveal_s: int = 10
    free_seating_s: int = 15
    opener_rotation: OpenerRotation = OpenerRotation.NEXT_LIVING_AFTER_LAST_OPENER
    day0_nominee_cap: int | None = 2
    day0_vote: Day0Vote = Day0Vote.SKIP_SINGLE
    night_victim_nominates: bool = False
    vote_window_ms: int = 5000
    vote_settle_ms: int = 1000
    revote_order: RevoteOrder = RevoteOrder.SAME
    tie_repeat: TieRepeat = TieRepeat.SAME_SET
    raise_threshold: RaiseThreshold = RaiseThreshold.MORE_THAN_HALF_OF_LIVING
    raise_cap: RaiseCap = RaiseCap.HALF_OF_LIVING
    raise_two_of_four: bool = True
    raise_three_of_nine: bool = True
    fouls: bool = False
    third_foul: ThirdFoul | None = None
    third_foul_at_3_or_4: ThirdFoul | None = None
    lost_speech_s: int | None = None
    removal_cancels_vote: RemovalCancelsVote = RemovalCancelsVote.NONE
    ppk: bool = False
    shot_targets: ShotTargets = ShotTargets.LIVING
    no_shot: NoShot = NoShot.MISS
    shot_window_s: int = 20
    check_s: int = 15
    best_move_condition: BestMoveCondition = BestMoveCondition.ALWAYS
    best_move_when: BestMoveWhen = BestMoveWhen.MORNING
    best_move_s: int = 20
    draw_rule: DrawRule = DrawRule.THREE_COMBAT_NIGHTS
    draw_resets_on: DrawResetsOn | None = DrawResetsOn.VOTE_OR_SHOT
    final_speech: bool = False
    scoring: Scoring = Scoring.OFF
    protocol: ProtocolKind = ProtocolKind.RECORD
    ci_formula: CiFormula = CiFormula.OFF
    ci_win_factor_hundredths: int | None = None
    ci_needs_black: CiNeedsBlack | None = None
    protest_s: int = 0
    outcry_s: int = 0
    first_day_label: int = 1
    deal_s: int = 60
    night_open_s: int = 10
    absence_s: int = 180
    award_s: int = 0
    finish_lock_s: int = 2
    pause_max_s: int = 900
    speech_s: int = 60
    defence_s: int = 30
    last_word_s: int = 60
    mafia_minute_s: int = 60
    raise_window_s: int = 10
    mic_wait_s: int = 8
    reconnect_s: int = 60


CLUB = Ruleset()

# What the other two leave out is the club's value.
CLASSIC = Ruleset(
    preset=Preset.CLASSIC,
    table_sizes=(10, 10),
    nine_seats=NineSeats.EMPTY_NUMBER,
    seating=Seating.RANDOM,
    host_swap=False,
    plan_mode=PlanMode.STATIC_OR_DYNAMIC,
    plan_author=PlanAuthor.TEAM,
    night0_reveal=Night0Reveal.WAKE_AND_LOOK,
    free_seating_s=0,
    day0_nominee_cap=None,
    vote_window_ms=3000,
    raise_cap=RaiseCap.NOT_WHOLE_TABLE,
    fouls=True,
    third_foul=ThirdFoul.LOSE_SPEECH,
    third_foul_at_3_or_4=ThirdFoul.LOSE_SPEECH,
    lost_speech_s=10,
    removal_cancels_vote=RemovalCancelsVote.NEXT,
    shot_targets=ShotTargets.ALL_SEATS,
    best_move_condition=BestMoveCondition.NO_DAY0_VOTE_OUT,
    best_move_when=BestMoveWhen.NIGHT,
    draw_rule=DrawRule.OFF,
    draw_resets_on=None,
    final_speech=True,
    protocol=ProtocolKind.SHEET,
    first_day_label=0,
    absence_s=300,
)

TOURNAMENT = Ruleset(
    preset=Preset.TOURNAMENT,
    table_sizes=(10, 10),
    nine_seats=None,
    seating=Seating.RANDOM,
    host_swap=False,
    night0_reveal=Night0Reveal.BLIND_SIGNAL,
    free_seating_s=40,
    day0_nominee_cap=None,
    vote_window_ms=3000,
    raise_cap=RaiseCap.NOT_WHOLE_TABLE,
    fouls=True,
    third_foul=ThirdFoul.LOSE_SPEECH,
    third_foul_at_3_or_4=ThirdFoul.SHORT_30,
    lost_speech_s=10,
    removal_cancels_vote=RemovalCancelsVote.FIIM,
    ppk=True,
    shot_targets=ShotTargets.ALL_SEATS,
    no_shot=NoShot.MISS_AND_NOTE,
    check_s=10,
    best_move_when=BestMoveWhen.NIGHT,
    draw_resets_on=DrawResetsOn.ANY_DEPARTURE,
    final_speech=True,
    scoring=Scoring.TOURNAMENT,
    protocol=ProtocolKind.SHEET,
    ci_formula=CiFormula.B40_CAP04,
    ci_win_factor_hundredths=50,
    ci_needs_black=CiNeedsBlack.ALWAYS,
    protest_s=600,
    absence_s=300,
    award_s=1200,
)
