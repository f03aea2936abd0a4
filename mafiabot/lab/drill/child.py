"""`python -m mafiabot.lab.drill.child PACE MONO_NS EPOCH_NS`: what `mafiabot run` does, at a drill's pace."""

import asyncio
import sys

from mafiabot.adapters.paced_time import Anchor, PacedClock, PacedLoop
from mafiabot.bot.logs import set_up_logs
from mafiabot.bot.run import run_from_settings
from mafiabot.bot.settings import load_settings


def main(arguments: list[str]) -> None:
    """Until told to stop."""
    pace, mono_ns, epoch_ns = arguments
    anchor = Anchor(pace=float(pace), mono_ns=int(mono_ns), epoch_ns=int(epoch_ns))
    settings = load_settings()
    set_up_logs(settings.log, settings.log_format)
    with asyncio.Runner(loop_factory=lambda: PacedLoop(anchor)) as runner:
        runner.run(run_from_settings(settings, PacedClock(anchor)))


if __name__ == "__main__":
    main(sys.argv[1:])
