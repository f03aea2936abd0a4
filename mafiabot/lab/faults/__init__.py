"""Deliberate bugs, played in whole games to show that an oracle catches each of them by name."""
