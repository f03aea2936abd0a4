"""The shell without Discord or Redis: load, decide, commit, then make the world equal the state.

Everything outside is reached through the protocols of `ports`.
"""
