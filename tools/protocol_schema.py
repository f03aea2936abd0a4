"""Writes docs/protocol.schema.json out of the protocol's types; `--check`: is it up to date?"""

import json
import sys
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from mafiabot.engine.published import Published

PAGE = Path(__file__).parent.parent / "docs" / "protocol.schema.json"
HEAD = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "The protocol of a game of sports mafia",
    "$comment": "Made by tools/protocol_schema.py, held up to date by a test. See docs/protocol.md.",
}


def schema() -> dict[str, Any]:
    """The JSON schema of a `Published`: every object has exactly its keys, none is left out."""
    made = TypeAdapter(Published).json_schema(mode="serialization")
    made.pop("title")
    return {**HEAD, **_strict(made)}


def _strict(node: Any) -> Any:
    if isinstance(node, list):
        return [_strict(item) for item in node]
    if not isinstance(node, dict):
        return node
    strict = {key: _strict(value) for key, value in node.items() if key not in ("default", "title")}
    if "properties" in strict:
        strict["properties"] = {name: _strict(value) for name, value in node["properties"].items()}
        strict["required"] = list(strict["properties"])
        strict["additionalProperties"] = False
    return strict


def main() -> int:
    text = json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"
    if "--check" in sys.argv[1:]:
        return 0 if PAGE.is_file() and PAGE.read_text(encoding="utf-8") == text else 1
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
