"""The house rules that no off-the-shelf tool knows, checked on the source itself."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "mafiabot").rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))

MOST_LINES = 400
DOCSTRING = re.compile(r'(#.*\n|\n)*"""[^"\s]')
PURE = {
    *("__future__", "collections", "collections.abc", "dataclasses", "enum", "functools", "hashlib", "hmac"),
    *("itertools", "math", "operator", "string", "struct", "types", "typing", "unicodedata"),
}
CLOCKS = {
    *("asyncio.sleep", "datetime.date.today", "datetime.datetime.now", "datetime.datetime.today"),
    *("datetime.datetime.utcnow", "discord.utils.sleep_until", "discord.utils.utcnow"),
    *(f"time.{name}" for name in ("gmtime", "localtime", "sleep", "thread_time", "process_time")),
    *(f"time.{name}{ns}" for name in ("time", "monotonic", "perf_counter") for ns in ("", "_ns")),
}
STOPWATCHES = frozenset({"time.perf_counter", "time.perf_counter_ns", "time.process_time"})
KEEPERS_OF_TIME = (
    *("mafiabot/adapters/clock.py", "mafiabot/adapters/virtual_time.py", "mafiabot/adapters/paced_time.py"),
    "mafiabot/playground/",
)


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _imports(tree: ast.AST) -> Iterator[str]:
    """Absolute dotted names of the modules that are imported."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module or ""


def _aliases(tree: ast.AST) -> dict[str, str]:
    """What local names stand for: after `from time import sleep as nap`, nap is time.sleep."""
    known: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            known |= {alias.asname: alias.name for alias in node.names if alias.asname}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            known |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    return known


def _dotted(node: ast.expr, aliases: dict[str, str]) -> str:
    if isinstance(node, ast.Name):
        return aliases.get(node.id, node.id)
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value, aliases)}.{node.attr}"
    return "?"


def _is_zero(args: list[ast.expr]) -> bool:
    return len(args) == 1 and isinstance(args[0], ast.Constant) and args[0].value == 0


def clock_uses(source: str, allowed: frozenset[str] = frozenset()) -> list[str]:
    """`line: name` of everything in `source` that reads a clock or sleeps, `loop.time()` included.

    `asyncio.sleep(0)` only lets others run and passes.
    """
    tree = ast.parse(source)
    aliases = _aliases(tree)
    yields = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call) and _is_zero(node.args)}
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Name | ast.Attribute):
            continue
        if id(node) in yields and _dotted(node, aliases) == "asyncio.sleep":
            continue
        name = _dotted(node, aliases)
        is_loop_time = name.endswith("loop.time") or name == "?.time"
        if (name in CLOCKS and name not in allowed) or is_loop_time:
            found.append(f"{node.lineno}: {name}")
    return found


def test_every_file_is_short_enough_to_be_read_at_once() -> None:
    lines = {_name(path): len(_text(path).splitlines()) for path in SOURCES + TESTS}
    assert {name: count for name, count in lines.items() if count > MOST_LINES} == {}


def test_every_module_says_what_it_is_for() -> None:
    assert [_name(path) for path in SOURCES + TESTS if not DOCSTRING.match(_text(path))] == []


@pytest.mark.parametrize("source", ['x = 1\n"""Late."""', "# No more than a comment.\n", '""""""\nx = 1'])
def test_a_module_that_says_nothing_is_found(source: str) -> None:
    assert not DOCSTRING.match(source)


def test_nobody_but_the_clocks_reads_a_clock_or_sleeps() -> None:
    found = []
    for path in SOURCES:
        allowed = STOPWATCHES if _name(path).startswith("mafiabot/lab/") else frozenset()
        if not _name(path).startswith(KEEPERS_OF_TIME):
            found += [f"{_name(path)}:{use}" for use in clock_uses(_text(path), allowed)]
    assert found == []


def test_no_test_blocks_in_a_sleep() -> None:
    nap = [path for path in TESTS if "sleep" in _text(path)]
    found = [f"{_name(path)}:{use}" for path in nap for use in clock_uses(_text(path))]
    assert [use for use in found if use.endswith(" time.sleep")] == []


@pytest.mark.parametrize(
    "source",
    [
        "import time\ntime.monotonic()",
        "import time as t\nt.sleep(1)",
        "from time import time\ntime()",
        "from asyncio import sleep as nap\nawait nap(1)",
        "import datetime as dt\ndt.datetime.now(dt.UTC)",
        "from datetime import datetime\ndatetime.utcnow()",
        "import asyncio\nasyncio.get_running_loop().time()",
        "class A:\n    def f(self): return self._loop.time()",
        "import asyncio\nnap = asyncio.sleep",
        "import time\ntime.sleep(0)",
    ],
)
def test_the_clock_rule_sees(source: str) -> None:
    assert clock_uses(source)


@pytest.mark.parametrize(
    "source",
    [
        "import time\nx: time.struct_time",
        "clock.sleep_until_ms(5)",
        "event.time",
        "from datetime import timedelta",
    ],
)
def test_the_clock_rule_lets_pass(source: str) -> None:
    assert clock_uses(source) == []


def test_the_engine_imports_itself_and_the_pure_standard_library_only() -> None:
    modules = [path for path in SOURCES if _name(path).startswith("mafiabot/engine/")]
    imported = {(_name(path), name) for path in modules for name in _imports(ast.parse(_text(path)))}
    assert {
        use for use in imported if use[1] not in PURE and not use[1].startswith("mafiabot.engine")
    } == set()


def test_only_cogs_ui_bot_and_the_discord_adapters_know_discord() -> None:
    users = {
        _name(path)
        for path in SOURCES
        if "discord" in _text(path)
        and any(name.partition(".")[0] == "discord" for name in _imports(ast.parse(_text(path))))
    }
    # Beside them the library's session is stood in for, and the library alone is measured.
    allowed = re.compile(r"mafiabot/(cogs/|ui/|bot\b|adapters/.*discord|lab/bench/bare|lab/trust/pairs_line)")
    assert {name for name in users if not allowed.match(name)} == set()


def test_the_ui_takes_views_and_never_the_game_state() -> None:
    found = [
        path for path in SOURCES if _name(path).startswith("mafiabot/ui/") and "GameState" in _text(path)
    ]
    assert found == []
