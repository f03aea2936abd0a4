"""A local Discord on loopback: it keeps the truth, people act on what they see, it knows no bot's code."""
