"""Ctrl-C while Z3 searches is the process's: it does not pass for an answer of the solver."""

import os
import signal
import threading

import z3

from a2a_lifecycle.proofs.obligation import Obligation, discharge


def pigeons(count: int) -> list[z3.BoolRef]:
    """That `count` pigeons have one hole less, each its own: false, and long to show."""
    sits = [[z3.Bool(f"{pigeon} in {hole}") for hole in range(count - 1)] for pigeon in range(count)]
    pairs = ((one, other) for one in range(count) for other in range(one))
    apart = [z3.Not(z3.And(a, b)) for one, other in pairs for a, b in zip(sits[one], sits[other], strict=True)]
    return [*map(z3.Or, sits), *apart]


def test_the_process_hears_ctrl_c_while_the_solver_searches() -> None:
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    try:
        timer.start()
        outcome = discharge(Obligation("too many pigeons", "unsat", pigeons(13)), timeout_ms=600)
        timer.join()
    finally:
        signal.signal(signal.SIGINT, before)
    assert outcome.answer == "unknown"
    assert heard == [signal.SIGINT]
