"""`mafiabot archive`: what is exported is imported unchanged; what is wrong is named and stops nothing."""

import asyncio
import json
from pathlib import Path

import pytest
import sqlalchemy as sa

from mafiabot.adapters.archive.archive import open_archive
from mafiabot.adapters.archive.games import ArchiveGames
from mafiabot.adapters.archive.tables import GAMES
from mafiabot.adapters.clock import SystemClock
from mafiabot.cli import run_command
from tests.support.games import GUILD, JUDGE, finished, user_of


@pytest.fixture
def archives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Folders of their own; `use` chooses the one that the command line works on."""
    monkeypatch.setenv("MAFIABOT_LOG", "ERROR")
    use(monkeypatch, tmp_path / "first")
    return tmp_path


def use(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setenv("MAFIABOT_DATA_DIR", str(folder))


def fill(folder: Path) -> None:
    """Three games of two guilds, one of them with all that can be added."""

    async def work() -> None:
        archive = await open_archive(None, folder, SystemClock())
        games = ArchiveGames(archive)
        for game_id, number, guild_id in (("b", 2, GUILD), ("a", 1, GUILD), ("c", 1, GUILD + 1)):
            await games.keep(finished(game_id, number=number, guild_id=guild_id))
        soon_ms = finished().ended_at_ms + 1000
        await games.award(GUILD, 1, 5, 30, JUDGE, soon_ms)
        await games.penalize(GUILD, 1, 6, "«slow»", JUDGE, soon_ms)
        await games.protest(GUILD, 1, user_of(finished(), 7), "why?", soon_ms)
        await games.settle_protest(GUILD, 1, 1, True, "right", JUDGE, soon_ms)
        await archive.close()

    asyncio.run(work())


def test_what_was_exported_and_imported_elsewhere_is_exported_there_byte_for_byte(
    archives: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(archives / "first")
    assert run_command(["archive", "export", str(archives / "out.jsonl")]) == 0
    use(monkeypatch, archives / "second")
    assert run_command(["archive", "import", str(archives / "out.jsonl")]) == 0
    assert run_command(["archive", "export", str(archives / "again.jsonl")]) == 0
    first, second = ((archives / name).read_bytes() for name in ("out.jsonl", "again.jsonl"))
    assert first == second
    assert [json.loads(line)["game_id"] for line in first.splitlines()] == ["a", "b", "c"]
    assert capsys.readouterr().out.splitlines() == [
        "games exported: 3",
        "games imported: 3, there already: 0, refused: 0",
        "games exported: 3",
    ]


def test_importing_twice_changes_nothing(archives: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fill(archives / "first")
    run_command(["archive", "export", str(archives / "out.jsonl")])
    assert run_command(["archive", "import", str(archives / "out.jsonl")]) == 0
    assert "there already: 3" in capsys.readouterr().out
    run_command(["archive", "export", str(archives / "again.jsonl")])
    assert (archives / "out.jsonl").read_bytes() == (archives / "again.jsonl").read_bytes()


def test_a_malformed_line_is_named_and_the_rest_goes_on(
    archives: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(archives / "first")
    out = archives / "out.jsonl"
    run_command(["archive", "export", str(out)])
    lines = out.read_bytes().splitlines()
    broken = lines[1].replace(b'"role":"don"', b'"role":"s3cret"')
    out.write_bytes(b"\n".join([lines[0], b"", broken, b"{", lines[2]]))
    use(monkeypatch, archives / "second")
    capsys.readouterr()
    assert run_command(["archive", "import", str(out)]) == 1
    said = capsys.readouterr()
    assert said.out == "games imported: 2, there already: 0, refused: 2\n"
    assert f"{out}:3: protocol.seats." in said.err
    assert f"{out}:4: no JSON" in said.err
    assert "s3cret" not in said.err


def test_a_game_that_is_there_otherwise_stays_and_is_named(
    archives: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(archives / "first")
    out = archives / "out.jsonl"
    run_command(["archive", "export", str(out)])
    out.write_bytes(out.read_bytes().replace(b'"hundredths":30', b'"hundredths":40'))
    assert run_command(["archive", "import", str(out)]) == 1
    assert f"{out}:1: game a is in the archive and not the same" in capsys.readouterr().err


def test_a_game_that_cannot_be_read_is_named_and_the_others_are_exported(
    archives: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def spoil() -> None:
        archive = await open_archive(None, archives / "first", SystemClock())
        async with archive.writing() as connection:
            await connection.execute(sa.update(GAMES).where(GAMES.c.game_id == "b").values(protocol="{}"))
        await archive.close()

    fill(archives / "first")
    asyncio.run(spoil())
    assert run_command(["archive", "export", str(archives / "out.jsonl")]) == 1
    said = capsys.readouterr()
    assert said.out == "games exported: 2\n"
    assert said.err.startswith("game b: ")


def test_an_export_is_for_its_owners_eyes(archives: Path) -> None:
    fill(archives / "first")
    run_command(["archive", "export", str(archives / "out.jsonl")])
    assert (archives / "out.jsonl").stat().st_mode & 0o077 == 0
    assert not (archives / "out.jsonl.part").exists()


@pytest.mark.parametrize("direction", ["export", "import"])
def test_a_file_that_cannot_be_used_is_bad_usage_in_one_line(
    direction: str, archives: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["archive", direction, str(archives / "nowhere" / "out.jsonl")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_an_archive_that_cannot_be_used_is_bad_usage_in_one_line(
    archives: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MAFIABOT_ARCHIVE_URL", "postgresql://me:s3cret@127.0.0.1:9/games")
    assert run_command(["archive", "export", str(archives / "out.jsonl")]) == 2
    said = capsys.readouterr().err
    assert "MAFIABOT_ARCHIVE_URL" in said
    assert "s3cret" not in said
    assert said.count("\n") == 1
