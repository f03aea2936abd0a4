"""`mafiabot drill`: files in, one line a file out, and an exit code."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

from mafiabot.bot.logs import set_up_logs
from mafiabot.lab.drill.format import Drill
from mafiabot.lab.drill.reading import read_drill
from mafiabot.lab.drill.report import DrillReport
from mafiabot.lab.json_file import json_target

FINE, FAILED = 0, 1
LOG_LINES_SHOWN = 40


def run_drill(drill: Drill, spec_path: str | None) -> DrillReport:
    """One drill in its mode. Raises `BadOptions` where its store is not to be had."""
    if drill.mode == "process":
        from mafiabot.lab.drill.process import run_process

        return run_process(drill, spec_path)
    from mafiabot.lab.drill.virtual import run_virtual

    return run_virtual(drill, spec_path)


def drill_files(
    paths: list[Path],
    *,
    json_file: Path | None,
    keep_going: bool,
    spec_path: str | None,
    run: Callable[[Drill, str | None], DrillReport] = run_drill,
) -> int:
    """Run every file, print, report; returns the exit code. `keep_going`: also after one that failed.

    All files are read before the first is run. Raises `BadOptions`.
    """
    drills = [read_drill(path) for path in paths]
    reports: list[DrillReport] = []
    with json_target(json_file) as target:
        for drill in drills:
            logged = io.StringIO()
            set_up_logs("WARNING", "text", logged)
            report = run(drill, spec_path)
            reports.append(report)
            print(report.line, flush=True)
            if not report.passed:
                sys.stderr.writelines(logged.getvalue().splitlines(keepends=True)[-LOG_LINES_SHOWN:])
                if not keep_going:
                    break
        if target is not None:
            target.write(_as_json(reports) + "\n")
    passed = sum(report.passed for report in reports)
    print(f"{len(reports)} drills, {passed} passed")
    return FINE if passed == len(drills) else FAILED


def _as_json(reports: list[DrillReport]) -> str:
    """The report of one drill as it is, of several as a list."""
    bodies = [report.body for report in reports]
    return json.dumps(bodies[0] if len(bodies) == 1 else bodies, ensure_ascii=False, indent=2)
