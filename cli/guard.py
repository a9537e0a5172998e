"""`a2a-lifecycle guard`: a server on this machine, without the guard and with it."""

from __future__ import annotations

import argparse
import logging
from collections.abc import Mapping
from importlib.metadata import version
from typing import TYPE_CHECKING, TextIO

from a2a_lifecycle.cli.arguments import UsageError, add_table_arguments, table_of
from a2a_lifecycle.cli.terminal import Terminal

if TYPE_CHECKING:
    from a2a_lifecycle.conformance.guard.trial import Observed

EPILOG = """\
It starts a server of a2a-sdk on a free port of this machine, with an agent that ends its task and then goes on, and
talks to it with the SDK's own client. It needs the extra `sdk`: pip install 'a2a-lifecycle[sdk]'

To guard a server of your own:

  from a2a_lifecycle.conformance.guard import Guard
  handler = Guard().request_handler(executor, task_store, agent_card)

exit status:
  0  with the guard the task stayed at its end
  1  it did not
  2  wrong call, a table that cannot be loaded, the extra is not installed, or the server did not start
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The table and the edition to enforce."""
    add_table_arguments(parser)


def run(arguments: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Run the demonstration; raises `UsageError`."""
    from a2a_lifecycle.conformance.law import default_edition

    table = table_of(arguments)
    edition = table.edition(arguments.edition) if arguments.edition else default_edition(table)
    try:
        from a2a_lifecycle.conformance.guard import demo
    except ImportError:
        raise UsageError("the guard needs a2a-sdk 1.3 or later: pip install 'a2a-lifecycle[sdk]'") from None
    terminal = Terminal(stdout)
    # The SDK logs every error with its traceback, and errors are what is shown here.
    logging.disable(logging.CRITICAL)
    try:
        published = demo.resurrection(edition)
        without, guarded, refusals = demo.demonstrate(edition)
    except (LookupError, RuntimeError) as error:
        raise UsageError(str(error)) from None
    finally:
        logging.disable(logging.NOTSET)
    end = published[-2]
    print(f"a2a-sdk {version('a2a-sdk')}, its server and client over HTTP; the table is {edition.id}.", file=stdout)
    print("The agent publishes:", file=stdout)
    _states(published, stdout)
    _show("Without the guard", without, {}, end, terminal, stdout)
    _show("With the guard", guarded, refusals, end, terminal, stdout)
    return 0 if guarded.stored == end and guarded.streamed[-1:] == [end] else 1


def _states(states: list[str], stdout: TextIO) -> None:
    for state in states:
        print(f"    {state}", file=stdout)


def _show(
    title: str, seen: Observed, refusals: Mapping[str, int], end: str, terminal: Terminal, stdout: TextIO
) -> None:
    print(f"\n{terminal.paint(title, 'bold')}\n  the client received:", file=stdout)
    _states(seen.streamed, stdout)
    if seen.error is not None:
        print(f"    error: {seen.error}", file=stdout)
    answer = seen.cancelled if isinstance(seen.cancelled, str) else f"error: {seen.cancelled}"
    print(
        f"  the task is stored as: {terminal.paint(seen.stored, 'green' if seen.stored == end else 'red')}", file=stdout
    )
    print(f"  a cancel request then: {answer}", file=stdout)
    for code, count in sorted(refusals.items()):
        print(f"  refused: {code}, {count} time{'s' * (count != 1)}", file=stdout)
