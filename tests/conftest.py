"""Settings for all tests: Hypothesis gives the same examples every time and never fails for slowness."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("steady", deadline=None, derandomize=True)
settings.register_profile("searching", deadline=None, max_examples=1_000)
settings.load_profile("steady")
