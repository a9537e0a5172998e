"""What holds for every test."""

import os

from hypothesis import settings

# Where a run decides whether a change lands, the same examples are tried every time; elsewhere others each time.
settings.register_profile("decides", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("decides")
