"""What people understand: patterns of their own for every visible word they act on, in three languages.

Nothing is taken from the bot. Who plays in Ukrainian looks for a button that says something like
"Сісти за стіл"; if the bot says it otherwise, he does not find it, as a stranger would not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache

from . import phrases_en, phrases_ru, phrases_uk


class Phrase(StrEnum):
    """Something visible that has a meaning; the groups below say where each is looked for."""

    JOIN = "join"
    LEAVE = "leave"
    READY = "ready"
    HAND = "hand"
    FINISH = "finish"
    CRY_OUT = "cry_out"
    HISTORY = "history"
    RULES = "rules"
    VOTE = "vote"
    RAISE_YES = "raise_yes"
    RAISE_NO = "raise_no"
    PLAN_CLEAR = "plan_clear"
    GIVE_UP = "give_up"
    GIVE_UP_CONFIRM = "give_up_confirm"
    BACK = "back"
    SIGN = "sign"

    NOMINATE = "nominate"
    NAME_BEST_MOVE = "name_best_move"
    ADD_TO_PLAN = "add_to_plan"
    SHOOT = "shoot"
    CHECK = "check"
    NO_SHOT = "no_shot"

    CIVILIAN = "civilian"
    SHERIFF = "sheriff"
    MAFIA = "mafia"
    DON = "don"

    LOBBY = "lobby"
    READY_CHECK = "ready_check"
    DEALING = "dealing"
    MAFIA_MINUTE = "mafia_minute"
    REVEAL = "reveal"
    REVEAL_DON = "reveal_don"
    REVEAL_SHERIFF = "reveal_sheriff"
    FREE_SEATING = "free_seating"
    NIGHT_OPEN = "night_open"
    SHOTS = "shots"
    DON_CHECK = "don_check"
    SHERIFF_CHECK = "sheriff_check"
    TALK = "talk"
    SETTLING = "settling"
    RAISE = "raise"
    VOTING = "voting"
    ENDED = "ended"

    PAUSED = "paused"
    NIGHT = "night"
    DAY = "day"

    SPEECH = "speech"
    DEFENCE = "defence"
    LAST_WORD = "last_word"
    BEST_MOVE = "best_move"
    LOST = "lost"
    EXTRA = "extra"

    NIGHT_FALLS = "night_falls"
    CANDIDATES = "candidates"
    RECANDIDATES = "recandidates"
    NOMINEE = "nominee"
    VOTES_FOR = "votes_for"
    MORNING = "morning"
    UNDONE = "undone"
    ABSENT = "absent"
    FOULS = "fouls"

    ACT_FOUL = "act_foul"
    ACT_REMOVAL = "act_removal"
    ACT_NOMINATION = "act_nomination"

    RED_WON = "red_won"
    BLACK_WON = "black_won"
    DRAWN = "drawn"
    STOPPED = "stopped"
    VOID = "void"
    CLOSED = "closed"

    MY_SEAT = "my_seat"
    MY_ROLE = "my_role"
    MY_PARTNERS = "my_partners"
    MY_PLAN = "my_plan"
    MY_CHECKS = "my_checks"
    MY_PICK = "my_pick"
    IS_BLACK = "is_black"
    IS_SHERIFF = "is_sheriff"


BUTTONS = (
    *(Phrase.JOIN, Phrase.LEAVE, Phrase.READY, Phrase.HAND, Phrase.FINISH, Phrase.HISTORY, Phrase.RULES),
    *(Phrase.VOTE, Phrase.RAISE_YES, Phrase.RAISE_NO, Phrase.PLAN_CLEAR),
    *(Phrase.GIVE_UP_CONFIRM, Phrase.GIVE_UP, Phrase.BACK, Phrase.SIGN, Phrase.CRY_OUT),
)
SELECTS = (Phrase.NOMINATE, Phrase.NAME_BEST_MOVE, Phrase.ADD_TO_PLAN, Phrase.SHOOT, Phrase.CHECK)
ROLES = (Phrase.CIVILIAN, Phrase.SHERIFF, Phrase.MAFIA, Phrase.DON)
NIGHT_STEPS = (
    *(Phrase.MAFIA_MINUTE, Phrase.REVEAL, Phrase.REVEAL_DON, Phrase.REVEAL_SHERIFF),
    *(Phrase.FREE_SEATING, Phrase.NIGHT_OPEN),
    *(Phrase.SHOTS, Phrase.DON_CHECK, Phrase.SHERIFF_CHECK),
)
STAGES = (
    *(Phrase.LOBBY, Phrase.READY_CHECK, Phrase.DEALING, *NIGHT_STEPS),
    *(Phrase.TALK, Phrase.SETTLING, Phrase.RAISE, Phrase.VOTING, Phrase.ENDED),
)
FLOORS = (*(Phrase.DEFENCE, Phrase.LAST_WORD, Phrase.BEST_MOVE, Phrase.LOST, Phrase.EXTRA, Phrase.SPEECH),)
OUTCOMES = (Phrase.RED_WON, Phrase.BLACK_WON, Phrase.DRAWN, Phrase.STOPPED, Phrase.VOID)
HAND_LINES = (
    *(Phrase.MY_SEAT, Phrase.MY_ROLE, Phrase.MY_PARTNERS),
    *(Phrase.MY_PLAN, Phrase.MY_CHECKS, Phrase.MY_PICK),
)


class PhraseBook:
    """The phrases of one language; case does not matter."""

    def __init__(self, language: str, patterns: Mapping[str, str]) -> None:
        self.language = language
        self._patterns = {
            Phrase(name): re.compile(pattern, re.IGNORECASE) for name, pattern in patterns.items()
        }
        if missing := set(Phrase) - self._patterns.keys():
            raise ValueError(f"{language} lacks {sorted(missing)}")

    def match(self, phrase: Phrase, text: str) -> re.Match[str] | None:
        """Where a text says this, if it does."""
        return self._patterns[phrase].search(text)

    def which(self, text: str, among: Iterable[Phrase]) -> Phrase | None:
        """The first phrase of a group that a text says."""
        return next((phrase for phrase in among if self._patterns[phrase].search(text)), None)


_LANGUAGES = {"ru": phrases_ru.PATTERNS, "uk": phrases_uk.PATTERNS, "en": phrases_en.PATTERNS}


@cache
def book(language: str) -> PhraseBook:
    """The book of a language: ru, uk or en."""
    return PhraseBook(language, _LANGUAGES[language])
