-- From now on a finished game is kept for so long; a second time changes nothing.
-- KEYS  game log commands beside channel open unarchived   ARGV  game, seconds an archived game is kept
local game, log, commands, beside, channel, open, unarchived = unpack(KEYS)
local id, kept_s = unpack(ARGV)
if redis.call('HEXISTS', open, id) == 1 or redis.call('HDEL', unarchived, id) == 0 then
  return 0
end
for _, key in ipairs({game, log, commands, beside}) do
  redis.call('EXPIRE', key, kept_s)
end
if redis.call('GET', channel) == id then
  redis.call('EXPIRE', channel, kept_s)
end
return 1
