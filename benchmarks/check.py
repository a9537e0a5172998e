"""How fast `check` is, against the floor and against what users have today, side by side in one run.

    python benchmarks/check.py                 # a million events
    python benchmarks/check.py --events 200000

The floor is parsing the same bytes, line by line, with the same JSON library, and nothing else. A figure is the median
of the ratios of `--rounds` rounds, in processor time: the two of a round run one right after the other, so that a
machine that is now fast and now slow does the same to both. It ends with exit status 1 where `check` takes more than
2.5 times the floor, or a peer less than 5 times as long as `check`.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from statistics import median

from a2a_lifecycle.spec import load

FLOOR = """
import sys, time, msgspec
decode = msgspec.json.Decoder().decode
start = time.process_time()
with open(sys.argv[1], "rb") as lines:
    if sys.argv[1].endswith(".sse"):
        for line in lines:
            if line.startswith(b"data: "):
                decode(line[6:])
    else:
        for line in lines:
            decode(line)
print(time.process_time() - start)
"""
OURS = """
import io, sys, time
from a2a_lifecycle.cli.main import main
start = time.process_time()
status = main(["check", "--format", "json", sys.argv[1]], io.StringIO(), io.StringIO())
print(time.process_time() - start)
sys.exit(0 if status in (0, 1) else 9)
"""
PEERS = {"a2a-doctor": ["lifecycle"], "a2aops": ["task", "inspect"]}
READS = {"legal-v0.3.jsonl": "a2a-doctor", "snapshots.jsonl": "a2aops"}
"""Recording → the peer that reads what is in it; neither reads what the other does."""
TARGET, PEER_TARGET, PEER_ROUNDS = 2.5, 5, 3
GUIDE = load().edition()
PUBLISHED = {version: load().edition(f"published-{version}") for version in ("v0.3", "v1.0")}
START = GUIDE.initial.id
FARTHEST = max((GUIDE.path(START, end) or () for end in sorted(GUIDE.outcomes)), key=len)
BUSY, END = (edge.target for edge in FARTHEST)
PAUSE = next(state.id for state in GUIDE.states if state.state_class == "interrupted")
ARTIFACT = "artifact"
STATES = [START, BUSY, BUSY, PAUSE, BUSY, ARTIFACT, END]
"""What each task does: seven events."""


def status_of(version: str, state: str, second: int) -> dict[str, str]:
    """The status of a task in `state`."""
    if state == ARTIFACT:
        return {}
    return {"state": PUBLISHED[version].encode(state), "timestamp": f"2026-03-01T10:00:{second:02}Z"}


def v10(task: str, state: str, second: int, first: bool) -> dict[str, object]:
    """One event of protocol v1.0 in its JSON-RPC envelope."""
    names = {"taskId": task, "contextId": f"context-of-{task}"}
    status = status_of("v1.0", state, second)
    body: dict[str, object] = {"statusUpdate": {**names, "status": status}}
    if first:
        body = {"task": {"id": task, "contextId": names["contextId"], "status": status}}
    elif state == ARTIFACT:
        body = {"artifactUpdate": {**names, "artifact": {"artifactId": "a", "parts": [{"text": "part of an answer"}]}}}
    return {"jsonrpc": "2.0", "id": 1, "result": body}


def v03(task: str, state: str, second: int, first: bool) -> dict[str, object]:
    """One event of protocol v0.3 in its JSON-RPC envelope."""
    status = status_of("v0.3", state, second)
    names: dict[str, object] = {"taskId": task, "contextId": f"context-of-{task}"}
    body = {**names, "kind": "status-update", "status": status, "final": state in (END, PAUSE)}
    if first:
        body = {"id": task, "contextId": names["contextId"], "kind": "task", "status": status}
    elif state == ARTIFACT:
        body = {**names, "kind": "artifact-update", "artifact": {"artifactId": "a", "parts": []}}
    return {"jsonrpc": "2.0", "id": 1, "result": body}


def snapshot(task: str, state: str, second: int, first: bool) -> dict[str, object]:
    """A whole task in the shape that `a2aops task inspect` reads, too."""
    body = v10(task, state if state != ARTIFACT else BUSY, second, True)["result"]
    return {"kind": "task_created", **body}  # type: ignore[dict-item]


def write(path: Path, events: int, write_event, broken: float) -> None:  # type: ignore[no-untyped-def]
    """A recording of `events` events, a hundred tasks at a time, of which a share `broken` has a finding."""
    chance = random.Random(1)
    before, after = ("data: ", "\n\n") if path.suffix == ".sse" else ("", "\n")
    number = written = 0
    with path.open("w", encoding="utf-8") as file:
        while written < events:
            tasks = [(f"{number + n:08x}-d9cb-469f-a165-70867728950e", list(STATES)) for n in range(100)]
            number += 100
            for _, states in tasks:
                if chance.random() < broken * len(STATES):
                    states += [BUSY, END]  # it comes back to life and ends again: one finding among its events
            for second in range(len(STATES) + 2):
                for task, states in tasks:
                    if second < len(states):
                        event = write_event(task, states[second], second, second == 0)
                        file.write(f"{before}{json.dumps(event, separators=(',', ':'))}{after}")
                        written += 1


def seconds(code: str, path: Path) -> float:
    """The processor time that `code` tells of itself."""
    run = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, check=True)
    return float(run.stdout)


def compare(path: Path, rounds: int) -> float:
    """The ratio of `check` to the floor on `path`; prints it."""
    ratio = median(1 / seconds(FLOOR, path) * seconds(OURS, path) for _ in range(rounds))
    print(f"{path.name:20} {ratio:6.2f} times the floor", flush=True)
    return ratio


def peer(folder: Path, name: str, path: Path) -> float:
    """How many times longer `name` takes than `check`, each as the command that a user calls; prints it."""
    program = folder / "peers" / "bin" / name
    if not program.exists():
        venv.create(folder / "peers", with_pip=True)
        install = [folder / "peers/bin/pip", "install", "-q", *PEERS]
        subprocess.run(install, check=True, stderr=subprocess.DEVNULL)

    def taken(command: list[str | Path]) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    ours = [sys.executable, "-m", "a2a_lifecycle.cli", "check", path]
    ratio = median(1 / taken(ours) * taken([program, *PEERS[name], path]) for _ in range(PEER_ROUNDS))
    called = " ".join([name, *PEERS[name]])
    print(f"{path.name:20} {ratio:6.2f} times as long as `check` takes `{called}`", flush=True)
    return ratio


def main() -> int:
    """Write the recordings, measure, and say whether the targets are met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--no-peers", action="store_true", help="do not install and run other checkers")
    arguments = parser.parse_args()
    print(f"Recordings of {arguments.events / 1e6:g} million events, in processor time.")
    with tempfile.TemporaryDirectory() as name:
        folder, floors, peers = Path(name), [], []
        for file, shape, broken in [
            ("legal.jsonl", v10, 0.0),
            ("one-percent.jsonl", v10, 0.01),
            ("legal-v0.3.jsonl", v03, 0.0),
            ("legal.sse", v10, 0.0),
            ("snapshots.jsonl", snapshot, 0.0),
        ]:
            write(folder / file, arguments.events, shape, broken)
            floors.append(compare(folder / file, arguments.rounds))
            if not arguments.no_peers and file in READS:
                peers.append(peer(folder, READS[file], folder / file))
            (folder / file).unlink()
    missed = max(floors) > TARGET or min(peers, default=PEER_TARGET) < PEER_TARGET
    asked = f"at most {TARGET} times the floor, and each peer at least {PEER_TARGET} times as long"
    print(f"Target: {asked}: {'missed' if missed else 'met'}.")
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
