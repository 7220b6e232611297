"""How well and how fast titles are found in plain text: 1,000 works of a list against a page of 590,000 characters without any markup.

    python bench/presence.py [times]

Half of the works stand on the page, as entries with names, place and year, with one letter in twelve entries disturbed and their lines wrapped; the
other half are of namesakes. The page is filled up with other entries of the same words. Printed are the recall of the own works, the share of
foreign works that were let in, and the time of the job as the program notes it. Asked are 99 %, 0.5 % and 1 second of the release build.
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
from citations import WORDS
from measure import Service

WORKS = 1_000
CHARACTERS = 590_000
RECALL, LET_IN, BAR = 0.99, 0.005, 1.0


def title(chance: random.Random) -> str:
    return " ".join(chance.choice(WORDS) for _ in range(chance.randint(5, 11))).capitalize()


def disturbed(chance: random.Random, text: str) -> str:
    if chance.random() > 1 / 12:
        return text
    place = chance.randrange(1, len(text))
    return text[:place] + chance.choice(["", "-", chance.choice("abcdefg")]) + text[place + 1:]


def documents() -> tuple[str, str, set[str]]:
    chance = random.Random(1980)
    titles = sorted({title(chance) for _ in range(WORKS)})
    chance.shuffle(titles)
    years = {name: chance.randint(1980, 2026) for name in titles}
    own = titles[:len(titles) // 2]
    lines = [f"{chance.randint(0, 300)}\t{name}\tM Rossi, {chance.choice('ABCDE')} Verdi\t{years[name]}" for name in titles]
    entries = [f"M. Rossi, A. Verdi, {disturbed(chance, name)}, Journal of Things {chance.randint(1, 90)} ({years[name]}), 1-9." for name in own]
    size = sum(map(len, entries))
    while size < CHARACTERS:
        entries.append(f"B. Neri, {title(chance)}, Annals {chance.randint(1, 90)} ({chance.randint(1980, 2026)}), 1-9.")
        size += len(entries[-1]) + 1
    chance.shuffle(entries)
    page = "\n".join(entries)[:CHARACTERS]
    words = page.split(" ")
    return "\n".join(lines), " ".join(word + ("\n" if number % 14 == 13 else "") for number, word in enumerate(words)), set(own)


def run(ours: Service, number: int) -> tuple[float, float, float]:
    works, page, own = documents()
    form = {"newAuthor": f"Mario Rossi {number}", "surname": "Rossi", "preset": "improved", "titleThreshold": 80, "authorThreshold": 0,
            "list": works, "page": page}
    answer = ours.post("/admin/citations/new-run", urlencode(form))
    assert answer.status == 303, f"a new run answers {answer.status}"
    id = answer.headers["location"].split("/")[-2]
    with sqlite3.connect(portico.database(Path(ours.environment["PORTICO_DATA"]))) as connection:
        for _ in range(6_000):
            row = connection.execute("SELECT j.state, j.startedAt, j.endedAt FROM citationOutcome o JOIN job j ON j.id = o.jobID "
                                     "WHERE o.runID = ?", [id]).fetchone()
            if row and row[0] == "done":
                found = {name for name, in connection.execute("SELECT title FROM citationWork WHERE runID = ? AND percent >= 80", [id])}
                seconds = (datetime.fromisoformat(row[2]) - datetime.fromisoformat(row[1])).total_seconds()
                return seconds, len(found & own) / len(own), len(found - own) / (WORKS - len(own))
            time.sleep(0.02)
    raise SystemExit("the run never ended")


def main() -> None:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    with tempfile.TemporaryDirectory() as folder:
        ours = portico.service(Path(folder) / "data")
        portico.prepare(ours)
        ours.start()
        try:
            answer = ours.post("/sign-in", urlencode({"name": "researcher", "password": "portico-demo-account", "next": "/admin"}))
            ours.cookies |= answer.cookies
            results = [run(ours, number) for number in range(times)]
        finally:
            ours.stop()
    seconds, recall, foreign = statistics.median(result[0] for result in results), results[0][1], results[0][2]
    met = seconds <= BAR and recall >= RECALL and foreign <= LET_IN
    print(f"{WORKS} works, {CHARACTERS} characters of text: {seconds:.2f} s, recall {recall:.1%}, let in {foreign:.1%}: "
          + ("met" if met else "MISSED"))


if __name__ == "__main__":
    main()
