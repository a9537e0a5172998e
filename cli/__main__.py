"""`python -m a2a_lifecycle.cli`: the same command."""

from a2a_lifecycle.cli.main import entry

entry()
