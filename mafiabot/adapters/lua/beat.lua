-- A sign of life; the earlier ones of others can no longer be the last and go.
-- KEYS  alive   ARGV  process, now in ms
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[2])
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
return 1
