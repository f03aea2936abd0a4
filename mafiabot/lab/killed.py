"""`python -m mafiabot.lab.killed`: a real bot process is killed with -9 in speeches, in real time.

The bot is `python -m mafiabot run` on SQLite, or on a Redis (`--redis URL`, under a prefix of its own that
is erased afterwards); the local Discord and its people live in this process. A game of six takes ten to
twenty minutes. Exit code 0: a verdict, everybody as found, time given back.
"""

import argparse
import asyncio
import contextlib
import os
import signal
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

from mafiabot.adapters.clock import SystemClock
from mafiabot.adapters.redis_store import RedisStore
from mafiabot.adapters.redis_url import parse_redis_url
from mafiabot.adapters.sqlite_store import SqliteStore
from mafiabot.engine import events as ev
from mafiabot.engine.evolve import evolve
from mafiabot.engine.state import GameState
from mafiabot.lab.game import evening, measure
from mafiabot.lab.options import DemoOptions
from mafiabot.lab.plain import PlainView
from mafiabot.lab.report import Report
from mafiabot.lab.stage import Stage, set_stage
from mafiabot.lab.stores import erase
from mafiabot.runtime.ports import Store
from mafiabot.runtime.service import Change

DOWN_MS = 3_000
INTO_SPEECH_MS = 12_000
POLL_MS = 200
SPEECH_SIGN = "🎙"
LATENCY_MS = (5.0, 30.0)


class BotProcess:
    """`mafiabot run` as a process of its own; its log goes to `bot.log` beside its data."""

    def __init__(self, stage: Stage, folder: Path, redis_url: str | None) -> None:
        self._log = folder / "bot.log"
        self._environment = {
            name: v for name, v in os.environ.items() if not name.startswith("MAFIABOT_")
        } | {
            "MAFIABOT_DISCORD_URL": f"http://127.0.0.1:{stage.local.port}",
            "MAFIABOT_TOKEN": stage.judge.token,
            "MAFIABOT_DATA_DIR": str(folder / "data"),
            "MAFIABOT_HTTP": "",
        }
        if redis_url is not None:
            self._environment["MAFIABOT_REDIS_URL"] = redis_url
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it, again if need be."""
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "mafiabot", "run", env=self._environment, stdout=log, stderr=log
            )

    async def end(self, number: signal.Signals) -> int:
        """Send a signal and wait; the exit code (minus the signal where it killed)."""
        assert self._process is not None
        if self._process.returncode is None:
            self._process.send_signal(number)
        return await self._process.wait()


@contextlib.asynccontextmanager
async def running(stage: Stage, folder: Path, redis_url: str | None) -> AsyncIterator[BotProcess]:
    """A bot process that does not outlive the block."""
    bot = BotProcess(stage, folder, redis_url)
    await bot.start()
    try:
        yield bot
    finally:
        await bot.end(signal.SIGKILL)


async def drill(
    options: DemoOptions, folder: Path, kills: tuple[int, ...], redis_url: str | None
) -> tuple[Report, int]:
    """Play in real time; the bot dies in the speeches numbered so. Returns report and last exit code."""
    async with set_stage(options, SystemClock()) as stage, running(stage, folder, redis_url) as bot:
        killing = asyncio.ensure_future(_kill(stage, bot, kills))
        result, seen_ms = await evening(stage, PlainView(_write))
        killing.cancel()
        code = await bot.end(signal.SIGTERM)
        await _read_book(stage, await _store_left(stage, folder / "data", redis_url))
        if redis_url is not None:
            await erase(parse_redis_url(redis_url), stage.clock)
        return measure(stage, result, seen_ms), code


async def _kill(stage: Stage, bot: BotProcess, kills: tuple[int, ...]) -> None:
    for number in kills:
        while _speeches_said(stage) < number:
            await stage.clock.sleep_until_ms(stage.clock.now_ms() + POLL_MS)
        await stage.clock.sleep_until_ms(stage.clock.now_ms() + INTO_SPEECH_MS)
        _write(f"--- kill -9 in speech {number}: {await bot.end(signal.SIGKILL)}")
        await stage.clock.sleep_until_ms(stage.clock.now_ms() + DOWN_MS)
        await bot.start()
        _write("--- started again")


def _speeches_said(stage: Stage) -> int:
    said = [seen for seen in stage.chat.judged() if SPEECH_SIGN in str(seen.versions[0][1]["components"])]
    return sum("custom_id" not in str(seen.versions[0][1]["components"]) for seen in said)


async def _store_left(stage: Stage, data_dir: Path, redis_url: str | None) -> Store:
    if redis_url is None:
        return SqliteStore(data_dir)
    return await RedisStore.open(parse_redis_url(redis_url), stage.clock)


async def _read_book(stage: Stage, store: Store) -> None:
    """The log the bots left behind stands for what could not be listened to."""
    try:
        game_id = await store.game_in_channel(stage.channel.id, stage.guild.id)
        log = () if game_id is None else await store.log(game_id)
    finally:
        await store.close()
    state: GameState | None = None
    for event in log:
        before, state = state, evolve(state, event)
        stage.book.heard(Change(before=before, state=state, events=(event,)))


def _write(line: str) -> None:
    print(line, flush=True)


def judged(report: Report, kills: int) -> list[str]:
    """What is wrong with the run; clicks while nobody was there to answer are not."""
    wrong = [
        f"{one.moment}: {one.what}" for one in report.violations if not one.what.startswith("unanswered")
    ]
    credits_given = sum(isinstance(event, ev.SpeechCredited) for event in report.log)
    if report.winner is None:
        wrong.append("no verdict")
    if credits_given < kills:
        wrong.append(f"{credits_given} speeches credited after {kills} kills")
    return wrong


def main(arguments: list[str]) -> int:
    """The exit code."""
    parser = argparse.ArgumentParser(prog="python -m mafiabot.lab.killed", description=__doc__)
    parser.add_argument("--seats", type=int, default=6, metavar="N")
    parser.add_argument("--seed", type=int, default=3, metavar="N")
    parser.add_argument("--kills", default="3,5", metavar="N,N", help="the numbers of the speeches to die in")
    parser.add_argument("--redis", metavar="URL", help="keep the live state there instead of in SQLite")
    given = parser.parse_args(arguments)
    redis_url = f"{given.redis}?prefix=mafiabot-killed-{os.getpid()}" if given.redis else None
    kills = tuple(int(number) for number in given.kills.split(","))
    options = DemoOptions(seats=given.seats, seed=given.seed, people="obedient", latency_ms=LATENCY_MS)
    with tempfile.TemporaryDirectory(prefix="mafiabot-killed-") as folder:
        report, code = asyncio.run(drill(options, Path(folder), kills, redis_url))
        wrong = judged(report, len(kills)) + ([f"exit code {code} on SIGTERM"] if code else [])
        if wrong:
            _write((Path(folder) / "bot.log").read_text(encoding="utf-8")[-4000:])
    for line in wrong:
        _write(f"✗ {line}")
    for event in report.log:
        if isinstance(event, ev.SpeechCredited):
            _write(f"credited {event.credit_ms} ms")
    _write(f"winner {report.winner}, {len(report.speeches)} speeches, {report.game_ms / 60_000:.1f} minutes")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
