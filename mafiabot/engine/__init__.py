"""The rules of sports mafia, pure: state and command in, events out.

Standard library only; no clock, no randomness of its own, no logging. `decide` says what a command
makes of a state, `evolve` applies what was decided; everything else here reads a state.
"""
