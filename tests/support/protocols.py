"""Tables with known roles, and what the protocol tells of them."""

from mafiabot.engine.protocol import protocol
from mafiabot.engine.protocol_types import Protocol
from mafiabot.engine.ruleset import TOURNAMENT, Ruleset
from tests.support.table import Table

ROLES = "DMMSCCCCCC"


def at_table(ruleset: Ruleset = TOURNAMENT) -> Table:
    return Table(10, ruleset=ruleset, roles=ROLES, judge=ruleset.fouls)


def told(table: Table) -> Protocol:
    return protocol(tuple(table.log))
