-- The server's time as {seconds, microseconds}; the key chooses one and the same server for all processes.
-- KEYS  alive
return redis.call('TIME')
