"""What keeps a process from starting is said in one line; what it had opened by then is closed again."""

import socket
from pathlib import Path

import pytest
from pydantic import SecretStr

from mafiabot.adapters.sqlite_store import SqliteStore
from mafiabot.bot.run import run_from_settings
from mafiabot.bot.settings import Settings, SettingsError


def settings(folder: Path, **more: object) -> Settings:
    return Settings.model_validate(
        {"token": SecretStr("1.x"), "data_dir": folder, "http": "", "discord_url": "http://127.0.0.1:9"}
        | more
    )


async def refusal(chosen: Settings) -> str:
    with pytest.raises(SettingsError) as refused:
        await run_from_settings(chosen)
    assert "\n" not in str(refused.value)
    return str(refused.value)


async def test_an_archive_that_does_not_answer_is_said_in_one_line(tmp_path: Path) -> None:
    said = await refusal(settings(tmp_path, archive_url=SecretStr("postgresql://127.0.0.1:9/games")))
    assert "start the server or correct MAFIABOT_ARCHIVE_URL" in said


async def test_a_data_folder_that_cannot_be_made_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "MAFIABOT_DATA_DIR cannot be used" in await refusal(settings(tmp_path / "file" / "data"))


async def test_a_start_that_failed_gives_the_folder_back(tmp_path: Path) -> None:
    await refusal(settings(tmp_path, archive_url=SecretStr("mysql://127.0.0.1/games")))
    await SqliteStore(tmp_path).close()


async def test_a_discord_that_cannot_be_reached_is_said_in_one_line(tmp_path: Path) -> None:
    assert "Discord cannot be reached" in await refusal(settings(tmp_path))


async def test_a_port_in_use_is_said_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        address = f"127.0.0.1:{listener.getsockname()[1]}"
        assert f"cannot listen on {address}" in await refusal(settings(tmp_path, http=address))
