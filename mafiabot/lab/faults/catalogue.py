"""Every deliberate bug: what is planted, who must be at the table, and the oracle that must catch it."""

from collections.abc import Callable
from dataclasses import dataclass

from mafiabot.bot.planted import NOTHING_PLANTED, Planted
from mafiabot.bot.planted_hands import bars_as_wide_as_their_words, blacks_see_more, buttons_of_nobody
from mafiabot.lab.faults import people, ports, rules
from mafiabot.lab.game import Audience
from mafiabot.lab.options import Language

SEEDS = (3, 4, 5, 6, 7, 8)
UNTIL_S = 7_200


@dataclass(frozen=True, slots=True, kw_only=True)
class Company:
    """A table: who sits there, and `script`, what they do beside playing.

    `twin`: the evening is played twice, the second time with this script, and the two are compared.
    """

    preset: str = "club"
    seats: int = 8
    people: str = "obedient"
    language: Language = "en"
    give_up_s: int = UNTIL_S
    latency_ms: tuple[float, float] = (20.0, 80.0)
    script: Audience | None = None
    twin: Audience | None = None

    @property
    def name(self) -> str:
        """Who sits there, in a line."""
        limit = "" if self.give_up_s == UNTIL_S else f" for {self.give_up_s} s"
        script = self.script or self.twin
        doing = "" if script is None else f", {script.__name__}"
        rules = "" if self.preset == "club" else f"{self.preset}: "
        return f"{rules}{self.seats} {self.people} ({self.language}){limit}{doing}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """`plant` makes the bug anew for every game; `oracle` must object to it, by its name."""

    name: str
    oracle: str
    plant: Callable[[], Planted]
    company: Company = Company()
    seeds: tuple[int, ...] = SEEDS


SILENT = Company(people="silent")
"""Nobody ends his speech early."""

RETURNING = Company(script=people.leaves_muted_and_returns)
LATE_VOTERS = Company(people="silent", script=people.votes_late)
OLD_BUTTONS = Company(people="silent", script=people.keeps_old_buttons)
TWINS = Company(twin=people.writes_a_secret, latency_ms=(40.0, 40.0))
"""With one latency for all an unnoticed deed leaves the rest of the evening as it was."""

RUSSIAN = Company(language="ru")
CLASSIC = Company(preset="classic", seats=10)
TOURNAMENT = Company(preset="tournament", seats=10)
SHORT = Company(give_up_s=1_200)


def nothing() -> Planted:
    """No bug."""
    return NOTHING_PLANTED


FAULTS = (
    Fault(
        name="nobody is unmuted at the end",
        oracle="left muted",
        plant=lambda: Planted(frees_at_end=False),
    ),
    Fault(
        name="the clock starts with the floor, heard or not",
        oracle="length of a speech",
        plant=lambda: Planted(decide=rules.clock_starts_with_the_floor),
        company=SILENT,
    ),
    Fault(
        name="a night without a sheriff is shorter",
        oracle="night as seen",
        plant=lambda: Planted(decide=rules.no_step_for_a_dead_sheriff),
    ),
    Fault(
        name="a vote after the window counts",
        oracle="late vote",
        plant=lambda: Planted(decide=rules.late_votes_count),
        company=LATE_VOTERS,
    ),
    Fault(
        name="only the mafia is muted again at night",
        oracle="edits at night",
        plant=ports.blacks_are_muted_again,
    ),
    Fault(
        name="every announcement is made twice",
        oracle="said twice",
        plant=ports.everything_is_said_twice,
    ),
    Fault(
        name="who is away at the end is owed nothing",
        oracle="left muted",
        plant=lambda: Planted(pays_debts=False),
        company=RETURNING,
    ),
    Fault(
        name="a button of a former floor ends the present one",
        oracle="stale finish",
        plant=lambda: Planted(decide=rules.any_finish_counts),
        company=OLD_BUTTONS,
    ),
    Fault(
        name="the audit log names roles",
        oracle="role in a reason",
        plant=ports.reasons_tell_roles,
    ),
    Fault(
        name="an announcement in English at a Russian table",
        oracle="language",
        plant=lambda: Planted(messenger=ports.EnglishMornings),
        company=RUSSIAN,
    ),
    Fault(
        name="member edits are cancelled",
        oracle="edit given up",
        plant=lambda: Planted(voice=lambda voice, _: ports.CancelledEdits(voice)),
    ),
    Fault(
        name="hands have buttons nobody answers",
        oracle="unanswered",
        plant=lambda: Planted(hand_layout=buttons_of_nobody),
        company=SHORT,
    ),
    Fault(
        name="the former speaker is muted late",
        oracle="heard without the floor",
        plant=lambda: Planted(voice=ports.LateMutes),
    ),
    Fault(
        name="public ids count secret events",
        oracle="public ids",
        plant=lambda: Planted(messenger=ports.CountingIds),
        company=TWINS,
    ),
    Fault(
        name="the mafia's hands look otherwise",
        oracle="hand shape",
        plant=lambda: Planted(hand_layout=blacks_see_more),
    ),
    Fault(
        name="bars over secrets are as wide as these",
        oracle="hand shape",
        plant=lambda: Planted(hand_layout=bars_as_wide_as_their_words),
    ),
    Fault(
        name="the role of the killed is announced",
        oracle="role in public",
        plant=ports.the_dead_are_told,
    ),
    Fault(
        name="a pause leaves the speaker his microphone",
        oracle="heard in spite of it",
        plant=ports.pauses_mute_nobody,
        company=TOURNAMENT,
    ),
    Fault(
        name="the panel shows no fouls",
        oracle="panel",
        plant=lambda: Planted(messenger=ports.ForgivingPanels),
        company=TOURNAMENT,
    ),
    Fault(
        name="a vote is held in spite of a removal",
        oracle="vote after a removal",
        plant=lambda: Planted(decide=rules.votes_in_spite_of_removals),
        company=CLASSIC,
        seeds=(4, 5, 8),
    ),
    Fault(
        name="signs are shown to the red, too",
        oracle="sign",
        plant=ports.signs_are_told,
        company=CLASSIC,
    ),
    Fault(
        name="the morning tells the shots",
        oracle="shot or check in public",
        plant=ports.shots_are_told,
    ),
)
