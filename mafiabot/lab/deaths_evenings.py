"""Which evenings bots die at: small tables with short speeches, all presets, with and without a judge."""

from random import Random  # noqa: TID251 - an evening is drawn from its seed
from typing import Any

from mafiabot.lab.drill.format import Drill, StoreName

SHORT = {"speech_s": 20, "last_word_s": 15, "defence_s": 15, "mafia_minute_s": 15, "free_seating_s": 0}
KINDS = ("club", "judged club", "classic", "tournament")
PEOPLE = ("mixed", "obedient", "chatty", "clumsy", "silent")
GIVE_UP_S = 10_800


def drawn(kind: str, seed: int, store: StoreName = "sqlite", tables: int = 1) -> Drill:
    """An evening of that kind; clubs have 6 to 8 seats, the others ten and a judge."""
    rng = Random(f"deaths {kind} {seed}")
    body = {
        "name": f"{kind} {seed} on {store}",
        "seed": seed,
        "language": rng.choice(("ru", "uk", "en")),
        "store": store,
        "give_up_s": GIVE_UP_S,
        "discord": {
            "latency_ms": rng.choice(((5.0, 40.0), (20.0, 80.0), (20.0, 250.0))),
            "order": rng.choice(("answer_first", "event_first", "mixed")),
        },
        "table": [_table(kind, f"t{number}", rng) for number in range(1, tables + 1)],
    }
    return Drill.model_validate(body, strict=False)


def _table(kind: str, name: str, rng: Random) -> dict[str, Any]:
    small = kind.endswith("club")
    return {
        "id": name,
        "preset": "club" if small else kind,
        "seats": rng.randint(6, 8) if small else 10,
        "people": rng.choice(PEOPLE),
        "judge": kind != "club",
        "spectators": rng.randint(0, 1),
        "seat_nicknames": rng.random() < 0.5,
        "overrides": SHORT,
    }
