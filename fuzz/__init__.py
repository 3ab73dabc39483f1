"""Fuzzing: random input against every promise of the package, for any length of time.

`make fuzz` runs it. A campaign is a function of a `Random` that tries some cases and raises a
`Finding` where a promise is broken; the number of a round is its seed, so a line of the log is
enough to see a finding again (`python -m fuzz --only positions --round 17`).
"""
