"""Composes the bot with the playground: demo, many games at once, killed bots, deals verified.

What is measured comes from what clients received and from the local Discord's truth; the judge's own
book only says what was granted.
"""
