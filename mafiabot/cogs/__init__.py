"""Interactions become commands, outcomes become answers. No rule lives here."""
