-- The one step by which a game changes: recognise a repeat, compare, claim, write.
-- KEYS  game log commands beside claims channel seats open due untold unarchived
-- ARGV  game, guild, channel, expected seq, new seq, over (1|0), command or '', this commit, due ms or '',
--       wake channel, process, seconds an archived game is kept, state, claims (apart by spaces),
--       number of further commands, further commands, events
-- Answers {'applied' | 'repeated' | 'conflict' | 'channel_taken' | 'member_taken', user or ''}.
-- Nothing is written unless the answer is 'applied'. The first write is XADD: a server that is out of memory
-- refuses it, and with it the whole step.
local game, log, commands, beside, claims, channel, seats, open, due, untold, unarchived = unpack(KEYS)
local id, guild, channel_id, expected, seq, over, command, commit, due_ms = unpack(ARGV, 1, 9)
local wake, process, kept_s, state, claimed, further = unpack(ARGV, 10, 15)
local first_event = 16 + further
over = over == '1'

local function entry(after)
  return string.format('%.0f-0', tonumber(expected) + after)
end

-- The reply to this very commit may have been lost, and others may have committed since.
local function done_before()
  local found = redis.call('XRANGE', log, entry(1), entry(1))[1]
  return found ~= nil and found[2][4] == commit
end

if command ~= '' and redis.call('SISMEMBER', commands, command) == 1 then
  return {done_before() and 'applied' or 'repeated', ''}
end
if (redis.call('HGET', game, 'seq') or '0') ~= expected then
  return {done_before() and 'applied' or 'conflict', ''}
end

local held, wanted = {}, {}
for _, user in ipairs(redis.call('SMEMBERS', claims)) do
  held[user] = true
end
if not over then
  local standing = redis.call('GET', channel)
  if standing and standing ~= id and redis.call('HEXISTS', open, standing) == 1 then
    return {'channel_taken', ''}
  end
  for user in string.gmatch(claimed, '%S+') do
    wanted[user] = true
    if not held[user] and redis.call('HEXISTS', seats, user) == 1 then
      return {'member_taken', user}
    end
  end
end

for i = first_event, #ARGV do
  redis.call('XADD', log, entry(i - first_event + 1), 'event', ARGV[i], 'by', commit)
end
redis.call('HSET', game, 'seq', seq, 'guild', guild, 'channel', channel_id, 'state', state)
if command ~= '' then
  redis.call('SADD', commands, command)
end
for i = 16, first_event - 1 do
  redis.call('SADD', commands, ARGV[i])
end

local former = redis.call('HGET', game, 'due')
if former then
  redis.call('ZREM', due, former)
  redis.call('HDEL', game, 'due')
end
if due_ms ~= '' then
  local line = id .. ' ' .. guild .. ' ' .. seq
  redis.call('ZADD', due, due_ms, line)
  redis.call('HSET', game, 'due', line)
  -- Where the user may not publish (Redis 7 gives a new one no channel) the others look once a second: what breaks
  -- off here would leave half a step.
  redis.pcall('PUBLISH', wake, due_ms .. ' ' .. process)
end

for user in pairs(held) do
  if not wanted[user] then
    redis.call('HDEL', seats, user)
    redis.call('SREM', claims, user)
  end
end
for user in pairs(wanted) do
  if not held[user] then
    redis.call('HSET', seats, user, id)
    redis.call('SADD', claims, user)
  end
end

local kept = {game, log, commands, beside}
if over then
  if redis.call('HDEL', open, id) == 1 or expected == '0' then
    redis.call('HSET', untold, id, guild)
    redis.call('HSET', unarchived, id, guild)
  end
  if redis.call('HEXISTS', unarchived, id) == 0 then
    for _, key in ipairs(kept) do
      redis.call('EXPIRE', key, kept_s)
    end
  end
else
  redis.call('SET', channel, id)
  redis.call('HDEL', untold, id)
  redis.call('HDEL', unarchived, id)
  if redis.call('HSET', open, id, guild) == 1 then
    for _, key in ipairs(kept) do
      redis.call('PERSIST', key)
    end
  end
end
return {'applied', ''}
