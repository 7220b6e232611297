"""How long an h-index takes to work out: 1,000 works of a list against a page of 5,000 elements, as a job of a running Portico.

    python bench/citations.py [times]

Half of the works stand on the page, with a sign changed here and there; the time is that of the job, from its beginning to its end, as the
program itself notes it. At most 2 seconds on one core are asked of the release build.
"""

import random
import sqlite3
import statistics
import sys
import tempfile
import time
from datetime import datetime
from pathlib import Path
from urllib.parse import urlencode

import portico
from measure import Service

WORKS = 1_000
ROWS = 1_000
BAR = 2.0
WORDS = ("river stone forest engine signal market muscle crystal bridge letter garden harbour copper winter memory pattern surface "
         "network climate protein archive language turbine sediment household painting orbit pollen contract rhythm").split()


def title(chance: random.Random, number: int) -> str:
    return " ".join(chance.choice(WORDS) for _ in range(chance.randint(5, 11))).capitalize() + f" {number}"


def documents() -> tuple[str, str]:
    chance = random.Random(2011)
    titles = [title(chance, number) for number in range(WORKS)]
    lines = [f"{chance.randint(0, 300)}\t{name}\tM Rossi, {chance.choice('ABCDE')} Verdi\t{chance.randint(1980, 2026)}" for name in titles]
    shown = [name + chance.choice(["", ".", "!"]) for name in titles[:ROWS // 2]] + [title(chance, WORKS + n) for n in range(ROWS // 2)]
    rows = "".join(f"<li><b>{name}</b><i>M. Rossi, A. Verdi</i><em>Journal</em><span>2001</span></li>" for name in shown)
    return "\n".join(lines), f"<html><body><ul>{rows}</ul></body></html>"


def run(ours: Service, number: int) -> float:
    works, page = documents()
    form = {"newAuthor": f"Mario Rossi {number}", "surname": "Rossi", "preset": "improved", "titleThreshold": 80, "authorThreshold": 68,
            "list": works, "page": page}
    answer = ours.post("/admin/citations/new-run", urlencode(form))
    assert answer.status == 303, f"a new run answers {answer.status}"
    id = answer.headers["location"].split("/")[-2]
    with sqlite3.connect(portico.database(Path(ours.environment["PORTICO_DATA"]))) as connection:
        for _ in range(6_000):
            row = connection.execute("SELECT j.state, j.startedAt, j.endedAt, o.computedAt FROM citationOutcome o JOIN job j ON j.id = o.jobID "
                                     "WHERE o.runID = ?", [id]).fetchone()
            if row and row[0] == "done":
                found = connection.execute("SELECT count(*) FROM citationWork WHERE runID = ? AND percent >= 80", [id]).fetchone()[0]
                assert found >= WORKS / 2, f"only {found} works were found on the page"
                return (datetime.fromisoformat(row[2]) - datetime.fromisoformat(row[1])).total_seconds()
            time.sleep(0.02)
    raise SystemExit("the run never ended")


def main() -> None:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with tempfile.TemporaryDirectory() as folder:
        ours = portico.service(Path(folder) / "data")
        portico.prepare(ours)
        ours.start()
        try:
            answer = ours.post("/sign-in", urlencode({"name": "researcher", "password": "portico-demo-account", "next": "/admin"}))
            ours.cookies |= answer.cookies
            seconds = [run(ours, number) for number in range(times)]
        finally:
            ours.stop()
    median = statistics.median(seconds)
    print(f"{WORKS} works, {ROWS * 5} elements: {median:.2f} s ({min(seconds):.2f} to {max(seconds):.2f}), at most {BAR:g}: "
          + ("met" if median <= BAR else "MISSED"))


if __name__ == "__main__":
    main()
