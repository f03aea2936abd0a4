-- The first document put for a member stands until his debt is cleared; beside it stands the last one.
-- KEYS  debts owing cleared   ARGV  guild, user, stamp, document
-- Answers 0, or the higher stamp of what has been written since: then this comes too late and changes nothing.
local guild, user, stamp, document = unpack(ARGV)
local last = redis.call('HGET', KEYS[1], 'at:' .. user) or '0'
local cleared = redis.call('HGET', KEYS[3], user) or '0'
local stands = math.max(tonumber(last), tonumber(cleared))
if stands > tonumber(stamp) then
  return stands
end
redis.call('HSETNX', KEYS[1], 'first:' .. user, document)
redis.call('HSET', KEYS[1], 'last:' .. user, document, 'at:' .. user, stamp)
redis.call('SADD', KEYS[2], guild)
return 0
