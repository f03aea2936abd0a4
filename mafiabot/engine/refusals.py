"""A refused command is a `Refusal` value: a reason with a code, and what the text needs to say it.

Every reason is worded in every language (a test holds it). Exceptions mean a bug, never a refusal.
"""

from dataclasses import dataclass
from enum import StrEnum


class Reason(StrEnum):
    """Why a command changes nothing. The comment names the params the text may use."""

    # who asks
    NOT_SEATED = "not_seated"
    NOT_MODERATOR = "not_moderator"
    NOT_ALIVE = "not_alive"
    ALREADY_SEATED = "already_seated"  # seat
    ALREADY_WAITING = "already_waiting"
    SEATED_ELSEWHERE = "seated_elsewhere"  # user (id), table
    # the table
    NO_TABLE = "no_table"
    TABLE_OPEN_HERE = "table_open_here"
    TABLE_STUCK = "table_stuck"
    BAD_RULESET = "bad_ruleset"  # problems (field: reason, comma-separated)
    UNKNOWN_PRESET = "unknown_preset"  # preset
    WRONG_PHASE = "wrong_phase"
    GAME_OVER = "game_over"
    GAME_NOT_OVER = "game_not_over"
    NOT_ALLOWED_BY_RULES = "not_allowed_by_rules"  # what a preset does not know (fouls in club)
    # lobby and start
    TOO_FEW = "too_few"  # have, need
    TOO_MANY = "too_many"  # have, most
    NOT_IN_VOICE = "not_in_voice"  # seats (list of names)
    NOT_READY_CHECK = "not_ready_check"
    ALREADY_READY = "already_ready"
    NO_WORDS_NOW = "no_words_now"
    NO_WORDS_HERE = "no_words_here"  # the table deals without the players' words
    WORD_STANDS = "word_stands"  # who is ready has settled it
    WORD_TOO_LONG = "word_too_long"  # most
    WORD_UNREADABLE = "word_unreadable"
    SEAT_NOT_OCCUPIED = "seat_not_occupied"  # seat
    SAME_SEAT = "same_seat"
    SWAP_AFTER_DEAL = "swap_after_deal"
    # the floor
    NOT_YOUR_FLOOR = "not_your_floor"
    FINISH_LOCKED = "finish_locked"
    TOO_LATE = "too_late"
    TOO_EARLY = "too_early"
    # an outcry
    NO_OUTCRY = "no_outcry"  # not now: in a last word, a best move, a vote, at night
    OUTCRY_RUNS = "outcry_runs"  # seat
    HAS_FLOOR = "has_floor"
    FLOOR_IS_HIS = "floor_is_his"
    OUT_OF_CHANNEL = "out_of_channel"
    # nominations
    NOMINATE_ONLY_IN_SPEECH = "nominate_only_in_speech"
    ALREADY_NOMINATED_ONE = "already_nominated_one"  # seat
    ALREADY_ON_LIST = "already_on_list"  # seat
    SEAT_NOT_ALIVE = "seat_not_alive"  # seat
    LIST_FULL = "list_full"  # cap
    # votes
    NO_WINDOW = "no_window"
    OTHER_WINDOW = "other_window"
    ALREADY_VOTED = "already_voted"  # seat (whom for) or none
    NOT_A_CANDIDATE = "not_a_candidate"  # seat
    # night
    NOT_YOUR_ROLE = "not_your_role"
    STALE_HAND = "stale_hand"
    PLAN_TOO_LONG = "plan_too_long"
    NOT_A_SEAT = "not_a_seat"  # seat
    OWN_SEAT = "own_seat"
    ALREADY_CHECKED = "already_checked"
    PRESSED_SINCE = "pressed_since"
    TOO_MANY_NAMED = "too_many_named"  # most
    NAMED_TWICE = "named_twice"
    ALREADY_NAMED = "already_named"
    SIGN_TOO_LONG = "sign_too_long"  # most
    # the judge
    NOT_JUDGE = "not_judge"
    JUDGE_IS_SEATED = "judge_is_seated"  # who sits at the table cannot judge it
    ALREADY_JUDGE = "already_judge"
    NO_CO_JUDGE = "no_co_judge"
    NOT_AT_TABLE = "not_at_table"  # seat: has left, and has no word any more
    NO_FOUL = "no_foul"  # seat
    NO_FLOOR = "no_floor"
    FLOOR_JUST_GIVEN = "floor_just_given"
    NOT_TO_BE_CUT = "not_to_be_cut"  # a phase that the rules let run to its end
    TIME_STANDS = "time_stands"  # nothing runs whose time could be changed
    NOT_ASKED = "not_asked"  # seat: nobody has to be waited for
    SUBSTITUTE_TOO_LATE = "substitute_too_late"
    NOT_AWAY = "not_away"  # seat
    NOT_WAITING = "not_waiting"
    KNOWS_ROLES = "knows_roles"  # has judged this game, or has held another card in it
    NOTHING_TO_UNDO = "nothing_to_undo"
    # pause
    ALREADY_PAUSED = "already_paused"
    NOT_PAUSED = "not_paused"
    PAUSED = "paused"
    # came too late or changes nothing; a person is shown his hand or panel instead of a text
    NOT_DUE = "not_due"
    NOTHING_TO_DO = "nothing_to_do"


Param = int | str | tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """`params` are (name, value) pairs in the order of the text."""

    reason: Reason
    params: tuple[tuple[str, Param], ...] = ()


def refuse(reason: Reason, **params: Param) -> Refusal:
    return Refusal(reason=reason, params=tuple(params.items()))
