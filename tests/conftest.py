"""Hypothesis profiles: the same examples every time, or `--hypothesis-profile=search` for more."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# Drawing a board of a hundred cells is slow by Hypothesis' standards, and meant.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

settings.register_profile("repeatable", PATIENT, max_examples=60, derandomize=True)
settings.register_profile("search", PATIENT, max_examples=2000)
settings.load_profile("repeatable")
