"""What a spectator sees of the table at this moment: places, phase and clock, and one player's hand."""

import re

from mafiabot.engine.public import public_view
from mafiabot.engine.state import GameState
from mafiabot.engine.views import PhaseName, PublicView, SeatView
from mafiabot.lab.rendering import Line, lines_of, plain
from mafiabot.lab.ring import Middle, Place
from mafiabot.lab.stage import Stage
from mafiabot.ui import panel_lines
from mafiabot.ui.texts import Say, Texts

NOMINATED, AWAY, FOUL = "☝", "⌁", "!"
SPEAKS = "🎙️"
_BOLD = re.compile(r"\*\*(.+?)\*\*")


def places(stage: Stage) -> list[Place]:
    """The seats taken so far; who is heard comes from the local Discord, not from the judge."""
    state = stage.book.state
    if state is None:
        return []
    view = public_view(state)
    audible = stage.local.core.timelines.audible.running
    return [
        Place(
            number=seat.number,
            name=stage.local.core.world.users[seat.person.user_id].display,
            heard=(stage.guild.id, seat.person.user_id) in audible and _playing(view),
            out=not state.seat(seat.number).alive,
            marks=marks(seat),
        )
        for seat in view.seats
    ]


def marks(seat: SeatView) -> str:
    """The signs behind a seat's name."""
    return FOUL * seat.fouls + NOMINATED * seat.nominated + AWAY * seat.away


def _playing(view: PublicView) -> bool:
    return view.phase not in (PhaseName.LOBBY, PhaseName.READY_CHECK)


def middle(stage: Stage) -> Middle:
    """Phase and clock."""
    state = stage.book.state
    if state is None:
        return Middle(phase="")
    view, say = public_view(state), Texts.load().say(stage.options.language)
    until_ms, whole_ms = _clock(state, view)
    return Middle(
        phase=panel_lines.phase(say, view),
        line=_heading(_line(say, view)),
        left_ms=None if until_ms is None else until_ms - stage.clock.now_ms(),
        whole_ms=whole_ms,
    )


def _clock(state: GameState, view: PublicView) -> tuple[int | None, int | None]:
    if view.floor is not None:
        return view.floor.until_ms, view.floor.granted_ms
    if view.vote is not None or view.raise_vote is not None:
        rules = state.ruleset
        whole_ms = rules.vote_window_ms if view.vote is not None else rules.raise_window_s * 1000
        return view.until_ms, whole_ms
    return view.until_ms, None if view.until_ms is None else view.until_ms - view.phase_since_ms


def _line(say: Say, view: PublicView) -> str:
    if view.paused:
        return say("panel-paused")
    if view.floor is not None:
        return (
            say(f"panel-floor-{view.floor.kind.value}", who=str(view.floor.seat)).removeprefix(SPEAKS).strip()
        )
    if view.night_step is not None:
        return say(f"panel-night-{view.night_step.value}")
    if view.vote is not None:
        return f"→ {view.vote.candidate}"
    if view.raise_vote is not None:
        return "→ " + ", ".join(str(seat) for seat in view.raise_vote.tied)
    return ""


def _heading(text: str) -> str:
    """What stands in bold, else all of it without its signs."""
    bold = _BOLD.search(text)
    return (bold[1] if bold else text.removeprefix(SPEAKS)).strip()


def hand(stage: Stage, seat: int) -> tuple[str, list[Line]]:
    """Whose hand, and what his client shows of it now, spoilers opened."""
    try:
        player = stage.company.player(seat)
    except LookupError:
        return f"{seat}", []
    spotted = player.scene.hand
    lines = [] if spotted is None else lines_of(spotted.seen.payload, stage.reading())
    return f"{seat} · {player.person.user.display}", [line for line in lines if plain(line).strip()]
