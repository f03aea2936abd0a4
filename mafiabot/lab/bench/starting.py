"""From the start of the process to taking commands, by guilds, beside a client that only connects."""

from mafiabot.adapters.clock import SystemClock
from mafiabot.lab.bench.backing import backing
from mafiabot.lab.bench.figures import Figure
from mafiabot.lab.bench.processes import ChildFailed, LocalWorld, bot_process, child, local_world


async def start_figures(address: str | None, guilds: tuple[int, ...]) -> list[Figure]:
    """`guilds`: ascending. Nobody plays in them; in each channel there are people."""
    figures = []
    async with local_world() as world:
        there = 0
        for count in guilds:
            await world.build(count - there)
            there = count
            bare_s = await _bare(world, count)
            async with backing(address) as place, bot_process(world, place.folder, place.address) as bot:
                ready_s = await bot.start()
            figures.append(
                Figure(
                    name=f"start → ready, {count} guild{'s' * (count > 1)}",
                    value=ready_s,
                    unit="s",
                    limit=bare_s,
                    less=True,
                )
            )
        await world.check()
    return figures


async def _bare(world: LocalWorld, guilds: int) -> float:
    """Seconds until the library alone says that it is ready. Raises `ChildFailed` if it misses guilds."""
    clock = SystemClock()
    began_us = clock.now_us()
    async with child("mafiabot.lab.bench.bare", "handler", world.url, world.token) as bare:
        seen = (await bare.told())["guilds"]
        took_s = (clock.now_us() - began_us) / 1e6
    if seen < guilds:
        raise ChildFailed(f"the bare client saw {seen} of {guilds} guilds")
    return took_s
