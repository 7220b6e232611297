"""Measures how long an alert takes to reach every browser that asked for it, against a push service on this machine.

    bench/.venv/bin/python bench/alerts.py [--browsers 20000]

The clock runs from the press of the button until the last browser's message has arrived. Each message is encrypted for its browser.
Meanwhile somebody reads pages that no cache holds; how many a second is compared with the quiet before.
"""

import argparse
import asyncio
import base64
import os
import sqlite3
import subprocess
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlencode

import portico
from measure import Parts, load, read_wrk, wrk

# Whatever the machine: nobody is told later than this after the press.
BAR_SECONDS = 60
# Of the pages a second that one reader gets when nothing is told.
BAR_PAGES = 0.5
READING_SECONDS = 3
PAGE = "/campus/alerts"
# Any point of the curve; whether somebody could read the message costs nothing here. It is the example of RFC 8291.
PUBLIC_KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"


class Station:
    """A push service that takes everything: notes who was told, when the last was, and who was told twice."""

    def __init__(self):
        self.told: set[str] = set()
        self.twice, self.last = 0, 0.0
        self.loop = asyncio.new_event_loop()
        self.server = self.loop.run_until_complete(asyncio.start_server(self.serve, "127.0.0.1", 0))
        self.port = self.server.sockets[0].getsockname()[1]
        threading.Thread(target=self.loop.run_forever, daemon=True).start()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                length = next(int(line.split(":")[1]) for line in head.split("\r\n") if line.lower().startswith("content-length"))
                await reader.readexactly(length)
                name = head.split(" ", 2)[1]
                self.twice += name in self.told
                self.told.add(name)
                self.last = time.perf_counter()
                writer.write(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n")
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()


def subscribe(file: Path, station: Station, count: int) -> None:
    key, now = base64.urlsafe_b64decode(PUBLIC_KEY + "="), "2026-01-01 00:00:00.000"
    with sqlite3.connect(file) as connection:
        for number in range(count):
            connection.execute("INSERT INTO campusVisitor (tokenHash, seenOn) VALUES (?, '2999-01-01')", (number.to_bytes(32, "big"),))
            connection.execute(
                """INSERT INTO campusWay (visitorID, channel, address, publicKey, secret, topic, least, language, createdAt, confirmedAt)
                   VALUES (last_insert_rowid(), 'push', ?, ?, ?, 'all', 'info', ?, ?, ?)""",
                (f"http://127.0.0.1:{station.port}/{number}", key, os.urandom(16), ("it", "en")[number % 2], now, now))


def publish(ours) -> None:
    """A draft of the seed goes out."""
    with sqlite3.connect(portico.database(Path(ours.environment["PORTICO_DATA"]))) as connection:
        number = connection.execute("SELECT id FROM campusAlert WHERE key = 'bozza'").fetchone()[0]
    page = Parts.of(ours.get(f"/admin/campus/alerts/{number}/publication").text)
    form = next(form for form in page.forms if form["action"].endswith("/bulletins"))
    answer = ours.post(form["action"], urlencode(form["fields"]))
    assert answer.status == 303, f"publishing answers {answer.status}"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--browsers", type=int, default=20_000)
    count = arguments.parse_args().browsers
    station = Station()
    with tempfile.TemporaryDirectory() as folder:
        ours = portico.service(Path(folder) / "portico")
        ours.environment["PORTICO_PUSH_PRIVATE"] = "yes"
        portico.prepare(ours)
        subscribe(portico.database(Path(folder) / "portico"), station, count)
        ours.start()
        try:
            portico.sign_in(ours)
            quiet = load(ours, PAGE, READING_SECONDS, connections=1).per_second
            with ThreadPoolExecutor(1) as pool:
                begin = time.perf_counter()
                publish(ours)
                reading = pool.submit(
                    subprocess.run, wrk(ours, PAGE, READING_SECONDS, 1), capture_output=True, text=True, check=True)
                while len(station.told) < count and time.perf_counter() - begin < BAR_SECONDS * 10:
                    time.sleep(0.05)
                meanwhile = read_wrk(reading.result().stdout, 0).per_second
            seconds = station.last - begin
            told = len(station.told)
            print(f"pages meanwhile: {meanwhile:,.0f} a second, {meanwhile / quiet:.2f} of the {quiet:,.0f} before; "
                  f"at least {BAR_PAGES}: {'met' if meanwhile >= quiet * BAR_PAGES else 'MISSED'}")
            print(f"{told:,} of {count:,} browsers told in {seconds:.1f} s, {told / seconds:,.0f} a second; twice: {station.twice}; "
                  f"memory {ours.memory_mib():.0f} MiB; bar {BAR_SECONDS} s: {'met' if told == count and seconds <= BAR_SECONDS else 'MISSED'}")
        finally:
            ours.stop()


if __name__ == "__main__":
    main()
