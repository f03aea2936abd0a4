"""The only place that reads the environment: one settings class, and an unknown `MAFIABOT_*` is an error."""

import ipaddress
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

PREFIX = "MAFIABOT_"


class SettingsError(Exception):
    """Settings that cannot be used; the text is one line that says what to do."""


class Settings(BaseSettings):
    """Every `MAFIABOT_*` there is. The names are fixed; see the README for what they mean."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid", env_ignore_empty=True)

    token: SecretStr | None = None
    token_file: Path | None = None
    voice_tokens: SecretStr | None = None
    voice_tokens_file: Path | None = None
    redis_url: SecretStr | None = None
    data_dir: Path = Field(default_factory=lambda: default_data_dir(os.environ))
    archive_url: SecretStr | None = None
    cluster: str | None = None
    shards: int | None = Field(default=None, ge=1)
    http: str = "127.0.0.1:8080"
    log: Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"] = "INFO"
    log_format: Literal["text", "json"] = "text"
    discord_url: str | None = None
    discord_spec: Path | None = None
    test_redis_url: str = "redis://127.0.0.1:6379/15"
    test_postgres_url: str = "postgresql+asyncpg://postgres@127.0.0.1/test"

    @field_validator("log", mode="before")
    @classmethod
    def _upper(cls, value: object) -> object:
        return value.upper() if isinstance(value, str) else value

    @field_validator("cluster")
    @classmethod
    def _ordinal_of_total(cls, value: str | None) -> str | None:
        if value is not None:
            ordinal, slash, total = value.partition("/")
            numbers = slash and all(part.isascii() and part.isdigit() for part in (ordinal, total))
            if not numbers or not int(ordinal) < int(total):
                raise ValueError("write ordinal/total, like 0/3, 1/3, 2/3 for three processes")
        return value

    @field_validator("discord_url")
    @classmethod
    def _loopback_only(cls, value: str | None) -> str | None:
        if value is None:
            return None
        place = urlsplit(value)
        if not _is_loopback(place.hostname or ""):
            raise ValueError("only loopback addresses are allowed")
        _ = place.port  # raises where it is none
        return value

    @model_validator(mode="after")
    def _one_token(self) -> "Settings":
        if self.token is not None and self.token_file is not None:
            raise ValueError("give MAFIABOT_TOKEN or MAFIABOT_TOKEN_FILE, not both")
        if self.voice_tokens is not None and self.voice_tokens_file is not None:
            raise ValueError("give MAFIABOT_VOICE_TOKENS or MAFIABOT_VOICE_TOKENS_FILE, not both")
        return self

    def ordinal_of_total(self) -> tuple[int, int]:
        """Which process of how many this is. Raises `SettingsError` where there can be one only."""
        if self.cluster is None:
            return 0, 1
        if self.redis_url is None:
            raise SettingsError("MAFIABOT_CLUSTER needs MAFIABOT_REDIS_URL: a file serves one process only")
        ordinal, total = (int(part) for part in self.cluster.split("/"))
        if self.shards is not None and self.shards < total:
            raise SettingsError(
                f"MAFIABOT_SHARDS {self.shards} among {total} processes: a process needs a shard"
            )
        return ordinal, total

    def further_tokens(self) -> tuple[str, ...]:
        """Tokens of further bots, each once. Raises `SettingsError`."""
        written = ""
        if self.voice_tokens is not None:
            written = self.voice_tokens.get_secret_value()
        elif self.voice_tokens_file is not None:
            written = _read(self.voice_tokens_file, "MAFIABOT_VOICE_TOKENS_FILE")
        tokens = [token for part in written.split(",") for token in part.split()]
        for token in tokens:
            _one_word(token, "MAFIABOT_VOICE_TOKENS")
        if len(set(tokens)) < len(tokens) or self.bot_token() in tokens:
            raise SettingsError(
                "MAFIABOT_VOICE_TOKENS names a bot twice: each further bot needs a token of its own"
            )
        return tuple(tokens)

    def bot_token(self) -> str:
        """The token, from the variable or the file. Raises `SettingsError` when there is none."""
        if self.token is not None:
            return _one_word(self.token.get_secret_value().strip(), "MAFIABOT_TOKEN")
        if self.token_file is None:
            raise SettingsError(
                "no token: set MAFIABOT_TOKEN or MAFIABOT_TOKEN_FILE (see README, “Your own bot”)"
            )
        token = _read(self.token_file, "MAFIABOT_TOKEN_FILE").strip()
        if not token:
            raise SettingsError("MAFIABOT_TOKEN_FILE is empty: put the bot's token into it")
        return _one_word(token, "MAFIABOT_TOKEN_FILE")


def load_settings() -> Settings:
    """Reads and checks the environment. Raises `SettingsError` with one line for a person."""
    unknown = sorted(
        name
        for name in os.environ
        if name.startswith(PREFIX) and name.removeprefix(PREFIX).lower() not in Settings.model_fields
    )
    if unknown:
        raise SettingsError(f"unknown setting {unknown[0]}: correct or unset it (names are in the README)")
    off = {"http": ""} if os.environ.get(f"{PREFIX}HTTP") == "" else {}  # elsewhere empty means not set
    try:
        return Settings.model_validate(off)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        name = PREFIX + "_".join(str(part) for part in first["loc"]).upper() if first["loc"] else "settings"
        raise SettingsError(f"{name}: {first['msg'].removeprefix('Value error, ')}") from error


def _one_word(written: str, name: str) -> str:
    """It is sent in a header, which holds no line and no letter but those of ASCII."""
    if written and written.isascii() and written.isprintable() and " " not in written:
        return written
    raise SettingsError(f"{name} is no token: it has to hold the bot's token, one word, and nothing else")


def _read(path: Path, name: str) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text"
        raise SettingsError(f"{name} cannot be read: {why}") from error


def default_data_dir(environment: Mapping[str, str]) -> Path:
    """The user's data folder by the platform's habit."""
    if base := environment.get("XDG_DATA_HOME"):
        return Path(base) / "mafiabot"
    mac = Path.home() / "Library" / "Application Support"
    return (mac if mac.is_dir() else Path.home() / ".local" / "share") / "mafiabot"


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
