"""Settings for all tests: Hypothesis gives the same examples every time and never fails for slowness."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# A busy machine is no fault of the code: neither slow examples nor slow data generation fail a test.
UNHURRIED = [HealthCheck.too_slow]
settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=UNHURRIED)
settings.register_profile("searching", deadline=None, max_examples=1_000, suppress_health_check=UNHURRIED)
settings.load_profile("steady")
