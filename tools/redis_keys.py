"""Writes docs/redis.md out of `adapters/redis_keys.py`; `--check`: is it up to date?"""

import inspect
import sys
from pathlib import Path

from mafiabot.adapters.redis_clients import ANSWER_S
from mafiabot.adapters.redis_keys import BucketKeys, Keys
from mafiabot.runtime.buckets import BUCKETS
from mafiabot.runtime.ports import ARCHIVED_KEPT_S

PAGE = Path(__file__).parent.parent / "docs" / "redis.md"

HEAD = f"""# Redis

Made by `tools/redis_keys.py` from `mafiabot/adapters/redis_keys.py`; a test holds it up to date.

`MAFIABOT_REDIS_URL` chooses Redis as the live store; without it games are kept in a file.

| address | what |
|---|---|
| `redis://[user:password@]host[:port][/db]`, `rediss://…` | one server, with TLS |
| `unix:///path/to/socket[?db=N]` | one server on this machine |
| `redis+sentinel://h:p,h:p/service[/db]` | the server the sentinels name |
| `redis+cluster://h:p,h:p` | a cluster |

`?prefix=NAME` lets several bots share a server. `rediss://` takes `ssl_ca_certs`, `ssl_certfile`,
`ssl_keyfile` and `ssl_cert_reqs`. Redis 6.2 or newer, or Valkey. What has been answered
should survive the server: use `appendonly yes`, and `maxmemory-policy noeviction`. What a server
loses all the same, and what people see of an outage, is in [outages.md](outages.md).

A user of its own needs its keys, its channel, and `INFO`, which tells that a server was started anew (with
`?prefix=NAME`, that name in place of `mafiabot`):

```
ACL SETUSER bot on >PASSWORD ~mafiabot:* &mafiabot:* +@all -@admin -@dangerous +info
```

## How it is used

- A commit is one script (`adapters/lua/commit.lua`): it recognises a repeat by the command's id, compares
  `seq`, checks channel and members, appends to the log, writes the state, sets the due time. Each commit
  signs its log entries, so that an attempt whose answer was lost is not taken for somebody else's.
- An answer may take {ANSWER_S} s and a call is made twice at most, so a server that stands still is noticed
  within a second. The library repeats nothing by itself.
- Due times are an index in each of the {BUCKETS} buckets; whoever sets one publishes it, and every process
  looks once a second anyway.
- A finished game is kept until it is archived, and {ARCHIVED_KEPT_S // 3600} hours from then on unless it is
  forgotten before; nothing of a game that is open or not archived ever expires. Debts stay until paid.
- Each process compares its clock with the server's (`TIME`) once a minute, and lets it run a twentieth faster
  or slower until they agree. More than 250 ms is logged as an error.

## Keys

All begin with the prefix (`mafiabot`). `{{bNN}}` is the bucket of a guild, (guild id >> 22) modulo {BUCKETS},
and the hash tag: whatever one script touches lies in one slot of a cluster. A game's id begins with its
bucket's two digits. Documents are JSON with their schema version; scripts do not look into them.

"""


def table() -> str:
    bucket = BucketKeys("mafiabot:{bNN}")
    rows = [_row(BucketKeys, name, getattr(bucket, name)) for name in _public(BucketKeys)]
    keys = Keys("mafiabot")
    rows += [
        _row(Keys, name, getattr(keys, name))
        for name in ("alive", "leases", "served", "identifies", "probe", "wake")
    ]
    return "\n".join(["| key | what |", "|---|---|", *rows, ""])


def _public(kind: type) -> list[str]:
    return [name for name, _ in inspect.getmembers(kind, inspect.isfunction) if not name.startswith("_")]


def _row(kind: type, name: str, key: object) -> str:
    assert callable(key)
    names = [f"<{part.removesuffix('_id')}>" for part in inspect.signature(key).parameters]
    what = inspect.getdoc(getattr(kind, name))
    return f"| `{key(*names)}` | {what} |"


def page() -> str:
    return HEAD + table()


def main() -> int:
    if "--check" in sys.argv:
        return 0 if PAGE.is_file() and PAGE.read_text(encoding="utf-8") == page() else 1
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
