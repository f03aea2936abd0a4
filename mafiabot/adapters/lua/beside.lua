-- Keeps something beside a game. What is written after it was archived lasts no longer than the game.
-- KEYS  beside open unarchived
-- ARGV  game, seconds an archived game is kept, field, value[, field of a number, number]
-- With a number: where a higher one stands, this comes too late and changes nothing. Numbers may be ids, which
-- Lua cannot count with; they have no leading zeros.
local field, value, ordered, number = unpack(ARGV, 3, 6)
if ordered then
  local stands = redis.call('HGET', KEYS[1], ordered)
  if stands and (#stands > #number or (#stands == #number and stands > number)) then
    return 0
  end
  redis.call('HSET', KEYS[1], ordered, number)
end
redis.call('HSET', KEYS[1], field, value)
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 0 and redis.call('HEXISTS', KEYS[3], ARGV[1]) == 0 then
  redis.call('EXPIRE', KEYS[1], ARGV[2])
end
return 1
