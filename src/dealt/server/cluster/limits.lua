-- Limits by address that hold across the processes of a room: see limits.py, which names what is to be done last.
-- The time is that of Redis, in seconds since 1970.

local t = redis.call('TIME')
local now = tonumber(t[1]) + tonumber(t[2]) / 1000000
local what = ARGV[#ARGV]

-- How a bucket is read and written. One that is full is forgotten in the end: a new one is full too.

local rate, burst

local function filled(key)
  local found = redis.call('HMGET', key, 'left', 'at')
  if not found[1] then return burst end
  return math.min(burst, tonumber(found[1]) + math.max(0, now - tonumber(found[2])) * rate)
end

local function keep(key, left)
  redis.call('HSET', key, 'left', string.format('%.9f', left), 'at', string.format('%.6f', now))
  redis.call('PEXPIRE', key, math.ceil((burst - left) / rate * 1000) + 1000)
end

-- KEYS: the bucket. ARGV: rate, burst, how many are wanted now, the most in advance, the part of what is left that is
-- drawn at once at most. Returns the tokens that are drawn, and if there is none the seconds until there is one.

if what == 'draw' then
  rate, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
  local left = filled(KEYS[1])
  if left < 1 then return {0, string.format('%.6f', (1 - left) / rate)} end
  local part = left / tonumber(ARGV[5])
  local drawn = math.min(math.floor(left), math.max(tonumber(ARGV[3]), math.min(tonumber(ARGV[4]), part)))
  drawn = math.floor(drawn)
  keep(KEYS[1], left - drawn)
  return {drawn, '0'}
end

-- KEYS: buckets. ARGV: rate, burst, and for each bucket the tokens that go back.

if what == 'return' then
  rate, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
  for n, key in ipairs(KEYS) do keep(key, math.min(burst, filled(key) + tonumber(ARGV[2 + n]))) end
  return #KEYS
end

-- KEYS: who lives until when. ARGV: how their counts are called, this process, the address, the most, milliseconds.

if what == 'enter' then
  local inside = 0
  for _, each in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], string.format('%.6f', now), '+inf')) do
    inside = inside + tonumber(redis.call('HGET', ARGV[1] .. each, ARGV[3]) or 0)
  end
  if inside >= tonumber(ARGV[4]) then return 0 end
  redis.call('HINCRBY', ARGV[1] .. ARGV[2], ARGV[3], 1)
  redis.call('PEXPIRE', ARGV[1] .. ARGV[2], ARGV[5])
  return 1
end

-- KEYS and the first ARGV as above, then milliseconds. Returns 0 if the process counted as dead, or is new.

if what == 'live' then
  local known = redis.call('ZSCORE', KEYS[1], ARGV[2])
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', '(' .. string.format('%.6f', now))
  redis.call('ZADD', KEYS[1], string.format('%.6f', now + tonumber(ARGV[3]) / 1000), ARGV[2])
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  redis.call('PEXPIRE', ARGV[1] .. ARGV[2], ARGV[3])
  return known and 1 or 0
end
