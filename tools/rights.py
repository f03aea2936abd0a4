"""Writes the table of rights into docs/trust.md, between its two marks; `--check`: is it up to date?"""

import sys
from collections.abc import Iterator
from pathlib import Path

from mafiabot.cogs.rights import CONTROLS, JUDGE, MAFIA, MENUS, Beside, Deed
from mafiabot.engine.views import PhaseName
from mafiabot.lab.trust.cast import COLUMNS, Kind, usual_offices

PAGE = Path(__file__).parent.parent / "docs" / "trust.md"
BEGIN, END = "<!-- rights: made by tools/rights.py -->", "<!-- /rights -->"
LETTERS = {
    PhaseName.LOBBY: "L",
    PhaseName.READY_CHECK: "R",
    PhaseName.DEALING: "D",
    PhaseName.NIGHT: "N",
    PhaseName.TALK: "T",
    PhaseName.SETTLING: "S",
    PhaseName.VOTE: "V",
    PhaseName.RAISE_VOTE: "W",
    PhaseName.ENDED: "E",
}
MAY, SEES, REFUSED = "●", "○", "·"
GROUPS = (
    ("`/mafia`", {f"`{name}`": deed for name, deed in MAFIA.items()}),
    ("`/judge`", {f"`{name}`": deed for name, deed in JUDGE.items()}),
    ("Context menus", {name.capitalize(): deed for name, deed in MENUS.items()}),
    ("Buttons, selects, forms", {f"`{action.value}`": deed for action, deed in CONTROLS.items()}),
)


def tables() -> str:
    """Every group as a table of its own."""
    return "\n".join(line for title, deeds in GROUPS for line in _table(title, deeds))


def _table(title: str, deeds: dict[str, Deed]) -> Iterator[str]:
    heads = [title, "when", *(kind.value for kind in COLUMNS)]
    yield ""
    yield f"| {' | '.join(heads)} |"
    yield "|" + "---|" * len(heads)
    for name, deed in deeds.items():
        cells = [name, when(deed), *(cell(deed, kind) for kind in COLUMNS)]
        yield f"| {' | '.join(cells)} |"


def when(deed: Deed) -> str:
    """The phases in which it may change something; empty: it never does."""
    if deed.beside in (Beside.SETTINGS, Beside.OWN, Beside.MICROPHONES):
        return "always"
    return "".join(letter for phase, letter in LETTERS.items() if phase in deed.phases)


def cell(deed: Deed, kind: Kind) -> str:
    offices = usual_offices(kind)
    if not deed.who & offices or deed.unless & offices:
        return REFUSED
    return MAY if deed.asks or deed.beside else SEES


def main() -> int:
    text = PAGE.read_text(encoding="utf-8")
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    made = f"{head}{BEGIN}\n{tables()}\n\n{END}{tail}"
    if "--check" in sys.argv:
        return int(made != text)
    PAGE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
