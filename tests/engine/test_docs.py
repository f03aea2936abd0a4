"""The page about phases says what the engine's table says."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_page_of_phases_is_up_to_date() -> None:
    done = subprocess.run([sys.executable, "tools/phases.py", "--check"], cwd=ROOT, check=False)
    assert done.returncode == 0, "run: python tools/phases.py"
