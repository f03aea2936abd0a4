"""The answer to `/mafia protocol`: the sheet where the rules ask for it, the protocol in words, two files."""

import io

import discord
from discord import ui

from mafiabot.engine.ruleset import ProtocolKind
from mafiabot.runtime.archive_port import GameHead
from mafiabot.ui.protocol import protocol_markdown, protocol_text
from mafiabot.ui.protocol_paper import Paper
from mafiabot.ui.protocol_sheet import sheet_text
from mafiabot.ui.texts import Say, Texts

ROOM = 4000
"""Characters of text in one message."""

FOR_WORDS = 1000
"""Of them, what the sheet leaves to the protocol in words; a longer sheet stands in the file only."""


def protocol_layout(texts: Texts, locale: str, paper: Paper) -> ui.LayoutView:
    """Text of at most `ROOM` characters, and the files of `protocol_files`."""
    layout = ui.LayoutView(timeout=None)
    room = ROOM
    if _on_a_sheet(paper):
        sheet = f"```\n{sheet_text(texts, locale, paper)}```"
        if len(sheet) <= ROOM - FOR_WORDS:
            layout.add_item(ui.TextDisplay(sheet))
            room -= len(sheet)
    layout.add_item(ui.TextDisplay(protocol_markdown(texts, locale, paper, room)))
    for name in file_names(paper):
        layout.add_item(ui.File(f"attachment://{name}"))
    return layout


def protocol_files(texts: Texts, locale: str, paper: Paper, document: bytes) -> tuple[discord.File, ...]:
    """The whole protocol to read, and `document`, its JSON."""
    readable, data = file_names(paper)
    text = whole_text(texts, locale, paper)
    return (
        discord.File(io.BytesIO(text.encode()), filename=readable),
        discord.File(io.BytesIO(document), filename=data),
    )


def whole_text(texts: Texts, locale: str, paper: Paper) -> str:
    """Plain text: the protocol in words, and the sheet where the rules ask for one."""
    text = protocol_text(texts, locale, paper)
    return f"{text}\n{sheet_text(texts, locale, paper)}" if _on_a_sheet(paper) else text


def file_names(paper: Paper) -> tuple[str, str]:
    """They name the game by its number only."""
    stem = "protocol-" + str(paper.protocol.number or 0)
    return f"{stem}.txt", f"{stem}.json"


def _on_a_sheet(paper: Paper) -> bool:
    return paper.protocol.ruleset.protocol is ProtocolKind.SHEET


# --- which game ------------------------------------------------------------------------------------


def head_label(say: Say, head: GameHead) -> str:
    """A game in a list: number, outcome, rules."""
    outcome = say(f"outcome-{head.outcome.value}")
    preset = say(f"preset-{head.preset.value}")
    return say("protocol-choice", number=str(head.number), outcome=outcome, preset=preset)


def no_game_text(texts: Texts, locale: str, number: int | None) -> str:
    if number is None:
        return texts.get(locale, "protocol-no-games")
    return texts.get(locale, "protocol-no-such-game", number=str(number))
