"""A private PostgreSQL server for one test run: its own cluster, on a free port, gone afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests import needs

USER = "a2a"
DATABASE = "postgres"
EMPTY = """
SET lock_timeout = '20s';
DO $$ DECLARE name text; BEGIN
  FOR name IN SELECT nspname FROM pg_namespace WHERE nspname !~ '^(pg_|information_schema$)' LOOP
    EXECUTE format('DROP SCHEMA %I CASCADE', name);
  END LOOP;
END $$;
CREATE SCHEMA public;
GRANT ALL ON SCHEMA public TO public;
"""
"""What makes the database as good as new, and costs less than a new one."""

_START_SECONDS = 60


def _programs() -> Path:
    """The folder of initdb and postgres; Debian keeps them off the path, in a folder for each version."""
    folders = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name), reverse=True
    )
    found = shutil.which("initdb")
    for folder in [*([Path(found).resolve().parent] if found else []), *folders]:
        if all((folder / name).exists() for name in ("initdb", "postgres", "pg_ctl")):
            return folder
    return needs.missing("PostgreSQL's server (Debian's package postgresql)")


def _unprivileged() -> dict[str, Any]:
    """Whom the server runs as: PostgreSQL refuses root."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    return needs.missing("a user to run PostgreSQL as, which refuses root (Debian's package postgresql makes one)")


def _run(command: Sequence[str | Path], identity: dict[str, Any], cwd: str) -> None:
    # The server keeps pg_ctl's output open, so it goes to a file, or waiting for its end would never end.
    with tempfile.TemporaryFile() as output:
        done = subprocess.run(command, stdout=output, stderr=output, cwd=cwd, timeout=_START_SECONDS, **identity)
        if done.returncode != 0:
            output.seek(0)
            raise RuntimeError(f"{command[0]}: {output.read().decode(errors='replace')}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def server() -> Iterator[str]:
    """The `host:port` of a PostgreSQL server of its own; skips where there is none."""
    programs, identity = _programs(), _unprivileged()
    folder = tempfile.mkdtemp(prefix="a2a-pg-")
    try:
        if identity:
            os.chown(folder, identity["user"], identity["group"])
        data, log, port = Path(folder, "data"), Path(folder, "log"), _free_port()
        initdb = [programs / "initdb", "-D", data, "-U", USER, "--auth=trust", "--no-locale", "--encoding=UTF8", "-N"]
        _run(initdb, identity, folder)
        options = f"-F -c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories={folder}"
        _run([programs / "pg_ctl", "-D", data, "-l", log, "-o", options, "-w", "start"], identity, folder)
        try:
            yield f"127.0.0.1:{port}"
        finally:
            _run([programs / "pg_ctl", "-D", data, "-m", "immediate", "-w", "stop"], identity, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
