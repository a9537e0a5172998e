"""What becomes of a result: shown, written to a file, or compared with it."""

from __future__ import annotations

import contextlib
import os
import stat
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

    The folder is made where it is not there. A link is written through. Raises `UsageError`, also where `check_target`
    does.
    """
    if same(path, content):
        return False
    check_target(path)
    target = Path(os.path.realpath(path))
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        # Beside the target and then put in its place, so that nobody sees half of it.
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:50]}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            os.chmod(temporary, target.stat().st_mode if target.exists() else 0o666 & ~_umask())
            os.replace(temporary, target)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror or error}") from None
    return True


def check_target(path: Path, to_print: str = f"-o {STDOUT}") -> None:
    """Raise `UsageError` where `path` is there and is not to be written: no regular file, or a read-only one.

    `to_print` is the option that prints instead.
    """
    mode = _mode(path, to_print)
    # The bits are asked, not the system, which lets root write everything.
    if mode is not None and not mode & 0o222:
        raise UsageError(f"{path}: cannot be written: it is read-only")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


_STREAMS = ("/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/fd/", "/proc/")
"""Where the names of a process's own streams begin; what they lead to is not to be replaced by a file."""


def _mode(path: Path, to_print: str = f"-o {STDOUT}") -> int | None:
    """The mode of the regular file `path`, or None where nothing is there; raises `UsageError` for anything else."""
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        mode = None
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror or error}") from None
    if os.path.abspath(path).startswith(_STREAMS) or (mode is not None and not stat.S_ISREG(mode)):
        if mode is not None and stat.S_ISDIR(mode):
            raise UsageError(f"{path}: cannot be read: Is a directory")
        raise UsageError(f"{path}: is no regular file; for standard output use `{to_print}`")
    return mode


def same(path: Path, content: bytes) -> bool:
    """Whether `path` holds `content`; raises `UsageError` where it cannot be read, or is no regular file."""
    if _mode(path) is None:
        return False
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
