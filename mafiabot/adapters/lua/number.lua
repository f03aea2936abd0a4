-- The next number of a game, higher than any given before and than what is known from elsewhere.
-- KEYS  number   ARGV  a number known from elsewhere
local last = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), tonumber(ARGV[1]))
redis.call('SET', KEYS[1], last + 1)
return last + 1
