"""The REST side of the local Discord: each route is one small synchronous function on the shared core."""
