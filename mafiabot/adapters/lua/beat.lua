-- A sign of life; the earlier ones of others can no longer be the last and go.
-- KEYS  alive   ARGV  process, now in ms
-- What is written comes first: a server that is out of memory refuses it, and its process hears that it is full.
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', '(' .. ARGV[2])
return 1
