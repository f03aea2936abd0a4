"""How things look in the terminal: colours by meaning, lines of a message as styled text."""

from rich.style import Style
from rich.text import Text

from mafiabot.lab.rendering import Line
from mafiabot.playground.oracles import Violation

JUDGE = Style(color="cyan")
PERSON = Style(color="yellow")
SPEAKING = Style(color="green", bold=True)
LIVING = Style()
OUT = Style(dim=True, strike=True)
QUIET = Style(dim=True)
GOOD = Style(color="green", bold=True)
BAD = Style(color="red", bold=True)
TEAM = {"red": Style(color="red", bold=True), "black": Style(color="magenta", bold=True)}

_LOOKS = {
    "bold": Style(bold=True),
    "italic": Style(italic=True),
    "under": Style(underline=True),
    "head": Style(bold=True),
    "code": Style(color="cyan"),
    "mention": Style(color="blue"),
    "time": Style(color="yellow"),
    "spoiler": Style(color="magenta"),
    "control": Style(color="green"),
    "dim": Style(dim=True),
}


EMOJI_STYLE = "\ufe0f"  # terminals and Rich disagree on how wide it makes a sign


def styled(line: Line) -> Text:
    """A line of a message with its looks."""
    text = Text(no_wrap=False, overflow="fold")
    for span in line:
        style = Style()
        for look in sorted(span.look):
            style += _LOOKS.get(look, Style())
        text.append(span.text.replace(EMOJI_STYLE, ""), style)
    return text


def told(violation: Violation) -> Text:
    """A violation as one line; its moment is game time."""
    text = Text("✗ ", style=BAD)
    text.append(f"{violation.at_ms / 1000:8.1f} s  {violation.moment}  ", QUIET)
    text.append(violation.what)
    return text
