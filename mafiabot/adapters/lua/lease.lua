-- Leases of shards: all or none are taken, only one's own are renewed; one that was given back has run out.
-- KEYS  leases served
-- ARGV  take | renew | release, holder, now in ms, until in ms, layout, serving (0 or 1),
--       holders known to be dead (between spaces), then the leases
-- Returns what others hold: lease, entry, lease, entry …
local mode, holder, now, untilms, layout = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4], ARGV[5]
local held, mine = {}, {}
for i = 8, #ARGV do
  local entry = redis.call('HGET', KEYS[1], ARGV[i])
  local by, till = nil, nil
  if entry then
    by, till = string.match(entry, '^(%S+) (%d+) ')
  end
  if by == nil or by == holder then
    mine[#mine + 1] = ARGV[i]
  elseif mode == 'take' and (tonumber(till) <= now or string.find(ARGV[7], ' ' .. by .. ' ', 1, true)) then
    mine[#mine + 1] = ARGV[i]
  else
    held[#held + 1] = ARGV[i]
    held[#held + 1] = entry
  end
end
if mode ~= 'release' and #held > 0 then
  return held
end
for _, lease in ipairs(mine) do
  redis.call('HSET', KEYS[1], lease, holder .. ' ' .. untilms .. ' ' .. layout)
  if ARGV[6] == '1' then
    redis.call('ZADD', KEYS[2], now, lease)
  end
end
return held
