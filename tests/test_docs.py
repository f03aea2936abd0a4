"""What documents say of commands, files, permissions and settings is what there is; links lead somewhere."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
import typer

from mafiabot.bot.settings import PREFIX, Settings
from mafiabot.cli import PROGRAM, app
from mafiabot.cogs.permissions import FLAGS
from mafiabot.ui.commands_i18n import COMMANDS, GROUP
from mafiabot.ui.texts import LOCALES, Texts

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
FILES = r"[\w./*-]+\.(?:py|toml|lua|ya?ml|json|md|service|example)"
FOLDERS = (
    "",
    "mafiabot/",
    "mafiabot/*/",
    "mafiabot/lab/*/",
    "docs/",
    "tests/",
    "tests/*/",
    "deploy/",
    "deploy/*/",
)
NOT_OURS = ("vNNNN_what.py", "games.jsonl", "report.json")
OF_DISCORD = "The application did not respond"
PERMISSIONS = discord.Permissions(**dict.fromkeys(FLAGS.values(), True)).value


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def anchors(text: str) -> set[str]:
    """The anchors that a page's headings make."""
    heads = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)]+)\)", path.read_text(encoding="utf-8")):
        name, _, anchor = target.partition("#")
        there = path.parent / name if name else path
        assert there.is_file(), f"{path.name}: {target}"
        assert not anchor or anchor in anchors(there.read_text(encoding="utf-8")), f"{path.name}: {target}"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_files_that_are_named_are_there(path: Path) -> None:
    named = set(re.findall(rf"`({FILES})`", path.read_text(encoding="utf-8"))) - {*NOT_OURS}
    missing = [name for name in named if not any(any(ROOT.glob(folder + name)) for folder in FOLDERS)]
    assert not missing


def test_every_page_can_be_found_from_the_first_one() -> None:
    found, looked_at = {ROOT / "README.md"}, set[Path]()
    while found != looked_at:
        for path in found - looked_at:
            looked_at.add(path)
            targets = re.findall(r"\]\(([\w./-]+\.md)", path.read_text(encoding="utf-8"))
            found |= {(path.parent / target).resolve() for target in targets}
    assert found >= set(PAGES)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_targets_and_modules_that_are_to_be_typed_are_there(path: Path) -> None:
    typed = _typed(path)
    for module in re.findall(r"python -m ([a-z_.]+)", typed):
        there = ROOT / module.replace(".", "/")
        assert module == "pytest" or there.is_dir() or there.with_suffix(".py").is_file()
    targets = re.findall(r"^([a-z]+):", page("Makefile"), re.MULTILINE)
    assert set(re.findall(r"^make ([a-z]+)", typed, re.MULTILINE)) <= set(targets)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_commands_and_options_that_are_to_be_typed_are_there(path: Path) -> None:
    known = dict(_options(typer.main.get_command(app), PROGRAM))
    for line in re.findall(rf"(?<!sudo -u )(?<!=)\b{PROGRAM} [a-z].*", _typed(path)):
        command = max((name for name in known if f"{line} ".startswith(f"{name} ")), key=len)
        assert command != PROGRAM, line
        assert set(re.findall(r"(?<=\s)\[?(--[a-z-]+)", line)) <= known[command] | {"--help"}


def _typed(path: Path) -> str:
    """All that stands as code on a page, inline or in blocks."""
    code = re.findall(r"`([^`\n]+)`|```\w*\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL)
    return "\n".join(inline or block for inline, block in code)


def _options(command: Any, name: str) -> Iterator[tuple[str, set[str]]]:
    """Every command by its whole name, and its options."""
    yield name, {option for one in command.params for option in one.opts}
    for called, part in getattr(command, "commands", {}).items():
        yield from _options(part, f"{name} {called}")


def test_what_people_are_said_to_see_is_what_the_bot_says() -> None:
    texts = " ".join(path.read_text("utf-8") for path in (ROOT / "mafiabot/ui/locales/en").glob("*.ftl"))
    said = re.sub(r"\s+", " ", texts)
    for row in re.findall(r"^\| (“.*?) \|", page("docs/setup.md"), re.MULTILINE):
        for quote in set(re.findall(r"“([^”]+)”", row)) - {OF_DISCORD}:
            assert all(part.strip() in said for part in quote.split("…")), quote


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_and_option_is_explained(command: str) -> None:
    rows = [line for line in page("docs/commands.md").splitlines() if line.startswith("| ")]
    explained, named = (row for row in rows if f"`/{GROUP} {command}`" in row.split("|")[1])
    for option in COMMANDS[command]:
        assert f"`{option}`" in explained
    texts = Texts.load()
    for locale in LOCALES:
        name = f"{texts.get(locale, 'group-mafia-name')} {texts.get(locale, f'cmd-{command}-name')}"
        assert f"`/{name}`" in named


def test_no_command_is_explained_that_is_not_there() -> None:
    explained = set(re.findall(rf"`/{GROUP} ([a-z-]+)`", page("docs/commands.md")))
    assert explained == set(COMMANDS)


@pytest.mark.parametrize("name", ["README.md", "docs/setup.md"])
def test_the_permission_number_is_what_the_bot_looks_for(name: str) -> None:
    assert str(PERMISSIONS) in page(name)


def test_each_permission_of_the_number_is_explained() -> None:
    for flag in FLAGS.values():
        value = discord.Permissions(**{flag: True}).value
        label = flag.replace("_", " ").title()
        assert re.search(rf"^\| {label} \| {value} \| ", page("docs/setup.md"), re.MULTILINE)


def test_the_documents_name_settings_that_are_there_and_no_others() -> None:
    known = {PREFIX + field.upper() for field in Settings.model_fields}
    files = [*PAGES, ROOT / "Dockerfile", *filter(Path.is_file, (ROOT / "deploy").rglob("*"))]
    named = {name for path in files for name in re.findall(rf"{PREFIX}[A-Z_]+[A-Z]", path.read_text("utf-8"))}
    assert named <= known
    table = "".join(re.findall(r"^\| `.*", page("docs/setup.md"), re.MULTILINE))
    rows = set(re.findall(rf"{PREFIX}[A-Z_]+[A-Z]", table))
    others = {"DISCORD_SPEC", "TEST_REDIS_URL", "TEST_POSTGRES_URL"}
    assert known - rows == {PREFIX + name for name in others}
