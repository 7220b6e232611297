"""How long the search over everything takes, in SQL alone: fills a copy of a database with many records and asks it as the program does.

    python bench/search.py data/portico.sqlite [records]

The statements are those of Sources/Admin/Search/Search.swift; the triggers that keep the index are the database's own.
"""

import itertools
import random
import shutil
import sqlite3
import sys
import tempfile
import time
from bisect import bisect
from pathlib import Path

HOUSES = 20
# Tables with a house, and how many of all records each holds.
SHARES = {"product": .6, "recipe": .2, "shop": .1, "guest": .1}
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


def words(number: int = 30_000) -> list[str]:
    syllables = [a + b for a in "b c d f g l m n p r s t v z ch gr tr st".split() for b in "aeiou"]
    return ["".join(random.choice(syllables) for _ in range(random.choice([2, 2, 3, 3, 3, 4, 4, 5]))) for _ in range(number)]


class Language:
    """Words of which a few are very common, as in any language (Zipf)."""

    def __init__(self):
        self.words = words()
        self.weights = list(itertools.accumulate(1 / (rank + 10) for rank in range(len(self.words))))

    def word(self) -> str:
        return self.words[bisect(self.weights, random.random() * self.weights[-1])]

    def title(self, number: int) -> str:
        return " ".join(self.word() for _ in range(random.choice([1, 2, 3, 5]))) + f" {number}"


def fill(db: sqlite3.Connection, language: Language, records: int) -> None:
    for house in range(100, 100 + HOUSES):
        db.execute("INSERT INTO house (id, key, createdAt, updatedAt, folded, words, name) VALUES (?, ?, '2026', '2026', ?, ?, ?)",
                   (house, f"bench-{house}", f"bench {house}", f"bench {house}", f"Bench {house}"))
    number = 0
    for table, share in SHARES.items():
        for _ in range(int(records * share)):
            number += 1
            title = language.title(number)
            text = " ".join([title] + [language.word() for _ in range(random.choice([0, 5, 10, 25]))])
            db.execute(f"INSERT INTO {table} (houseID, key, createdAt, updatedAt, folded, words, name) VALUES (?, ?, '2026', ?, ?, ?, ?)",
                       (100 + number % HOUSES, f"bench-{number}", f"2026-{number % 12 + 1:02}", title, text, title.capitalize()))
    db.commit()


def kinds(db: sqlite3.Connection) -> dict[str, int]:
    """The numbers of the kinds, read out of the triggers."""
    found = {}
    for table in SHARES:
        sql = db.execute("SELECT sql FROM sqlite_master WHERE name = ?", (f"search_{table}_insert",)).fetchone()[0]
        found[table] = int(sql.split("<< 32) | (")[1].split(" ")[0])
    return found


class Search:
    limit = 2000

    def __init__(self, db: sqlite3.Connection, houses: list[int]):
        self.db, self.kinds = db, kinds(db)
        self.houses = ",".join(map(str, houses))
        numbers = ",".join(map(str, self.kinds.values()))
        self.condition = f"((((rowid >> 20) & 4095) IN ({numbers}) AND (rowid & 1048575) IN ({self.houses})))"

    def find(self, text: str) -> int:
        typed = text.split()
        pattern = " ".join(f'"{word}"*' for word in typed)
        rows = self.db.execute(
            f"SELECT rowid FROM searchWords WHERE searchWords MATCH ? AND {self.condition} ORDER BY rowid DESC LIMIT {self.limit + 1}",
            (pattern,)).fetchall()
        for table, kind in self.kinds.items():
            ids = [row >> 32 for (row,) in rows[:self.limit] if (row >> 20) & 4095 == kind]
            if len(rows) > self.limit:
                ids += [row[0] for row in self.db.execute(
                    f"SELECT r.id FROM {table} r WHERE r.deletedAt IS NULL AND r.houseID IN ({self.houses}) AND r.folded >= ? AND r.folded < ?"
                    " ORDER BY r.folded LIMIT 50", (text, text + "\U0010ffff"))]
            if ids:
                self.hits(table, ids, text, typed)
        return len(rows)

    def hits(self, table: str, ids: list[int], text: str, typed: list[str]) -> None:
        within = " AND ".join("instr(spaced, ' ' || ?) > 0" for _ in typed)
        picture = "(SELECT file FROM picture WHERE id = r.picture AND deletedAt IS NULL)" if table != "shop" else "NULL"
        self.db.execute(f"""
            SELECT id, title, thumb,
              CASE WHEN folded = ? THEN 0 WHEN substr(folded, 1, length(?)) = ? THEN 1 WHEN {within} THEN 2 ELSE 3 END AS rank
            FROM (SELECT r.id, r.updatedAt, r.name AS title, {picture} AS thumb, r.folded AS folded,
                ' ' || replace(replace(r.folded, '''', ' '), '-', ' ') AS spaced
              FROM {table} r WHERE r.id IN ({",".join(map(str, ids))}))
            ORDER BY rank, updatedAt DESC, id DESC LIMIT 6""", [text, text, text] + typed).fetchall()

    def correct(self, word: str) -> None:
        """The two questions to the vocabulary (Spelling.swift); the reckoning of distances in Swift is not in it."""
        cut = [(word[:i], word[i:]) for i in range(len(word) + 1)]
        near = {a + b[1:] for a, b in cut if b} | {a + b[1] + b[0] + b[2:] for a, b in cut if len(b) > 1}
        near |= {a + c + b[1:] for a, b in cut if b for c in LETTERS} | {a + c + b for a, b in cut for c in LETTERS}
        marks = ",".join("?" * len(near))
        self.db.execute(f"SELECT term FROM searchVocabulary WHERE term IN ({marks}) ORDER BY doc DESC", sorted(near)).fetchall()
        start = word[:3] if len(word) >= 8 else word[:2]
        self.db.execute("SELECT term FROM searchVocabulary WHERE term >= ? AND term < ?", (start, start + "\U0010ffff")).fetchall()


def measure(label: str, asked: list[str], act) -> None:
    times = []
    for question in asked:
        begun = time.perf_counter()
        act(question)
        times.append((time.perf_counter() - begun) * 1000)
    times.sort()
    at = [times[min(int(len(times) * share), len(times) - 1)] for share in (.5, .95, 1)]
    print(f"{label:44} median {at[0]:6.1f} ms   p95 {at[1]:6.1f} ms   worst {at[2]:6.1f} ms")


def main(source: Path, records: int) -> None:
    random.seed(7)
    with tempfile.TemporaryDirectory() as folder:
        for ending in ("", "-wal"):
            if (part := Path(str(source) + ending)).exists():
                shutil.copy(part, Path(folder) / ("portico.sqlite" + ending))
        db = sqlite3.connect(Path(folder) / "portico.sqlite")
        language = Language()
        begun = time.perf_counter()
        fill(db, language, records)
        print(f"{records} records in {time.perf_counter() - begun:.0f} s, SQLite {sqlite3.sqlite_version}")

        whole = [" ".join(language.word() for _ in range(random.choice([1, 1, 2]))) for _ in range(400)]
        begun_words = [" ".join(text.split()[:-1] + [text.split()[-1][:random.choice([2, 3, 4, 5])]]) for text in whole]
        slips = [word[:at] + random.choice(LETTERS) + word[at + 1:]
                 for word in random.sample(language.words, 200) for at in [random.randrange(len(word))]]
        for label, houses in [("everything", list(range(1, 100 + HOUSES))), ("two houses of many", [101, 102])]:
            search = Search(db, houses)
            measure(f"{label}: whole words", whole, search.find)
            measure(f"{label}: words being typed", begun_words, search.find)
        measure("looking for the word that was meant", slips, search.correct)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 200_000)
