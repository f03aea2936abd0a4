-- The first document put for a member stands until his debt is cleared; beside it stands the last one.
-- KEYS  debts owing   ARGV  guild, user, document
redis.call('HSETNX', KEYS[1], 'first:' .. ARGV[2], ARGV[3])
redis.call('HSET', KEYS[1], 'last:' .. ARGV[2], ARGV[3])
redis.call('SADD', KEYS[2], ARGV[1])
return 1
