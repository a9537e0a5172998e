"""One writer of the race in test_races.py, a process of its own: python sqlite_writer.py DATABASE EDITION MODE SEED.

Its tasks are rows of a table: a status column, and a log. It walks them in order, takes for each a random step that the
table allows in the state it reads, and writes it: compared and set (`cas`) or blindly (`naive`). It prints how many of
its writes won.
"""

import random
import sqlite3
import sys
import time

from a2a_lifecycle.spec import load

DONE = 3
"""How often it finds nothing to do with a task, or loses, before it leaves it."""


def main(database: str, edition_id: str, mode: str, seed: str) -> None:
    edition, chance = load().edition(edition_id), random.Random(seed)
    connection = sqlite3.connect(database, timeout=60, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    tasks = [row[0] for row in connection.execute("SELECT id FROM task ORDER BY id")]
    condition = " AND state = :state" if mode == "cas" else ""
    print("ready", flush=True)
    sys.stdin.readline()
    won = 0
    for task in tasks:
        for _ in range(DONE):
            (state,) = connection.execute("SELECT state FROM task WHERE id = ?", (task,)).fetchone()
            edges = edition.edges_from(state)
            if not edges:
                break
            step = {"id": task, "state": state, "target": chance.choice(edges).target}
            time.sleep(0)  # give way between the check and the write
            connection.execute("BEGIN IMMEDIATE")
            changed = connection.execute(f"UPDATE task SET state = :target WHERE id = :id{condition}", step).rowcount
            if changed:
                connection.execute("INSERT INTO log (task, state) VALUES (:id, :target)", step)
                won += 1
            connection.execute("COMMIT")
    print(won, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
