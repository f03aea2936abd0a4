"""Protocols as JSON: read back as they were written, and of the documented shape."""

import json
import subprocess
import sys
from pathlib import Path

import jsonschema_rs
import pytest

from mafiabot.adapters.codec import PROTOCOLS, PUBLISHED, Undecodable
from mafiabot.engine import commands as cmd
from mafiabot.engine.aftermath import GivenAward, Penalty, Protest
from mafiabot.engine.protocol import protocol
from mafiabot.engine.published import Published, published
from mafiabot.engine.ruleset import CLASSIC, CLUB, TOURNAMENT, Ruleset
from tests.support.table import Table

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "docs" / "protocol.schema.json").read_text(encoding="utf-8"))


def game(ruleset: Ruleset) -> Published:
    """A tie, a raise vote, fouls, an undo, a pause, a removal, a night; then stopped."""
    table = Table(10, ruleset=ruleset, roles="DMMSCCCCCC", judge=True).to_day_0()
    table.nominate(5)
    if ruleset.fouls:
        table.foul(7, 2)
        table.undo()
        table.do(cmd.ChangeTime(by=1, seconds=10))
    table.pause()
    table.wait(5)
    table.resume()
    table.day({2: 6})
    for _ in range(2):
        table.vote({5: [1, 2, 3, 4, 5], 6: [6, 7, 8, 9, 10]})
        table.talk()
    table.raise_vote(yes=[1, 2], no=[3])
    table.night(kill=8, checks={1: 4, 4: 1})
    table.gone(9)
    table.do(cmd.StopGame(by=1))
    return published(
        protocol(tuple(table.log)),
        (GivenAward(seat=1, hundredths=10, by=1, at_ms=1),),
        (Penalty(seat=2, by=1, at_ms=1),),
        (Protest(id=1, user_id=103, seat=3, text="why", at_ms=1),),
    )


@pytest.mark.parametrize("ruleset", [CLUB, CLASSIC, TOURNAMENT], ids=lambda rules: rules.preset.value)
def test_a_protocol_is_read_as_it_was_written_and_is_of_the_documented_shape(ruleset: Ruleset) -> None:
    whole = game(ruleset)
    written = PUBLISHED.encode(whole)
    assert PUBLISHED.decode(written) == whole
    assert PROTOCOLS.decode(PROTOCOLS.encode(whole.protocol)) == whole.protocol
    jsonschema_rs.validate(SCHEMA, json.loads(written))


def test_what_is_not_of_the_documented_shape_is_neither_valid_nor_read() -> None:
    document = json.loads(PUBLISHED.encode(game(CLUB)))
    document["protocol"]["moon"] = "full"
    assert not jsonschema_rs.is_valid(SCHEMA, document)
    with pytest.raises(Undecodable, match=r"protocol\.moon"):
        PUBLISHED.decode(json.dumps(document).encode())


def test_the_schema_is_up_to_date() -> None:
    done = subprocess.run([sys.executable, "tools/protocol_schema.py", "--check"], cwd=ROOT, check=False)
    assert done.returncode == 0, "run: python tools/protocol_schema.py"
