"""A progress bar on long work, on a terminal only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import TextIO

_EVERY = 0.2
"""Seconds between two looks."""


@contextmanager
def watched(progress: Callable[[], float | None], what: str, stream: TextIO) -> Iterator[None]:
    """Within this, how far `progress` says the work is is shown on `stream`, where that is a terminal.

    Parameters:
        progress: how much is done, from 0 to 1, or None where that is not known. It is called from another thread.
        what: what is being done.
        stream: where the bar goes; it is gone when the work is done.
    """
    if not stream.isatty():
        yield
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn(what), BarColumn(), TimeElapsedColumn())
    done = Event()
    with Progress(*columns, console=Console(file=stream), transient=True) as bar:
        task = bar.add_task(what, total=None)

        def watch() -> None:
            while not done.wait(_EVERY):
                share = progress()
                bar.update(task, total=None if share is None else 1.0, completed=share or 0.0)

        watcher = Thread(target=watch, daemon=True)
        watcher.start()
        try:
            yield
        finally:
            done.set()
            watcher.join()
