-- KEYS  debts owing cleared   ARGV  guild, user, stamp
-- Answers 0, or the higher stamp of what has been written since: then this comes too late and changes nothing.
local guild, user, stamp = unpack(ARGV)
local stands = tonumber(redis.call('HGET', KEYS[1], 'at:' .. user) or '0')
if stands > tonumber(stamp) then
  return stands
end
redis.call('HDEL', KEYS[1], 'first:' .. user, 'last:' .. user, 'at:' .. user)
redis.call('HSET', KEYS[3], user, stamp)
redis.call('EXPIRE', KEYS[3], 600)
if redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('SREM', KEYS[2], guild)
end
return 0
