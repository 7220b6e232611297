"""Copies of the database by Litestream, and read-only replicas of them.

CI runs a short form; `make scale` the whole, with the release build and the times that docs/scaling.md names.
"""

import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPException
from pathlib import Path

import pytest

from portico import DEMO_PASSWORD, OUT, PROGRAM, ROOT, copy_of, free_port
from scale import LITESTREAM, OUTSIDE, TOKEN, WHOLE, Copies, Running, Scaled, Writer, bring_files, details, limit, until
from visitor import Form, Visitor

pytestmark = pytest.mark.skipif(not LITESTREAM, reason="Litestream comes with tools/setup --tests")


class Pair:
    """A primary that Litestream copies, and a replica of it."""

    def __init__(self, seeded: Path, folder: Path):
        self.folder = folder
        data = copy_of(seeded, folder / "primary")
        self.copies = Copies(folder, data).start()
        self.primary = Scaled(data, OUT / "scaling-primary.log", PORTICO_REPLICATED="1").start()
        self.replica_data = folder / "replica"
        self.follower = self.copies.follow(self.replica_data, stall=6)
        bring_files(data, self.replica_data)
        self.replica = Scaled(self.replica_data, OUT / "scaling-replica.log", "--replica", PORTICO_REPLICA_LAG="4").start()

    def close(self) -> None:
        self.follower.end()
        assert self.replica.stop() == 0
        assert self.primary.stop() == 0
        self.copies.end()


@pytest.fixture(scope="module")
def pair(seeded: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    made = Pair(seeded, tmp_path_factory.mktemp("pair"))
    yield made
    made.close()


# A crash

@pytest.mark.parametrize("turn", range(3 if WHOLE else 1))
def test_a_killed_primary_is_restored_with_all_but_its_last_second(seeded: Path, tmp_path: Path, turn: int):
    data = copy_of(seeded, tmp_path / "primary")
    copies = Copies(tmp_path, data).start()
    primary = Scaled(data, OUT / "scaling-killed.log", PORTICO_REPLICATED="1").start()
    writer = Writer(primary.address)
    writer.start()
    # A log that is emptied stops all who save, for as long as Litestream reads it: the start's cleaning is among this.
    until(lambda: len(writer.acknowledged) >= (100 if WHOLE else 30), 60, "writes are acknowledged")
    killed = time.monotonic()
    copies.running.process.kill()
    primary.kill()
    writer.stop()
    assert writer.slowest < limit(0.5), f"a write took {writer.slowest:.2f} s"
    acknowledged = dict(writer.acknowledged)

    begun = time.monotonic()
    restored = tmp_path / "restored"
    done = copies.restore(restored / "portico.sqlite")
    assert done.returncode == 0, done.stderr
    bring_files(data, restored)
    with closing(sqlite3.connect(restored / "portico.sqlite")) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    present = Writer.numbers(restored / "portico.sqlite")
    assert present == list(range(len(present))), "a hole"
    # The last one may have been saved without an answer.
    lost = [at for number, at in acknowledged.items() if number >= len(present)]
    window = killed - min(lost) if lost else 0
    assert window <= limit(1.5), f"{len(lost)} writes of {window:.2f} s are lost"
    successor = Scaled(restored, OUT / "scaling-successor.log", "--existing", "--takeover", PORTICO_REPLICATED="1")
    successor.start()
    took = time.monotonic() - begun
    try:
        assert took <= limit(3), f"{took:.2f} s"
        assert '"role":"primary"' in details(successor)
        # What is sealed, and which machine this is, stays where it was.
        assert (restored / "instance").read_text() != (data / "instance").read_text()
        writer.visitor.address = successor.address
        assert writer.save(99_999), "people are still signed in, and can save"
    finally:
        assert successor.stop() == 0
        copies.end()
    checked = subprocess.run([PROGRAM, "check", "--data", restored], cwd=ROOT, env=OUTSIDE | {"PORTICO_ENV": os.devnull}, timeout=120)
    assert checked.returncode == 0


@pytest.mark.parametrize("language, said", [("C.UTF-8", "its restore has failed"), ("it_IT.UTF-8", "il ripristino non è riuscito")])
def test_a_failed_restore_becomes_no_demonstration(tmp_path: Path, language: str, said: str):
    (tmp_path / "data").mkdir()
    refused = subprocess.run(
        [PROGRAM, "serve", "--existing", "--data", tmp_path / "data", "--port", str(free_port())], cwd=ROOT, text=True,
        env=OUTSIDE | {"PORTICO_ENV": os.devnull, "LC_ALL": language}, capture_output=True, timeout=60)
    assert refused.returncode == 1
    assert said in refused.stderr
    assert list((tmp_path / "data").iterdir()) == []


# A replica

def test_pages_of_a_replica_are_those_of_its_primary(pair: Pair):
    visitor = Visitor(pair.primary.address).sign_in("admin", DEMO_PASSWORD)
    name = f"Portale di prova {time.time():.0f}"
    form = visitor.get("/admin/site").form("//input[@name='name']")
    form.set("name", name).send().require()
    # A shared page of the primary may be five seconds old; one with another cookie is drawn anew.
    until(lambda: name.encode() in pair.replica.ask("/")[2], limit(5), "the replica has the new name")
    pages, waiting, asked = {}, deque(["/", "/campus", "/stories", "/campus/degrees", "/campus/people", "/campus/places"]), set()
    while waiting and len(pages) < (120 if WHOLE else 30):
        path = waiting.popleft()
        if path in asked:
            continue
        asked.add(path)
        status, headers, body = pair.primary.ask(path, Accept_Language="it")
        if status != 200 or "text/html" not in headers["content-type"]:
            continue
        pages[path] = body
        waiting.extend(href for href in re.findall(r'href="(/(?:campus|stories|citations)[^"#]*)"', body.decode()) if "mine" not in href)
    assert len(pages) >= (120 if WHOLE else 25)

    def other() -> list[str]:
        return [path for path in pages if pair.replica.ask(path, Accept_Language="it")[2] != pair.primary.ask(path, Accept_Language="it")[2]]

    # The primary may have made a key while its pages were asked.
    begun = time.monotonic()
    different = other()
    while different and time.monotonic() - begun < limit(5):
        different = other()
    assert different == []


def test_a_replica_leaves_changes_to_its_primary(pair: Pair):
    before = (pair.replica_data / "portico.sqlite").stat().st_ino
    for method, path, headers in [("POST", "/sign-in", {}), ("DELETE", "/admin/jobs", {}), ("GET", "/campus", {"Cookie": "portico-campus=x"}),
                                  ("GET", "/api/v1/house/products", {"Authorization": f"Bearer {TOKEN}"})]:
        status, answer, _ = pair.replica.ask(path, method, **headers)
        assert (status, answer.get("retry-after")) == (503, "5"), (method, path)
    assert pair.replica.ask("/campus", Cookie="language=en")[0] == 200
    for name in ("-wal", "-shm", "-journal"):
        assert not Path(f"{pair.replica_data}/portico.sqlite{name}").exists()
    for name in ("instance", "sealed", "backups"):
        assert not (pair.replica_data / name).exists(), name
    assert (pair.replica_data / "pictures").is_dir()
    assert (pair.replica_data / "portico.sqlite").stat().st_ino == before
    assert '"role":"replica"' in details(pair.replica)
    assert b"portico_replica 1" in pair.replica.ask("/metrics", Authorization=f"Bearer {TOKEN}")[2]


def test_no_read_of_a_replica_mixes_old_and_new(pair: Pair):
    """Jobs move between states, in transactions of fifty; every answer of the replica's own connections must count all of them."""
    # A hundred moves one way: until then each state of the copy has a figure of its own.
    moves, over = 100, threading.Event()
    count = 50 * moves
    title = '{"key":"jobs.kinds.cleaning","values":{}}'

    def move() -> None:
        with closing(sqlite3.connect(pair.primary.data / "portico.sqlite", timeout=20)) as database:
            turn = 0
            while not over.wait(0.25):
                turn += 1
                with database:
                    database.execute(
                        "UPDATE job SET state = CASE state WHEN 'done' THEN 'cancelled' ELSE 'done' END WHERE kind = 'scale' AND id % ? = ?",
                        [moves, turn % moves])

    def states() -> dict[str, int]:
        """Empty while the replica starts again, because its file was restored anew."""
        try:
            text = pair.replica.ask("/metrics", Authorization=f"Bearer {TOKEN}")[2].decode()
        except (OSError, HTTPException):
            return {}
        return {state: int(number) for state, number in re.findall(r'portico_jobs\{state="(\w+)"\} (\d+)', text)}

    figures: list[tuple[int, int]] = []

    def look() -> None:
        while not over.is_set():
            if found := states():
                figures.append((sum(found.values()), found["cancelled"]))

    def seen() -> int:
        return len({cancelled for _, cancelled in figures})

    with closing(sqlite3.connect(pair.primary.data / "portico.sqlite", timeout=20)) as database, database:
        database.executemany(
            "INSERT INTO job (kind, title, state, runAt, maxAttempts, createdAt, endedAt) VALUES ('scale', ?, 'done', '2999', 1, '2999', '2999')",
            [(title,)] * count)
    threads = [threading.Thread(target=act, daemon=True) for act in (move, look, look, look, look)]
    try:
        until(lambda: sum(states().values()) >= count, limit(5), "the jobs are in the replica")
        for thread in threads:
            thread.start()
        reads, wanted = (800, 20) if WHOLE else (60, 3)
        until(lambda: len(figures) >= reads and seen() >= wanted, 120, f"{reads} reads of {wanted} states")
    finally:
        over.set()
        for thread in threads:
            if thread.ident:
                thread.join()
        with closing(sqlite3.connect(pair.primary.data / "portico.sqlite", timeout=20)) as database, database:
            database.execute("DELETE FROM job WHERE kind = 'scale'")
    # Portico's own few jobs may come and go; fifty at once never.
    least = min(total for total, _ in figures)
    assert [total for total, _ in figures if not least <= total < least + 40] == []
    print(f"{len(figures)} reads of {seen()} states")


def test_a_stalled_follower_is_seen_and_heals(pair: Pair):
    until(lambda: pair.replica.ask("/health")[0] == 200, limit(5), "the replica is well")
    children = Path(f"/proc/{pair.follower.process.pid}/task/{pair.follower.process.pid}/children").read_text().split()
    stalled = next(int(child) for child in children if Path(f"/proc/{child}/comm").read_text().strip() == "litestream")
    os.kill(stalled, signal.SIGSTOP)
    until(lambda: pair.replica.ask("/health")[0] == 503, 30, "the replica says that it is late")
    assert '"replica":"late"' in details(pair.replica)
    assert pair.replica.ask("/campus")[0] == 200, "its pages are still there"
    before = (pair.replica_data / "portico.sqlite").stat().st_ino
    until(lambda: pair.replica.ask("/health")[0] == 200, 40, "the follower is restored anew")
    assert (pair.replica_data / "portico.sqlite").stat().st_ino != before


# What a replica tells

@pytest.mark.skipif(not WHOLE, reason="make scale")
def test_a_cut_link_heals_with_nothing_lost(seeded: Path, tmp_path: Path):
    """The store answers nothing for twelve seconds, while the primary goes on."""
    port = free_port()
    store = Running([sys.executable, Path(__file__).with_name("store.py"), port, tmp_path], tmp_path / "store.log")
    data = copy_of(seeded, tmp_path / "primary")
    copies = Copies(tmp_path, data, store=port).start()
    primary = Scaled(data, OUT / "scaling-cut.log", PORTICO_REPLICATED="1").start()
    follower = copies.follow(tmp_path / "replica")
    writer = Writer(primary.address, rate=10)
    writer.start()
    try:
        until(lambda: len(writer.acknowledged) > 20, 30, "writes are acknowledged")
        store.process.send_signal(signal.SIGSTOP)
        before = len(writer.acknowledged)
        time.sleep(12)
        assert len(writer.acknowledged) > before + 60, "the primary waits for nothing"
        store.process.send_signal(signal.SIGCONT)
        writer.stop()
        saved = {number for number, _ in writer.acknowledged}
        took = until(lambda: saved <= set(Writer.numbers(tmp_path / "replica/portico.sqlite")), 30, "the replica has all")
        print(f"caught up {took:.1f} s after the cut")
    finally:
        writer.stop()
        follower.end()
        assert primary.stop() == 0
        copies.end()
        store.end()


SECRET = "Parola segreta"


def fill_in(student: Visitor) -> Form:
    """An anonymous questionnaire, from the list of exams to the form that sends it."""
    page = student.get("/questionnaires/exams").follow("//li[contains(., 'Reti di calcolatori')]//a[contains(@href, '/questionnaires/')]")
    page = page.follow("//p[contains(@class, 'actions')]/a[contains(@class, 'primary')]")
    for _ in range(20):
        if page.all("//form[contains(@action, '/sending')]"):
            return page.form("//form[contains(@action, '/sending')]")
        page = page.form("//form[.//input[@name='q']]").fill(SECRET).send("act=next")
    raise AssertionError(f"{page.address}: {page.text[:500]}")


def close_questionnaire(office: Visitor) -> None:
    """Its answers then leave the pool at once."""
    page = office.get("/admin/questionnaires/questionnaires").follow("//main//tbody//a[contains(., 'Il tuo giudizio sul corso')]")
    page = page.follow("//a[substring(@href, string-length(@href) - 9) = '/structure']")
    page.form("//button[@name='act' and @value='close']").send("act=close").require()


def test_no_transaction_of_the_copies_tells_an_author(seeded: Path, tmp_path: Path):
    """Restores the database before and after each transaction around a sending, as who has all copies can."""
    data = copy_of(seeded, tmp_path / "primary")
    copies = Copies(tmp_path, data).start()
    primary = Scaled(data, OUT / "scaling-sending.log", PORTICO_REPLICATED="1").start()

    def count(sql: str) -> int:
        with closing(sqlite3.connect(f"file:{data}/portico.sqlite?mode=ro", uri=True)) as database:
            return database.execute(sql).fetchone()[0]

    try:
        sending = fill_in(Visitor(primary.address).sign_in("student", DEMO_PASSWORD))
        # Each act is in copies of its own, whatever the pace of this machine.
        copies.wait()
        begun = copies.newest
        page = sending.send().require()
        assert "R-20" in page.text, page.text
        assert count("SELECT count(*) FROM sealedCount WHERE waiting > 0") > 0
        copies.wait()
        before = count("SELECT count(*) FROM compilation")
        close_questionnaire(Visitor(primary.address).sign_in("admin", DEMO_PASSWORD))
        until(lambda: count("SELECT count(*) FROM compilation") > before, 60, "the answers have left the pool")
    finally:
        assert primary.stop() == 0
        # It copies what is left before it ends.
        copies.end()
    states, texts = [], []
    for number in range(begun, copies.newest + 1):
        file = tmp_path / "states" / f"{number}.sqlite"
        if copies.restore(file, "-txid", f"{number:016x}").returncode:
            continue
        texts.append(SECRET.encode() in file.read_bytes())
        with closing(sqlite3.connect(file)) as database:
            states.append(tuple(
                {row for table in tables for row in database.execute(f"SELECT '{table}', * FROM {table}")}
                for tables in (("receipt",), ("compilation", "compilationAnswer", "compilationTag", "resultCount"))))
        file.unlink()
    steps = [(bool(after[0] - before[0]), bool(after[1] - before[1])) for before, after in zip(states, states[1:])]
    assert (True, False) in steps and (False, True) in steps, steps
    assert (True, True) not in steps
    # Until the answers leave the pool no copy shows what they say, neither by the draft nor by what was sent.
    assert not any(texts[:steps.index((False, True)) + 1]) and texts[-1], texts
