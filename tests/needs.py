"""What a test needs that a plain install does not bring.

Without it the test is skipped with a sentence that says what is missing; with `A2A_LIFECYCLE_REQUIRE_EXTRAS=1`, as in
CI, it fails instead, so that nothing heavy is ever skipped there unseen.
"""

from __future__ import annotations

import os
import shutil
from importlib import import_module
from types import ModuleType
from typing import NoReturn

import pytest

REQUIRED = os.environ.get("A2A_LIFECYCLE_REQUIRE_EXTRAS") == "1"


def missing(what: str) -> NoReturn:
    """Skip this test, or this module of tests, for want of `what`, or fail it where everything is required."""
    if REQUIRED:
        pytest.fail(f"required here, and missing: {what}")
    pytest.skip(f"needs {what}", allow_module_level=True)


def module(name: str, extra: str) -> ModuleType:
    """The module `name`, which `pip install '.[extra]'` brings."""
    try:
        return import_module(name)
    except ImportError:
        missing(f"the module {name} (pip install '.[{extra}]')")


def program(name: str, source: str) -> str:
    """The path of the program `name`, which `source` (such as "Debian's package nodejs") brings."""
    path = shutil.which(name)
    return path if path is not None else missing(f"the program {name} ({source})")
