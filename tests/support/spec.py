"""The published specification of Discord's API, where it is found; the local Discord checks bodies by it."""

import os
from pathlib import Path

_FILE = Path(os.environ.get("MAFIABOT_DISCORD_SPEC") or "../shared/discord-api/openapi.json")
SPEC = str(_FILE) if _FILE.is_file() else None
