"""Calls the command in process."""

import io

from a2a_lifecycle.cli.main import main


def call(*argv):
    """The exit status, the output and the errors of `a2a-lifecycle *argv`."""
    stdout, stderr = io.StringIO(), io.StringIO()
    status = main([str(item) for item in argv], stdout, stderr)
    return status, stdout.getvalue(), stderr.getvalue()
