"""mafiabot judges sports mafia in Discord voice channels."""
