"""Proof by trying: what docs/trust.md promises is attempted, many times over, and counted."""
