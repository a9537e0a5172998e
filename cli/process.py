"""The process around the command: its streams, its signals, and the exit status where the command itself has none."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import NoReturn, TextIO

from a2a_lifecycle.cli.arguments import one_line

INTERNAL_STATUS = 70
"""The exit status of a fault of this program's own."""
OUTPUT_STATUS = 74
"""The exit status where the output cannot be written."""
INTERRUPTED_STATUS = 130
"""The exit status after Ctrl-C: 128 and the number of SIGINT."""
BROKEN_PIPE_STATUS = 141
"""The exit status where whoever reads the output stops before the result is known: 128 and the number of SIGPIPE."""

TRACEBACK = "A2A_LIFECYCLE_TRACEBACK"
"""The environment variable that, set to 1, shows the traceback of an internal error."""

Main = Callable[[Sequence[str], TextIO, TextIO], int]


def run(main: Main) -> int:
    """Call `main` with this process's arguments and streams; returns the exit status, and never raises."""
    status: int | None = None
    try:
        # In the order of their numbers, so that a closed one's number is not given to a file that is opened later.
        sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115 - open as long as the process
        closed = sys.stdout is None
        sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
        sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
        for stream in (sys.stdout, sys.stderr):
            # A sign that the terminal cannot show is no reason to lose the rest.
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        if closed:
            _say("the standard output is closed")
            return OUTPUT_STATUS
        with _own_process():
            status = main(sys.argv[1:], sys.stdout, sys.stderr)
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:
        # Whoever read the output has seen enough. What was found does not change by that.
        status = BROKEN_PIPE_STATUS if status is None else status
    except KeyboardInterrupt:
        status = INTERRUPTED_STATUS
    except OSError as error:
        _say(f"{error.filename or 'the output'}: {error.strerror or error}")
        status = OUTPUT_STATUS
    except Exception as error:
        _say(f"internal error: {type(error).__name__}: {error}; please report it (with {TRACEBACK}=1 it says where)")
        if os.environ.get(TRACEBACK) == "1":
            from traceback import print_exc

            with contextlib.suppress(OSError):
                print_exc()
        status = INTERNAL_STATUS
    for stream in (sys.stdout, sys.stderr):
        _settle(stream)
    return status


def _say(text: str) -> None:
    with contextlib.suppress(OSError):
        print(f"a2a-lifecycle: {one_line(text)}", file=sys.stderr, flush=True)


def _settle(stream: TextIO) -> None:
    """Flush `stream`, or have the interpreter not complain at its exit that it cannot."""
    try:
        stream.flush()
    except (OSError, ValueError):
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


_own = False


@contextlib.contextmanager
def _own_process() -> Iterator[None]:
    global _own
    _own = True
    try:
        yield
    finally:
        _own = False


@contextlib.contextmanager
def leaving_on_interrupt(last: Callable[[], None]) -> Iterator[None]:
    """Within this, Ctrl-C ends the process with status 130, after `last`; nothing in it may need cleaning up.

    An exception would not do: Z3 swallows what Python raises in a callback. In a process that is not the command's own,
    nothing is changed.
    """
    if not _own:
        yield
        return
    from multiprocessing import active_children

    def leave(*_: object) -> NoReturn:
        with contextlib.suppress(Exception):
            for child in active_children():
                child.kill()
            last()
        os._exit(INTERRUPTED_STATUS)

    before = signal.signal(signal.SIGINT, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
