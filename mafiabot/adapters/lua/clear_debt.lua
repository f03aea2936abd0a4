-- KEYS  debts owing   ARGV  guild, user
redis.call('HDEL', KEYS[1], 'first:' .. ARGV[2], 'last:' .. ARGV[2])
if redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('SREM', KEYS[2], ARGV[1])
end
return 1
