-- Drops all that is kept of an archived game; one that is open, not archived or unknown is left alone.
-- KEYS  game log commands beside channel open unarchived due untold   ARGV  game
local game, log, commands, beside, channel, open, unarchived, due, untold = unpack(KEYS)
local id = ARGV[1]
if redis.call('EXISTS', game) == 0 or redis.call('HEXISTS', open, id) == 1 then
  return 0
end
if redis.call('HEXISTS', unarchived, id) == 1 then
  return 0
end
local line = redis.call('HGET', game, 'due')
if line then
  redis.call('ZREM', due, line)
end
if redis.call('GET', channel) == id then
  redis.call('DEL', channel)
end
redis.call('HDEL', untold, id)
redis.call('UNLINK', game, log, commands, beside)
return 1
