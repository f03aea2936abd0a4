"""What documents say of commands, permissions and settings is what the code says; links lead somewhere."""

import re
from pathlib import Path

import discord
import pytest

from mafiabot.bot.settings import PREFIX, Settings
from mafiabot.cogs.permissions import FLAGS
from mafiabot.ui.commands_i18n import COMMANDS, GROUP
from mafiabot.ui.texts import LOCALES, Texts

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
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
