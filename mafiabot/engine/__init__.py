"""The rules of sports mafia, pure: state and command in, events out.

Standard library only; no clock, no randomness of its own, no logging. `decide` says what a command
makes of a state, `evolve` applies what was decided; everything else here reads a state:
`deadlines.deadline` the moment it waits for, `mics.mics` who may be heard, `viewing.view_for` what
somebody may know, `invariants.check` what must hold, `legal.TABLE` which command is heard in which
phase, `ruleset_problems.problems` why a ruleset opens no table.

Inside, one file a concern (`lobby`, `dealing`, `nights`, `talk`, `floor`, `votes`, `windows`, `people`,
`pauses`, `endings`) adds events to a `Draft` and returns a `Then`, which `flow` follows.
"""
