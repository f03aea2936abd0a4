"""Keys: one bucket a guild, one slot a bucket, and a page that lists them all."""

import subprocess
import sys
from pathlib import Path

from redis.crc import key_slot

from mafiabot.adapters.redis_keys import Keys
from mafiabot.runtime.buckets import BUCKETS, bucket_of, new_game_id
from tests.support.stores import GUILD

ROOT = Path(__file__).parents[2]
KEYS = Keys("club")


def test_all_keys_of_a_guild_lie_in_one_slot() -> None:
    bucket = KEYS.of_guild(GUILD)
    keys = [bucket.game("g"), bucket.channel(1), bucket.seats(GUILD), bucket.open(), bucket.due()]
    assert len({key_slot(key.encode()) for key in keys}) == 1


def test_the_tag_is_the_buckets() -> None:
    tag = f"{{b{bucket_of(GUILD):02d}}}"
    assert KEYS.of_guild(GUILD).open() == f"club:{tag}:open"


def test_a_games_bucket_is_in_its_id() -> None:
    assert KEYS.of_game(new_game_id(GUILD, "x")) == (KEYS.of_guild(GUILD),)


def test_an_id_that_names_no_bucket_is_looked_for_in_all() -> None:
    for strange in ("g", "", "1", "16x", "99x", "١٢x"):
        assert KEYS.of_game(strange) == KEYS.every()
    assert len(set(KEYS.every())) == BUCKETS


def test_the_page_about_redis_is_up_to_date() -> None:
    done = subprocess.run([sys.executable, "tools/redis_keys.py", "--check"], cwd=ROOT, check=False)
    assert done.returncode == 0, "run: python tools/redis_keys.py"
