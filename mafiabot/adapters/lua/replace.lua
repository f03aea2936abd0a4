-- A document is written anew if it still is as it was read ('' = there was none).
-- KEYS  document   ARGV  before, after
if (redis.call('GET', KEYS[1]) or '') == ARGV[1] then
  redis.call('SET', KEYS[1], ARGV[2])
  return 1
end
return 0
