"""A machine goes on in place of a primary that has failed, through HAProxy; `make scale` holds it to the times of docs/scaling.md."""

import os
import re
import signal
import sqlite3
import subprocess
import threading
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest

from portico import OUT, PROGRAM, ROOT, copy_of, free_port
from scale import HAPROXY, LITESTREAM, OUTSIDE, TOKEN, TOOLS, Copies, Proxy, Scaled, Writer, bring_files, limit, until


def test_keys_and_pictures_are_copied_and_what_seals_answers_is_not(tmp_path: Path):
    copied = ["factor.key", "apns.p8", "pictures/abc/full.jpg", "story-photos/abc/small.jpg", "mail/one.eml"]
    left = ["portico.sqlite", "portico.sqlite-wal", "sealed/abc.key", "instance", "cache/texts", "backups/portico.tar", "before-update.sqlite",
            "before-restore-1/portico.sqlite", "crashes.log", "doctor.token", ".portico-work-1/x", "factor.key.new"]
    for name in copied + left:
        (tmp_path / "from" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "from" / name).write_text(name)
    for name in ("portico.sqlite", "following.sqlite", "cache/texts"):
        (tmp_path / "to" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "to" / name).write_text("of the replica")
    bring_files(tmp_path / "from", tmp_path / "to")
    found = {str(path.relative_to(tmp_path / "to")) for path in (tmp_path / "to").rglob("*") if path.is_file()}
    assert found == {*copied, "portico.sqlite", "following.sqlite", "cache/texts"}
    assert (tmp_path / "to/portico.sqlite").read_text() == "of the replica"


@pytest.mark.skipif(not HAPROXY or not LITESTREAM, reason="HAProxy and Litestream come with tools/setup --tests")
def test_a_takeover_loses_no_reader_and_accepts_changes(seeded: Path, tmp_path: Path):
    data, replica_data, new = copy_of(seeded, tmp_path / "primary"), tmp_path / "replica", tmp_path / "new"
    copies = Copies(tmp_path, data).start()
    primary = Scaled(data, OUT / "scaling-old.log", PORTICO_REPLICATED="1").start()
    follower = copies.follow(replica_data)
    bring_files(data, replica_data)
    replica = Scaled(replica_data, OUT / "scaling-standby.log", "--replica", PORTICO_REPLICA_LAG="120").start()
    successor = free_port()
    proxy = Proxy(tmp_path, primary.port, replica.port, successor)
    writer = Writer(f"http://127.0.0.1:{proxy.port}", rate=10)
    statuses: list[int] = []
    over = threading.Event()

    def read() -> None:
        while not over.wait(0.02):
            statuses.append(proxy.status("/campus"))

    reader = threading.Thread(target=read, daemon=True)
    environment = " ".join(f"{name}={value}" for name, value in {
        "PORTICO_ENV": os.devnull, "PORTICO_HOST": "127.0.0.1", "PORTICO_PORT": successor, "PORTICO_DATA": new, "PORTICO_SCRYPT_COST": 12,
        "PORTICO_METRICS_TOKEN": TOKEN}.items())
    log, number = OUT / "scaling-new.log", tmp_path / "new.pid"
    settings = tmp_path / "takeover.ini"
    settings.write_text(f"""
[old]
health = http://127.0.0.1:{primary.port}/health
fence = touch {tmp_path}/fenced
[proxy]
socket = {proxy.socket}
old = primary/a read/primary-a
new = primary/b
state = {proxy.state}
[new]
data = {new}
follower = {replica_data}
generation = {tmp_path}/generation.env
serve = {tmp_path}/serve.env
restore = GENERATION=first {LITESTREAM} restore -config {copies.config} -o {{data}}/portico.sqlite {copies.database}
start = cd {ROOT}; env {environment} {PROGRAM} serve $(sed s/^SERVE=// {tmp_path}/serve.env) >{log} 2>&1 & echo $! >{number}
health = http://127.0.0.1:{successor}/health
replicate = touch {tmp_path}/replicating
follow = touch {tmp_path}/following
""")

    def take_over() -> subprocess.CompletedProcess:
        # Longer than it waits itself for the new primary. Nothing of these tests' own settings: the program refuses those that it does not know.
        return subprocess.run([TOOLS / "takeover", settings, "--yes"], env=OUTSIDE, capture_output=True, text=True, timeout=180)

    try:
        writer.start()
        reader.start()
        until(lambda: len(writer.acknowledged) >= 10, 60, "writes are acknowledged")
        refused = take_over()
        assert refused.returncode == 2 and "is well" in refused.stderr, refused
        assert not (tmp_path / "fenced").exists()
        killed = time.monotonic()
        copies.running.process.kill()
        primary.kill()
        done = take_over()
        (OUT / "takeover.txt").write_text(done.stdout + done.stderr)
        assert done.returncode == 0, done.stdout + done.stderr + (log.read_text(errors="replace") if log.exists() else "")
        for name in ("fenced", "replicating", "following"):
            assert (tmp_path / name).exists(), name
        assert re.fullmatch(r"GENERATION=\d{8}T\d{6}Z\n", (tmp_path / "generation.env").read_text())
        assert (new / "pictures").is_dir() and not (new / "sealed").exists()
        until(lambda: any(at > killed for _, at in writer.acknowledged), 30, "a write is accepted")
        first = next(at for _, at in writer.acknowledged if at > killed) - killed
        print(f"the first write after {first:.2f} s")
        assert first <= limit(5), f"the first write after {first:.2f} s:\n{done.stdout}"
        # The old primary comes back: the proxy does not ask it.
        returned = Scaled(data, OUT / "scaling-returned.log")
        returned.port, returned.address = primary.port, primary.address
        returned.start()
        asked = returned.log.read_text(errors="replace").count("/admin/house/products")
        known = len(writer.acknowledged)
        until(lambda: len(writer.acknowledged) > known + 10, 30, "writes go on")
        assert returned.log.read_text(errors="replace").count("/admin/house/products") == asked
        assert returned.stop() == 0
        with closing(sqlite3.connect(f"file:{new}/portico.sqlite?mode=ro", uri=True)) as database:
            assert database.execute("SELECT quietSince FROM siteIdentity").fetchone() == (None,)
    finally:
        over.set()
        if reader.ident:
            reader.join()
        if writer.ident:
            writer.stop()
        if number.exists():
            with suppress(ProcessLookupError):
                os.kill(int(number.read_text()), signal.SIGTERM)
        proxy.running.end()
        follower.end()
        for server in (replica, primary):
            server.end()
        copies.end()
    failed = [status for status in statuses if status != 200]
    assert len(statuses) > 20 and failed == [], f"{len(failed)} of {len(statuses)} reads failed"
