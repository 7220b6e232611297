"""Litestream, HAProxy and the scripts of tools/scale around the real program, for the tests of more than one machine."""

import atexit
import http.client
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from portico import DEMO_PASSWORD, ROOT, Server, free_port
from visitor import Visitor

TOOLS = ROOT / "tools/scale"
LITESTREAM = os.environ.get("PORTICO_LITESTREAM") or shutil.which("litestream", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
# Whatever the environment says of an object store is not meant for these tests.
OUTSIDE = {name: value for name, value in os.environ.items() if not name.startswith(("PORTICO_", "AWS_", "LITESTREAM"))}
TOKEN = "a-token-for-the-tests-alone"
# `make scale`: everything, with the times that docs/scaling.md names.
WHOLE = bool(os.environ.get("PORTICO_SCALE"))
HAPROXY = shutil.which("haproxy", path=f"{os.environ['PATH']}:/usr/sbin")


def limit(seconds: float) -> float:
    """What is promised for the release build; the busy machine of other tests may need longer."""
    return seconds if WHOLE else max(20, 10 * seconds)


def bring_files(data: Path, to: Path) -> None:
    """What portico-files.service copies."""
    words = ["rsync", "--archive", "--delete", f"--filter=merge {TOOLS / 'files.filter'}", f"{data}/", f"{to}/"]
    subprocess.run(words, check=True, timeout=60)


def until(is_so: Callable[[], bool], within: float, what: str) -> float:
    """Waits for it and gives back the seconds that it took."""
    def is_now() -> bool:
        # A server that is just starting or ending closes connections.
        with suppress(ConnectionError):
            return is_so()
        return False

    begun = time.monotonic()
    while not is_now():
        assert time.monotonic() - begun < within, f"not within {within} s: {what}"
        time.sleep(0.02)
    return time.monotonic() - begun


class Running:
    """A program of ours; what it says goes to `log`."""

    def __init__(self, words: list, log: Path, **variables: str):
        self.log = log
        with log.open("ab") as file:
            self.process = subprocess.Popen([str(word) for word in words], env=OUTSIDE | variables, stdout=file, stderr=file)
        # Whatever a failed test leaves behind.
        atexit.register(self.end, signal.SIGKILL)

    def end(self, how: int = signal.SIGTERM) -> None:
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Copies:
    """One Litestream with its configuration, and where it writes."""

    def __init__(self, folder: Path, data: Path, generation: str = "first", store: int | None = None):
        """Into a folder, or over the network to the store at a port, which has the same folder."""
        self.folder, self.data, self.generation = folder, data, generation
        place = f"type: file\n      path: {folder}/copies/${{GENERATION}}"
        if store:
            place = f"url: webdav://127.0.0.1:{store}/copies/${{GENERATION}}"
        self.config = folder / "litestream.yml"
        self.config.write_text(f"""
l0-retention: 1h
dbs:
  - path: {data}/portico.sqlite
    replica:
      {place}
      sync-interval: 1s
""")
        self.running: Running | None = None

    @property
    def database(self) -> Path:
        return self.data / "portico.sqlite"

    @property
    def place(self) -> Path:
        return self.folder / "copies" / self.generation

    @property
    def newest(self) -> int:
        """The number of the last transaction that is copied. Litestream makes one of all that was saved between two looks."""
        return max((int(number, 16) for file in self.place.rglob("*.ltx") for number in re.findall(r"[0-9a-f]{16}", file.name)), default=0)

    def wait(self) -> None:
        """Until all that is saved is copied, beside a heartbeat each second: one copy may be underway, the next begins later."""
        before = self.newest
        until(lambda: self.newest > before + 1, 60, "Litestream copies what is saved")

    def start(self) -> "Copies":
        self.running = Running([LITESTREAM, "replicate", "-config", self.config], self.folder / "litestream.log", GENERATION=self.generation)
        until(lambda: any(self.place.rglob("*.ltx")), 30, "Litestream writes its first copy")
        return self

    def restore(self, to: Path, *words: str) -> subprocess.CompletedProcess:
        to.parent.mkdir(parents=True, exist_ok=True)
        command = [LITESTREAM, "restore", *words, "-config", str(self.config), "-o", str(to), str(self.database)]
        return subprocess.run(command, env=OUTSIDE | {"GENERATION": self.generation}, capture_output=True, text=True, timeout=60)

    def follow(self, folder: Path, stall: int = 60) -> Running:
        """tools/scale/follow, at work when the folder holds a database."""
        running = Running(
            [TOOLS / "follow", folder, "-config", self.config, self.database], self.folder / "follow.log",
            GENERATION=self.generation, LITESTREAM=LITESTREAM, FOLLOW_STALL=str(stall), FOLLOW_INTERVAL="500ms")
        until(lambda: (folder / "portico.sqlite").exists(), 30, "the replica is restored")
        return running

    def end(self, how: int = signal.SIGTERM) -> None:
        if self.running:
            self.running.end(how)


class Scaled(Server):
    """The program with arguments, asked under one host name whatever its port is."""

    def __init__(self, data: Path, log: Path, *arguments: str, **settings: str):
        super().__init__(data, log, PORTICO_METRICS_TOKEN=TOKEN, **settings)
        self.arguments = arguments
        atexit.register(self.end)

    def ask(self, path: str, method: str = "GET", **headers: str) -> tuple[int, dict, bytes]:
        return ask(self.port, path, method, **headers)

    def kill(self) -> None:
        """As a power failure does: parent and child at once."""
        assert self.process is not None
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        for process in [self.process.pid, *map(int, children)]:
            os.kill(process, signal.SIGKILL)
        self.process.wait()

    def end(self) -> None:
        """Also where a test has failed, and where the program was never started or has ended."""
        if self.process and self.process.poll() is None:
            self.kill()


def ask(port: int, path: str, method: str = "GET", host: str = "localhost", **headers: str) -> tuple[int, dict, bytes]:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)) as connection:
        connection.request(method, path, headers={"Host": host, "Connection": "close"} | {k.replace("_", "-"): v for k, v in headers.items()})
        answer = connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()


def details(server: Scaled) -> str:
    return server.ask("/health", Authorization=f"Bearer {TOKEN}")[2].decode()


class Writer(threading.Thread):
    """Saves numbered products through the back office, about `rate` a second, and keeps when each was acknowledged."""

    def __init__(self, address: str, rate: float = 20):
        super().__init__(daemon=True)
        self.pause = 1 / rate
        self.visitor = Visitor(address).sign_in("admin", DEMO_PASSWORD)
        self.acknowledged: list[tuple[int, float]] = []
        self.slowest = 0.0
        self.failed: list[float] = []
        self.over = threading.Event()
        self.next = 0

    def save(self, number: int) -> bool:
        body = f"name=Scala+{number:05}&stock=1&ordering=10&scope=1".encode()
        begun = time.monotonic()
        try:
            page = self.visitor.open(f"{self.visitor.address}/admin/house/products", body, "application/x-www-form-urlencoded")
        except (OSError, http.client.HTTPException):
            return False
        self.slowest = max(self.slowest, time.monotonic() - begun)
        return page.status == 200 and "/new" not in page.address

    def run(self) -> None:
        while not self.over.wait(self.pause):
            if self.save(self.next):
                self.acknowledged.append((self.next, time.monotonic()))
            else:
                self.failed.append(time.monotonic())
            self.next += 1

    def stop(self) -> None:
        self.over.set()
        self.join(30)

    @staticmethod
    def numbers(database: Path) -> list[int]:
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
            return [int(name.split()[1]) for (name,) in connection.execute("SELECT name FROM product WHERE name LIKE 'Scala %' ORDER BY name")]


class Proxy:
    """HAProxy with the configuration of tools/scale, at free ports."""

    def __init__(self, folder: Path, primary: int, replica: int, standby: int):
        # The name of a socket may have no more than about ninety signs.
        self.port, self.socket, self.state = free_port(), Path(tempfile.mkdtemp(prefix="portico-")) / "admin.sock", folder / "portico.state"
        text = (TOOLS / "haproxy.cfg").read_text()
        for known, own in [("/run/haproxy/admin.sock", str(self.socket)), ("/var/lib/haproxy/portico.state", str(self.state)),
                           ("127.0.0.1:8080", f"127.0.0.1:{self.port}"), ("127.0.0.1:8081", f"127.0.0.1:{primary}"),
                           ("127.0.0.1:8082", f"127.0.0.1:{replica}"), ("127.0.0.1:8083", f"127.0.0.1:{standby}"),
                           ("    log /dev/log local0 notice\n", "    log stderr local0 notice\n"), ("maxconn 20000", "maxconn 500")]:
            assert known in text, known
            text = text.replace(known, own)
        config = folder / "haproxy.cfg"
        config.write_text(text)
        self.running = Running([HAPROXY, "-db", "-f", config], folder / "haproxy.log")
        until(lambda: self.socket.exists(), 30, "HAProxy starts")
        until(lambda: self.status("/") == 200, 30, "HAProxy finds the replica")

    def status(self, path: str) -> int:
        try:
            return ask(self.port, path)[0]
        except (OSError, http.client.HTTPException):
            return 0
