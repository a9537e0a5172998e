"""What becomes of a result: shown, written to a file, or compared with it."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path
from typing import TextIO

from a2a_lifecycle.cli.arguments import UsageError

STDOUT = "-"


def show(content: str | bytes, stdout: TextIO) -> None:
    """Print `content`, which is a file's: its text is UTF-8 with Unix newlines, whatever the encoding of `stdout`.

    Raises `UsageError` where it is no text and `stdout` is a terminal or takes text alone.
    """
    buffer = getattr(stdout, "buffer", None)
    if isinstance(content, bytes) and (buffer is None or stdout.isatty()):
        raise UsageError("this format is no text; write it to a file with `-o FILE`")
    if buffer is None:
        stdout.write(str(content))
        return
    stdout.flush()
    buffer.write(content if isinstance(content, bytes) else content.encode())
    buffer.flush()


def write(path: Path, content: bytes) -> bool:
    """Make `path` hold `content`, all of it or, on an error, what it held; returns whether that changed it.

    The folder is made where it is not there. Raises `UsageError`.
    """
    if same(path, content):
        return False
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Beside the target and then put in its place, so that nobody sees half of it.
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:50]}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            os.chmod(temporary, path.stat().st_mode if path.exists() else 0o666 & ~_umask())
            os.replace(temporary, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror or error}") from None
    return True


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def same(path: Path, content: bytes) -> bool:
    """Whether `path` holds `content`; raises `UsageError` where it cannot be read."""
    try:
        return path.read_bytes() == content
    except FileNotFoundError:
        return False
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror or error}") from None


def drift(path: Path, content: bytes) -> str | None:
    """How `path` differs from `content`, in one line, or None; raises `UsageError`."""
    if same(path, content):
        return None
    return f"differs: {path}" if path.exists() else f"missing: {path}"
