"""Revisions in order. One that has been released is never edited."""
