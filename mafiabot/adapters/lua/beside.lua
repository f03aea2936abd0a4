-- Keeps something beside a game. What is written after it was archived lasts no longer than the game.
-- KEYS  beside open unarchived   ARGV  game, seconds an archived game is kept, field, value
redis.call('HSET', KEYS[1], ARGV[3], ARGV[4])
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 0 and redis.call('HEXISTS', KEYS[3], ARGV[1]) == 0 then
  redis.call('EXPIRE', KEYS[1], ARGV[2])
end
return 1
