"""Measures how long an alert's mail and push take while everything else of the program is busy.

    bench/.venv/bin/python bench/urgency.py [--imported 5000]

A webhook leads to a receiver that takes its notices and never answers, 500 products are changed for it, a file is taken in, and a backup is made.
Then an alert is published; the clock runs from the press of the button until the push has arrived and the message is handed over.
"""

import argparse
import asyncio
import sqlite3
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlencode

import portico
from alerts import Station, publish, subscribe

BAR_SECONDS = 1.0
CHANGES = 500


class Mute:
    """Takes what it is sent and never answers."""

    def __init__(self):
        self.calls = 0
        loop = asyncio.new_event_loop()
        server = loop.run_until_complete(asyncio.start_server(self.serve, "127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/hook"
        threading.Thread(target=loop.run_forever, daemon=True).start()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.calls += 1
        while await reader.read(1 << 16):
            pass


def prepare(file: Path, mute: Mute, ours) -> None:
    now = "2026-01-01 00:00:00.000"
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE siteIdentity SET address = ?", [f"http://127.0.0.1:{ours.port}"])
        connection.execute(
            "INSERT INTO webhook (address, resources, acts, secret, createdAt) VALUES (?, 'house.products', '*', ?, ?)",
            [mute.address, "whsec_" + "x" * 40, now])
        connection.execute("INSERT INTO campusVisitor (tokenHash, seenOn) VALUES (randomblob(32), '2999-01-01')")
        connection.execute(
            """INSERT INTO campusWay (visitorID, channel, address, leavingKey, topic, least, language, createdAt, confirmedAt)
               VALUES (last_insert_rowid(), 'mail', 'anna@example.org', 'key', 'all', 'info', 'it', ?, ?)""", [now, now])


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--imported", type=int, default=5_000)
    imported = arguments.parse_args().imported
    station, mute = Station(), Mute()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "portico"
        ours = portico.service(data)
        ours.environment |= {"PORTICO_PUSH_PRIVATE": "yes", "PORTICO_WEBHOOK_PRIVATE": "yes"}
        portico.prepare(ours)
        portico.multiply_products(data, CHANGES * 2)
        subscribe(portico.database(data), station, 1)
        prepare(portico.database(data), mute, ours)
        ours.start()
        try:
            portico.sign_in(ours)
            portico.bulk(ours, "unpublish", "")
            while not mute.calls:
                time.sleep(0.01)
            with ThreadPoolExecutor(1) as pool:
                importing = pool.submit(portico.import_products, ours, imported)
                assert ours.post("/admin/backups", urlencode({})).status == 303
                begin = time.perf_counter()
                publish(ours)
                pressed = time.perf_counter()
                letters = data / "mail"
                mailed = pushed = 0.0
                while (not mailed or not pushed) and time.perf_counter() - begin < 120:
                    now = time.perf_counter()
                    pushed = pushed or (now if station.told else 0.0)
                    mailed = mailed or (now if letters.is_dir() and any(letters.glob("*.eml")) else 0.0)
                    time.sleep(0.005)
                importing.result()
            with sqlite3.connect(portico.database(data)) as connection:
                waiting, = connection.execute("SELECT count(*) FROM job WHERE kind = 'webhook' AND state <> 'done'").fetchone()
            slowest = max(mailed, pushed) - pressed if mailed and pushed else float("inf")
            print(f"published in {pressed - begin:.2f} s; push {pushed - pressed:.2f} s and mail {mailed - pressed:.2f} s after the answer, "
                  f"with {waiting} notices waiting for a mute receiver; bar {BAR_SECONDS} s: {'met' if slowest <= BAR_SECONDS else 'MISSED'}")
        finally:
            ours.stop()


if __name__ == "__main__":
    main()
