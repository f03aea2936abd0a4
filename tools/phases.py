"""Writes docs/phases.md out of the engine's table of legal commands; `--check`: is it up to date?"""

import sys
from pathlib import Path

from mafiabot.engine import commands as cmd
from mafiabot.engine.legal import TABLE, Legal
from mafiabot.engine.views import PhaseName

PAGE = Path(__file__).parent.parent / "docs" / "phases.md"

GROUPS: tuple[tuple[str, tuple[type[cmd.Command], ...]], ...] = (
    ("Moderators", cmd.ModeratorCommand.__args__),
    ("Players", cmd.PlayerCommand.__args__),
    ("The judge", cmd.JudgeCommand.__args__),
    ("The bot itself", cmd.SystemCommand.__args__),
)

HEAD = """# Which command is legal in which phase

Made by `tools/phases.py` from `mafiabot/engine/legal.py`; a test holds it up to date. ● considered,
○ considered also while the game is paused, · refused with the reason in the last column. Whether a considered
command is then accepted is the rules' business. Not drawn is what can end a game at any time: stopping and
annulling it, a team's loss, whoever leaves it and decides it by that.

```mermaid
stateDiagram-v2
    [*] --> lobby: OpenTable
    lobby --> ready_check: StartGame
    ready_check --> lobby: not everybody confirmed
    ready_check --> dealing: everybody confirmed
    dealing --> night: night 0
    night --> talk: morning, round of speeches
    talk --> settling: round is over
    settling --> vote: nominees
    settling --> night: nobody to vote on
    vote --> talk: tie → defence, or last word
    talk --> vote: revote
    vote --> raise_vote: same tie again
    vote --> night: tied beyond the cap
    raise_vote --> talk: last words
    raise_vote --> night: nobody leaves
    talk --> night: after the last words
    night --> ended: decided by the shot
    vote --> ended: decided by the vote
    raise_vote --> ended: decided by the raise
    talk --> ended: after the last words of a decided game
    ended --> [*]
```
"""


def page() -> str:
    phases = tuple(name for name in PhaseName if name is not PhaseName.ENDED)
    lines = [HEAD]
    for title, commands in GROUPS:
        lines.append(f"## {title}\n")
        lines.append(_head(phases))
        lines.append("|---" * (len(phases) + 2) + "|")
        lines += [_row(command, TABLE[command], phases) for command in commands if command in TABLE]
        lines.append("")
    return "\n".join(lines)


def _head(phases: tuple[PhaseName, ...]) -> str:
    return "| command | " + " | ".join(phases) + " | otherwise |"


def _row(command: type[cmd.Command], legal: Legal, phases: tuple[PhaseName, ...]) -> str:
    sign = "○" if legal.while_paused else "●"
    cells = (sign if phase in legal.phases else "·" for phase in phases)
    return f"| `{command.__name__}` | " + " | ".join(cells) + f" | {legal.otherwise.value} |"


def main() -> int:
    if "--check" in sys.argv:
        return 0 if PAGE.is_file() and PAGE.read_text(encoding="utf-8") == page() else 1
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
