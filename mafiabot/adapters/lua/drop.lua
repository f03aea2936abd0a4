-- Drops everything of a table whatever its state, and frees its channel and members, if it is still as it was seen.
-- KEYS  game log commands beside claims channel seats open due untold unarchived   ARGV  game, seq
-- Returns 1, or 0 where it has gone on meanwhile. What members are owed stays.
local game, log, commands, beside, claims, channel, seats, open, due, untold, unarchived = unpack(KEYS)
local id, seq = ARGV[1], ARGV[2]
if redis.call('HGET', game, 'seq') ~= seq then
  return 0
end
local line = redis.call('HGET', game, 'due')
if line then
  redis.call('ZREM', due, line)
end
for _, user in ipairs(redis.call('SMEMBERS', claims)) do
  if redis.call('HGET', seats, user) == id then
    redis.call('HDEL', seats, user)
  end
end
if redis.call('GET', channel) == id then
  redis.call('DEL', channel)
end
for _, list in ipairs({open, untold, unarchived}) do
  redis.call('HDEL', list, id)
end
redis.call('UNLINK', game, log, commands, beside, claims)
return 1
