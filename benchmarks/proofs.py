"""How proof time grows with the table: `python benchmarks/proofs.py`.

Random sound tables from 8 to 2,048 states, each theorem that is asked of any table, all in one process. What is printed
is a ratio: the time at a size against the time of the same theorem at 8 states. A theorem that grew with the states
alone would show the size divided by 8.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from a2a_lifecycle.proofs.catalogue import catalogue
from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.theorem import prove
from a2a_lifecycle.spec import loads

sys.path.insert(0, str(Path(__file__).parent))
from random_tables import random_table

SIZES = (8, 32, 128, 512, 2048)


def measure(size: int) -> dict[str, float]:
    """Theorem → the least of three proof times on a random table of `size` states, in seconds."""
    table = loads(random_table(size), file=f"random table of {size} states")
    times = {}
    for name, theorem in catalogue().items():
        if not theorem.applies(table, table.edition()):
            continue
        best = float("inf")
        for _ in range(3 if size < 2048 else 1):
            begun = time.perf_counter()
            result = prove(theorem, Lifecycle(table.edition(), table))
            best = min(best, time.perf_counter() - begun)
        if not result.as_expected:
            raise SystemExit(f"{name} on {size} states: {result.verdict}, {result.reason or result.refutation}")
        times[name] = best
    return times


def main() -> None:
    """Measure and print the table of ratios."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="numbers of states; the first is the base")
    sizes = parser.parse_args().sizes
    results = {size: measure(size) for size in sizes}
    base = {name: taken for name, taken in results[sizes[0]].items() if all(name in one for one in results.values())}
    print(f"The time of a proof on a table of so many states, in multiples of that on one of {sizes[0]}.")
    print(f"{'':<48}" + "".join(f"{size:>8}" for size in sizes))
    for name in base:
        print(f"{name:<48}" + "".join(f"{results[size][name] / base[name]:>8.1f}" for size in sizes))
    total = {size: sum(times[name] for name in base) for size, times in results.items()}
    print(f"{'all of them':<48}" + "".join(f"{total[size] / total[sizes[0]]:>8.1f}" for size in sizes))


if __name__ == "__main__":
    main()
