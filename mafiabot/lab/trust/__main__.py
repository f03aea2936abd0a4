"""`python -m mafiabot.lab.trust`, which is `make trust`: every part, or some; 1 if anything is wrong."""

import argparse
import json
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from pathlib import Path

from mafiabot.lab.trust.parts import PARTS, Finding, Wanted

WHOLE, QUICK = 100_000, 3_000
PAIRS, REAL = 1_000, 20
QUICK_PAIRS, QUICK_REAL = 12, 1
SHOWN = 20
"""So many objections are printed of each finding."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="make trust", description="Tries what docs/trust.md promises.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"only some of: {', '.join(PARTS)}")
    parser.add_argument("--interactions", type=int, metavar="N", help=f"forged ones; default {WHOLE}")
    parser.add_argument("--clicks", type=int, metavar="N", help=f"on windows of votes; default {WHOLE}")
    parser.add_argument("--pairs", type=int, metavar="N", help=f"of evenings; default {PAIRS}")
    parser.add_argument("--real", type=int, metavar="N", help=f"of a preset by the client; default {REAL}")
    parser.add_argument("--quick", action="store_true", help=f"{QUICK} of each, {QUICK_PAIRS} pairs")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N")
    parser.add_argument("--json", metavar="FILE", help="write the findings there")
    asked = parser.parse_args()
    if unknown := [name for name in asked.parts if name not in PARTS]:
        parser.error(f"no part {unknown[0]!r}; there are {', '.join(PARTS)}")
    usual = QUICK if asked.quick else WHOLE
    findings: list[Finding] = []
    with ProcessPoolExecutor(asked.jobs) as pool:
        interactions, clicks = asked.interactions or usual, asked.clicks or usual
        wanted = Wanted(
            interactions=interactions,
            clicks=clicks,
            pairs=_or(asked.pairs, QUICK_PAIRS if asked.quick else PAIRS),
            real=_or(asked.real, QUICK_REAL if asked.quick else REAL),
            seed=asked.seed,
            pool=pool,
        )
        for name in asked.parts or PARTS:
            began = time.perf_counter()
            for finding in PARTS[name](wanted):
                _tell(finding)
                findings.append(finding)
            print(f"{name}: {time.perf_counter() - began:.0f} s", flush=True)
    if asked.json:
        told = json.dumps([asdict(finding) for finding in findings], ensure_ascii=False, indent=2)
        Path(asked.json).write_text(told, encoding="utf-8")
    return int(any(finding.wrong for finding in findings))


def _or(given: int | None, usual: int) -> int:
    """None may be wanted, too."""
    return usual if given is None else given


def _tell(finding: Finding) -> None:
    print(finding.line, flush=True)
    for wrong in finding.wrong[:SHOWN]:
        print(f"  {wrong}")
    if len(finding.wrong) > SHOWN:
        print(f"  … and {len(finding.wrong) - SHOWN} more")


if __name__ == "__main__":
    sys.exit(main())
