"""Settings come from the environment alone, and every mistake is one line that says what to do."""

from pathlib import Path

import pytest

from mafiabot.bot.settings import Settings, SettingsError, default_data_dir, load_settings


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for field in Settings.model_fields:
        monkeypatch.delenv(f"MAFIABOT_{field.upper()}", raising=False)


def wrong(text: str) -> str:
    """The error of the settings as they stand: one line that holds `text`."""
    with pytest.raises(SettingsError) as caught:
        load_settings()
    line = str(caught.value)
    assert "\n" not in line
    assert text in line
    return line


def test_defaults_need_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    settings = load_settings()
    assert settings.data_dir == tmp_path / "mafiabot"
    assert settings.redis_url is None
    assert settings.discord_url is None
    assert (settings.http, settings.log, settings.log_format) == ("127.0.0.1:8080", "INFO", "text")


def test_an_unknown_name_is_an_error_that_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAFIABOT_TOKKEN", "x")
    wrong("unknown setting MAFIABOT_TOKKEN")


def test_names_of_others_are_none_of_our_business(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAFIA_TOKEN", "x")
    load_settings()


def test_an_empty_value_counts_as_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAFIABOT_REDIS_URL", "")
    assert load_settings().redis_url is None


def test_but_no_address_means_no_http(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAFIABOT_HTTP", "")
    monkeypatch.setenv("MAFIABOT_LOG", "debug")
    assert (load_settings().http, load_settings().log) == ("", "DEBUG")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LOG", "loud"),
        ("LOG_FORMAT", "xml"),
        ("SHARDS", "0"),
        ("SHARDS", "many"),
    ],
)
def test_a_value_that_cannot_be_is_named(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"MAFIABOT_{name}", value)
    wrong(f"MAFIABOT_{name}:")


def test_the_level_may_be_written_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAFIABOT_LOG", "debug")
    assert load_settings().log == "DEBUG"


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:1", "http://localhost:1", "http://[::1]:1", "http://127.9.9.9"]
)
def test_a_local_discord_is_on_loopback(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAFIABOT_DISCORD_URL", url)
    assert load_settings().discord_url == url


@pytest.mark.parametrize(
    "url", ["http://192.168.0.1:1", "https://discord.com", "http://localhost.example.org", "nonsense"]
)
def test_and_nowhere_else(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAFIABOT_DISCORD_URL", url)
    wrong("only loopback addresses")


@pytest.mark.parametrize("port", ["99999", "bad"])
def test_nor_at_a_port_that_is_none(port: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAFIABOT_DISCORD_URL", f"http://127.0.0.1:{port}")
    wrong("MAFIABOT_DISCORD_URL: Port ")


# --- the token -----------------------------------------------------------------------------------


def test_the_token_comes_from_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAFIABOT_TOKEN", " abc \n")
    assert load_settings().bot_token() == "abc"


def test_or_from_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "token").write_text("abc\n", encoding="utf-8")
    monkeypatch.setenv("MAFIABOT_TOKEN_FILE", str(tmp_path / "token"))
    assert load_settings().bot_token() == "abc"


def test_but_not_from_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAFIABOT_TOKEN", "abc")
    monkeypatch.setenv("MAFIABOT_TOKEN_FILE", str(tmp_path / "token"))
    line = wrong("not both")
    assert "abc" not in line


def test_without_one_the_error_says_which_to_set() -> None:
    with pytest.raises(SettingsError, match="set MAFIABOT_TOKEN or MAFIABOT_TOKEN_FILE"):
        load_settings().bot_token()


def test_a_file_that_cannot_be_read_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAFIABOT_TOKEN_FILE", str(tmp_path / "nothing"))
    with pytest.raises(SettingsError, match="MAFIABOT_TOKEN_FILE cannot be read"):
        load_settings().bot_token()


def test_an_empty_token_file_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "token").write_text("\n", encoding="utf-8")
    monkeypatch.setenv("MAFIABOT_TOKEN_FILE", str(tmp_path / "token"))
    with pytest.raises(SettingsError, match="is empty"):
        load_settings().bot_token()


@pytest.mark.parametrize("written", ["Bot hush", "hush\nold-hush", "hushé", "hush\x01"])
def test_what_cannot_be_a_token_is_an_error_that_does_not_show_it(
    written: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "token").write_text(written, encoding="utf-8")
    for name, value in (("TOKEN", written), ("TOKEN_FILE", str(tmp_path / "token"))):
        with monkeypatch.context() as alone:
            alone.setenv(f"MAFIABOT_{name}", value)
            with pytest.raises(SettingsError, match=f"^MAFIABOT_{name} is no token") as told:
                load_settings().bot_token()
            assert "hush" not in str(told.value)


def test_nor_is_a_further_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAFIABOT_TOKEN", "main")
    monkeypatch.setenv("MAFIABOT_VOICE_TOKENS", "first,secönd")
    with pytest.raises(SettingsError, match=r"^MAFIABOT_VOICE_TOKENS is no token"):
        load_settings().further_tokens()


@pytest.mark.parametrize("name", ["TOKEN", "VOICE_TOKENS", "REDIS_URL", "ARCHIVE_URL"])
def test_secrets_are_not_shown(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"MAFIABOT_{name}", "hush://me:secret@host")
    settings = load_settings()
    assert "secret" not in repr(settings)
    assert "secret" not in str(settings)


def test_the_data_folder_is_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_data_dir({}) == tmp_path / ".local" / "share" / "mafiabot"
    (tmp_path / "Library" / "Application Support").mkdir(parents=True)
    assert default_data_dir({}) == tmp_path / "Library" / "Application Support" / "mafiabot"


def test_further_bots_tokens_are_separated_by_commas_and_kept_secret(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MAFIABOT_TOKEN", "main")
    monkeypatch.setenv("MAFIABOT_VOICE_TOKENS", " first-secret, second-secret ,")
    settings = load_settings()
    assert settings.further_tokens() == ("first-secret", "second-secret")
    assert "secret" not in repr(settings).replace("SecretStr", "")


def test_further_tokens_come_from_a_file_one_a_line_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAFIABOT_TOKEN", "main")
    (tmp_path / "tokens").write_text("first\nsecond\n")
    monkeypatch.setenv("MAFIABOT_VOICE_TOKENS_FILE", str(tmp_path / "tokens"))
    assert load_settings().further_tokens() == ("first", "second")


def test_no_further_bots_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAFIABOT_TOKEN", "main")
    assert load_settings().further_tokens() == ()


@pytest.mark.parametrize("tokens", ["main", "other,other"])
def test_a_bot_named_twice_is_an_error(tokens: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAFIABOT_TOKEN", "main")
    monkeypatch.setenv("MAFIABOT_VOICE_TOKENS", tokens)
    with pytest.raises(SettingsError, match="names a bot twice"):
        load_settings().further_tokens()


def test_further_tokens_in_two_places_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAFIABOT_VOICE_TOKENS", "a")
    monkeypatch.setenv("MAFIABOT_VOICE_TOKENS_FILE", "b")
    with pytest.raises(SettingsError, match="not both"):
        load_settings()


def test_a_file_of_further_tokens_that_cannot_be_read_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAFIABOT_TOKEN", "main")
    monkeypatch.setenv("MAFIABOT_VOICE_TOKENS_FILE", str(tmp_path / "nothing"))
    with pytest.raises(SettingsError, match="MAFIABOT_VOICE_TOKENS_FILE cannot be read"):
        load_settings().further_tokens()
