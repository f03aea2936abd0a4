"""`mafiabot playground`: the local Discord in a process of its own, for a bot in another one."""

import asyncio
import math
import signal
import sys
from dataclasses import dataclass

from mafiabot.adapters import virtual_time
from mafiabot.adapters.clock import SystemClock
from mafiabot.lab.options import LEAST_SEATS, MOST_SEATS, BadOptions, Language
from mafiabot.lab.stage import CLUB, LOCALES, TABLE
from mafiabot.playground.model import Channel, Guild
from mafiabot.playground.people import Company
from mafiabot.playground.server import LocalDiscord

MOST_PORT = 65_535
_TICK_MS = 250
_NEVER_S = 1e7


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaygroundOptions:
    """`people`: players who sit down by themselves, 0 = nobody. Raises `BadOptions`."""

    port: int = 0
    people: int = 0
    seed: int = 1
    pace: float = 1.0
    language: Language = "en"

    def __post_init__(self) -> None:
        if not 0 <= self.port <= MOST_PORT:
            raise BadOptions(f"--port {self.port}: choose 1 to {MOST_PORT}, or 0 for a free one")
        if self.people and not LEAST_SEATS <= self.people <= MOST_SEATS:
            raise BadOptions(
                f"--people {self.people}: {LEAST_SEATS} to {MOST_SEATS} make a table, or 0 for nobody"
            )
        if not 0 < self.pace < math.inf:
            raise BadOptions(
                f"--pace {self.pace:g}: another process lives in real time; give a number above 0"
            )


def run_playground(options: PlaygroundOptions) -> None:
    """Serve until SIGTERM or SIGINT. Raises `BadOptions` where the port is taken."""
    if options.pace == 1:
        asyncio.run(serve(options))
    else:
        virtual_time.run(serve(options), pace=options.pace)


async def serve(options: PlaygroundOptions) -> None:
    """One guild with one voice channel and one bot; the line printed is `url token guild channel`."""
    local = LocalDiscord(port=options.port, seed=options.seed, epoch_ms=SystemClock().now_ms())
    try:
        await local.start()
    except OSError as error:
        raise BadOptions(
            f"--port {options.port}: cannot be used ({error.strerror}); choose another"
        ) from error
    try:
        judge = local.add_bot()
        guild = local.add_guild(CLUB[options.language], judge, locale=LOCALES[options.language])
        channel = local.add_channel(guild, TABLE[options.language])
        url = f"http://127.0.0.1:{local.port}"
        sys.stdout.write(f"{url} {judge.token} {guild.id} {channel.id}\n")
        sys.stdout.flush()
        await _until_told(_company(options, local, guild, channel) if options.people else None)
    finally:
        await local.stop()


def _company(options: PlaygroundOptions, local: LocalDiscord, guild: Guild, channel: Channel) -> Company:
    return Company(local, guild, channel, seats=options.people, seed=options.seed, language=options.language)


async def _until_told(company: Company | None) -> None:
    """Games are played one after another until a signal comes."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    ticking = loop.create_task(_keep_time_moving())
    playing = None if company is None else loop.create_task(_play(company))
    await stop.wait()
    for task in (ticking, playing):
        if task is not None:
            task.cancel()
    if company is not None:
        await company.stop()


async def _play(company: Company) -> None:
    result = await company.play(give_up_s=_NEVER_S)
    sys.stderr.write(f"the game is over: {result.outcome}\n")


async def _keep_time_moving() -> None:
    """A paced loop without any timer stands still: there is always one."""
    clock = SystemClock()
    while True:
        await clock.sleep_until_ms(clock.now_ms() + _TICK_MS)
