"""What is said aloud at the table, and nothing else: one announcement for one public event.

`announcement_for` reads only what the table may know; texts are the catalogues' business.
"""

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    GAME_OPENED = "game_opened"  # ready check passed: commitment, seats, who judges
    NIGHT_FALLS = "night_falls"
    MORNING = "morning"
    FLOOR = "floor"
    NOMINEE = "nominee"
    VOTE_OPENS = "vote_opens"
    VOTE_SKIPPED = "vote_skipped"
    WINDOW = "window"
    WINDOW_RESULT = "window_result"
    TIE = "tie"
    RAISE_WINDOW = "raise_window"
    RAISE_RESULT = "raise_result"
    NOBODY_LEAVES = "nobody_leaves"
    VOTED_OUT = "voted_out"
    GONE = "gone"  # walked out, or removed
    BEST_MOVE = "best_move"
    FOUL = "foul"
    FOUL_TAKEN_BACK = "foul_taken_back"
    FOUL_SERVED = "foul_served"  # the third one's consequence
    TEAM_LOST = "team_lost"
    UNDONE = "undone"
    JUDGE = "judge"
    SUBSTITUTED = "substituted"
    TIME_CHANGED = "time_changed"
    PHASE_CUT = "phase_cut"
    PAUSED = "paused"
    RESUMED = "resumed"
    VERDICT = "verdict"
    # notes to the moderator, said to the table since he may have no private message of ours open
    HANDS_UNOPENED = "hands_unopened"
    MIC_NOT_SEEN = "mic_not_seen"
    WINDOW_ESTIMATED = "window_estimated"
    PAUSE_OVERDUE = "pause_overdue"
    ABSENCE_ASKED = "absence_asked"
    MUTE_REFUSED = "mute_refused"
    STUCK = "stuck"
    MIC_BY_HAND = "mic_by_hand"
    NAMES_KEPT = "names_kept"
    STORE_AWAY = "store_away"
    STORE_BACK = "store_back"
    TABLE_LOST = "table_lost"
    REWOUND = "rewound"


NOTES = frozenset(
    {
        Kind.HANDS_UNOPENED,
        Kind.MIC_NOT_SEEN,
        Kind.WINDOW_ESTIMATED,
        Kind.PAUSE_OVERDUE,
        Kind.ABSENCE_ASKED,
        Kind.MUTE_REFUSED,
        Kind.STUCK,
        Kind.MIC_BY_HAND,
        Kind.NAMES_KEPT,
        Kind.STORE_AWAY,
        Kind.STORE_BACK,
        Kind.TABLE_LOST,
        Kind.REWOUND,
    }
)

NOTE_MARK = 100_000_000
_NOTE_MARKS = {kind: NOTE_MARK * n for n, kind in enumerate((k for k in Kind if k in NOTES), 1)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """`seq`: number of the event in the log; `step`: its public step; `window_no` where a window is meant.

    `seats`: whom it concerns, in the order to say them (the tied, the voters, who left, the named …).
    `seat`: the one it is about (speaker, nominee, candidate). `others`: a second list (unused votes, "no").
    `number`: of the night, the day, the round, the foul; how many steps were undone.
    `length_ms`: of the floor, the window or the outcry; a change of time may be negative.
    `cause`: the event's code where it has several forms (skipped because…, gone because…, tie → next).
    `flag`: the raise passed · who left is removed · the floor goes on after an interruption.
    `text`: the judge's own words, as he wrote them.
    """

    kind: Kind
    seq: int
    step: int
    seat: int | None = None
    seats: tuple[int, ...] = ()
    others: tuple[int, ...] = ()
    number: int | None = None
    window_no: int | None = None
    length_ms: int | None = None
    cause: str = ""
    flag: bool = False
    text: str = ""

    @property
    def mark(self) -> int:
        """By what its message is recognised: the public step; notes, which share one, are told apart."""
        return self.step + _NOTE_MARKS.get(self.kind, 0)
