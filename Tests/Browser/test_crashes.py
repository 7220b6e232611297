"""The server's process dies, as a trap or the system would have it die: its parent starts it again, and nobody is turned away."""

import os
import signal
import sqlite3
import threading
import time
import urllib.request
from contextlib import closing
from pathlib import Path

from playwright.sync_api import Browser

from conftest import sign_in
from portico import TEXTS, Server, copy_of, demo_accounts

IT = TEXTS["it"]


def child(server: Server) -> int:
    """The process that serves; the one that was started is its parent."""
    assert server.process is not None
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    assert len(children) == 1, children
    return int(children[0])


def run_of(process: int) -> str:
    environment = Path(f"/proc/{process}/environ").read_bytes().split(b"\0")
    return next(entry for entry in environment if entry.startswith(b"PORTICO_SUPERVISED=")).decode().split(" ")[1]


def hold_a_job(server: Server) -> int:
    """A job that the serving process has in hand, of a kind that nobody does."""
    with closing(sqlite3.connect(server.data / "portico.sqlite", timeout=10)) as database, database:
        (known,) = database.execute("SELECT max(id) FROM job WHERE kind = 'nothing'").fetchone()
        if known is None:
            known = database.execute(
                "INSERT INTO job (kind, title, runAt, maxAttempts, createdAt) VALUES ('nothing', ?, '2026-01-01', 3, '2026-01-01')",
                ('{"key":"jobs.kinds.cleaning","values":{}}',)).lastrowid
        database.execute(
            "UPDATE job SET state = 'running', worker = ?, leaseUntil = '2099-01-01 00:00:00.000' WHERE id = ?",
            (run_of(child(server)), known))
        return known


def job_state(server: Server, job: int, wanted: str) -> str:
    """The state of a job once what the start has to note is noted."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        with closing(sqlite3.connect(f"file:{server.data / 'portico.sqlite'}?mode=ro", uri=True)) as database:
            (state,) = database.execute("SELECT state FROM job WHERE id = ?", (job,)).fetchone()
        if state == wanted:
            break
        time.sleep(0.05)
    return state


def is_alive(process: int) -> bool:
    try:
        return "zombie" not in Path(f"/proc/{process}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def crash(server: Server) -> list[int]:
    """Ends the serving process while requests come in; gives back what those were answered that began after its end."""
    before = child(server)
    os.kill(before, signal.SIGSEGV)
    while is_alive(before):
        pass
    statuses: list[int] = []

    def ask() -> None:
        with urllib.request.urlopen(f"{server.address}/sign-in", timeout=60) as answer:
            statuses.append(answer.status)

    askers = [threading.Thread(target=ask) for _ in range(5)]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()
    assert child(server) != before
    return statuses


def test_a_crash_is_a_blink(seeded: Path, browser: Browser, tmp_path: Path):
    data = copy_of(seeded, tmp_path / "data")
    with closing(sqlite3.connect(data / "portico.sqlite", timeout=10)) as database, database:
        # Missed jobs would run at the start and be interrupted by the crashes too.
        database.execute("DELETE FROM job")
    server = Server(data, tmp_path / "crashed.log").start()
    try:
        parent = server.process.pid
        job = hold_a_job(server)
        assert crash(server) == [200] * 5
        assert server.process.poll() is None and server.process.pid == parent
        assert job_state(server, job, "waiting") == "waiting"
        hold_a_job(server)
        assert crash(server) == [200] * 5
        assert job_state(server, job, "failed") == "failed"
        page = browser.new_context(base_url=server.address, locale="it-IT").new_page()
        sign_in(page, demo_accounts()[0])
        page.goto("/admin")
        assert "interruzioni del programma" in page.locator("main").inner_text()
        page.goto("/admin/jobs/incidents")
        assert page.get_by_text("mentre rispondeva").count() == 2
        page.goto("/admin/jobs?state=failed")
        assert page.get_by_text(IT("jobs.errors.crashed")).count() == 1
        assert len((server.data / "crashes.log").read_text().splitlines()) == 2
    finally:
        assert server.stop() == 0


def test_the_server_ends_with_its_parent(seeded: Path, tmp_path: Path):
    server = Server(copy_of(seeded, tmp_path / "data"), tmp_path / "ended.log").start()
    serving = child(server)
    server.process.kill()
    server.process.wait()
    end = time.monotonic() + 10
    while Path(f"/proc/{serving}").exists() and time.monotonic() < end:
        time.sleep(0.02)
    assert not Path(f"/proc/{serving}").exists()
