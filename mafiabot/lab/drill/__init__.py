"""Drills: the real bot under fire, from a file that says who sits where, what goes wrong when, and what must
hold afterwards."""
