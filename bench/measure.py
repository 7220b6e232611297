"""Processes, load and times, measured the same way for Portico and its peers."""

import gzip
import http.client
import os
import re
import signal
import socket
import statistics
import subprocess
import time
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urljoin, urlsplit

TICK = 1 / os.sysconf("SC_CLK_TCK")
STARTING_SECONDS = 120


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def resident_kib(pid: int) -> int:
    """Resident memory of a process; 0 if it has just ended."""
    try:
        found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    except OSError:
        return 0
    return int(found[1]) if found else 0


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes
    cookies: dict[str, str]

    @property
    def text(self) -> str:
        return (gzip.decompress(self.body) if self.headers.get("content-encoding") == "gzip" else self.body).decode()


@dataclass
class Service:
    """A server on a loopback port, with all the processes it consists of."""

    command: list[str]
    environment: dict[str, str]
    folder: Path
    port: int
    first_page: str
    log: Path
    patience: float = 30
    """Seconds until an answer, or the end of the program, is given up."""
    process: subprocess.Popen | None = None
    cookies: dict[str, str] = field(default_factory=dict)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, within: float = STARTING_SECONDS) -> float:
        """Gives back the seconds from the command to the first good page."""
        with self.log.open("ab") as log:
            begin = time.perf_counter()
            # A program refuses settings that it does not know, and PORTICO_PROGRAM is ours.
            own = {name: value for name, value in os.environ.items() if not name.startswith("PORTICO_")}
            self.process = subprocess.Popen(self.command, cwd=self.folder, env=own | self.environment, stdout=log, stderr=log)
        while time.perf_counter() - begin < within:
            if self.process.poll() is not None:
                raise SystemExit(f"{self.command[0]} ended with {self.process.returncode}; see {self.log}")
            try:
                if self.get(self.first_page, timeout=within).status == 200:
                    return time.perf_counter() - begin
            except OSError:
                time.sleep(0.0005)
        self.stop()
        raise SystemExit(f"{self.command[0]} served nothing within {within} s; see {self.log}")

    def stop(self) -> float:
        begin = time.perf_counter()
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(self.patience)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        return time.perf_counter() - begin

    def processes(self) -> list[int]:
        parents = {}
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    parents[int(entry.name)] = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
                except OSError:
                    continue
        mine = {self.process.pid}
        while more := {child for child, parent in parents.items() if parent in mine} - mine:
            mine |= more
        return sorted(mine)

    def cpu_seconds(self) -> float:
        total = 0
        for pid in self.processes():
            user, system = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]
            total += int(user) + int(system)
        return total * TICK

    def rest(self) -> None:
        """Waits until the server has done what it still had to do. Threads that hash passwords give way to all others, so on a busy
        machine they wait rather than use time: both count as work."""
        quiet = 0
        while quiet < 10:
            quiet = 0 if self.has_work() else quiet + 1
            time.sleep(0.1)

    def has_work(self) -> bool:
        """Whether any thread runs or waits for a processor."""
        for task in (task for pid in self.processes() for task in Path(f"/proc/{pid}/task").iterdir()):
            try:
                if (task / "stat").read_text().rsplit(")", 1)[1].split()[0] == "R":
                    return True
            except OSError:
                continue  # A thread that has just ended.
        return False

    def memory_mib(self) -> float:
        """Resident memory of all processes together; pages they share count once for each."""
        return sum(resident_kib(pid) for pid in self.processes()) / 1024

    def request(self, method: str, path: str, body: str | None = None, headers: dict[str, str] | None = None,
                timeout: float | None = None) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout or self.patience)
        given = {"Accept-Encoding": "gzip", "Accept-Language": "it"} | self.same_origin() | (headers or {})
        if self.cookies:
            given["Cookie"] = self.cookie
        if body is not None:
            given.setdefault("Content-Type", "application/x-www-form-urlencoded")
        connection.request(method, path, body, given)
        answer = connection.getresponse()
        content = answer.read()
        cookies = dict(part.split(";")[0].split("=", 1) for name, part in answer.getheaders() if name.lower() == "set-cookie")
        connection.close()
        return Answer(answer.status, {name.lower(): value for name, value in answer.getheaders()}, content, cookies)

    def get(self, path: str, **options) -> Answer:
        return self.request("GET", path, **options)

    def post(self, path: str, body: str, **options) -> Answer:
        return self.request("POST", path, body, **options)

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def same_origin(self) -> dict[str, str]:
        return {"Origin": self.address, "Sec-Fetch-Site": "same-origin", "Referer": self.address + "/"}


@dataclass
class Load:
    requests: int
    seconds: float
    cpu_ms: float
    p50_ms: float
    p99_ms: float
    refused: int

    @property
    def per_second(self) -> float:
        return self.requests / self.seconds


SCRIPTS = Path(__file__).parent
UNITS = {"us": 0.001, "ms": 1.0, "s": 1000.0, "m": 60_000.0}


def load(service: Service, path: str, seconds: int = 5, connections: int = 4, script: str | None = None,
         form: str = "", warm: bool = True) -> Load:
    """wrk with one thread on the same machine; the CPU is that of the server alone."""
    command = wrk(service, path, seconds, connections, script)
    environment = os.environ | {"BENCH_FORM": form}
    if warm:
        subprocess.run(wrk(service, path, 1, connections, script), env=environment, capture_output=True, check=True)
    before = service.cpu_seconds()
    out = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    used = service.cpu_seconds() - before
    return read_wrk(out, used)


def wrk(service: Service, path: str, seconds: int, connections: int, script: str | None = None) -> list[str]:
    headers = {"Accept-Encoding": "gzip", "Accept-Language": "it"} | service.same_origin()
    if service.cookies:
        headers["Cookie"] = service.cookie
    command = ["wrk", "--threads", "1", "--connections", str(connections), "--duration", f"{seconds}s", "--latency"]
    for name, value in headers.items():
        command += ["--header", f"{name}: {value}"]
    if script:
        command += ["--script", str(SCRIPTS / script)]
    return command + [service.address + path]


def read_wrk(out: str, used: float) -> Load:
    requests, seconds = re.search(r"(\d+) requests in ([\d.]+)s", out).groups()
    refused = re.search(r"Non-2xx or 3xx responses: (\d+)", out)
    requests = int(requests)

    def percentile(which: int) -> float:
        value, unit = re.search(rf"{which}%\s+([\d.]+)(us|ms|s|m)\b", out).groups()
        return float(value) * UNITS[unit]

    return Load(requests, float(seconds), used * 1000 / max(1, requests), percentile(50), percentile(99),
                int(refused[1]) if refused else 0)


def wall_ms(service: Service, path: str, times: int = 15) -> float:
    """The median for one user, over one connection after another."""
    return statistics.median(walls_ms(service, [path] * times)[2:])


def walls_ms(service: Service, paths: list[str]) -> list[float]:
    """How long each takes one user, one after another."""
    taken = []
    for path in paths:
        begin = time.perf_counter()
        answer = service.get(path)
        taken.append((time.perf_counter() - begin) * 1000)
        if answer.status != 200:
            raise SystemExit(f"{path} answers {answer.status}")
    return taken


class Parts(HTMLParser):
    """What a page asks the browser to load, and the fields of its forms as they would be sent."""

    def __init__(self):
        super().__init__()
        self.files: list[str] = []
        self.pictures: list[str] = []
        self.eager: list[str] = []
        self.forms: list[dict] = []
        self._form: dict | None = None
        self._select: str | None = None
        self._area: str | None = None

    @classmethod
    def of(cls, html: str) -> "Parts":
        parts = cls()
        parts.feed(html)
        return parts

    def handle_starttag(self, tag, attrs):
        has = dict(attrs)
        if tag == "link" and has.get("rel") in ("stylesheet", "modulepreload", "icon"):
            self.files.append(has["href"])
        elif tag == "script" and has.get("src"):
            self.files.append(has["src"])
        elif tag == "use":
            self.files.append(has.get("href", "").split("#")[0])
        elif tag == "img" and has.get("src") and not has["src"].startswith("data:"):
            self.pictures.append(has["src"])
            if has.get("loading") != "lazy":
                self.eager.append(has["src"])
        elif tag == "form":
            self._form = {"action": has.get("action", ""), "method": has.get("method", "get").lower(), "fields": [], "choices": {}}
            self.forms.append(self._form)
        elif self._form is not None and has.get("name"):
            fields, name, kind = self._form["fields"], has["name"], has.get("type", "text")
            if tag == "input" and kind not in ("submit", "button", "file", "image", "reset"):
                if kind in ("checkbox", "radio"):
                    self._form["choices"].setdefault(name, []).append(has.get("value", ""))
                if kind not in ("checkbox", "radio") or "checked" in has:
                    fields.append((name, has.get("value", "")))
            elif tag == "select":
                self._select = name
            elif tag == "textarea":
                self._area = name
                fields.append((name, ""))
        if tag == "option" and self._select and self._form:
            self._form["choices"].setdefault(self._select, []).append(has.get("value", ""))
            if "selected" in has:
                self._form["fields"].append((self._select, has.get("value", "")))

    def handle_endtag(self, tag):
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = None
        elif tag == "textarea":
            self._area = None

    def handle_data(self, data):
        if self._area and self._form:
            name, value = self._form["fields"][-1]
            self._form["fields"][-1] = (name, value + data)


@dataclass
class Weight:
    total: int
    script: int
    requests: int
    pictures: int


IMPORTS = re.compile(r"""^\s*import\s[^'"]*['"]([^'"]+)['"]""", re.MULTILINE)


def weight(service: Service, path: str, with_pictures: bool = False) -> Weight:
    """Bytes over the wire of a first visit, compressed as the server does it; of the records' pictures at most those that the page
    does not put off until they come into view."""
    page = service.get(path)
    parts = Parts.of(page.text)
    total, script, seen = len(page.body), 0, set()
    waiting = [urlsplit(urljoin(service.address + path, file)) for file in parts.files + (parts.eager if with_pictures else [])]
    while waiting:
        file = waiting.pop()
        # A drawing within the page (data:) has come with it.
        if file.scheme != "http" or not file.path or file.path in seen:
            continue
        seen.add(file.path)
        answer = service.get(file.path)
        size = min(len(answer.body), len(gzip.compress(answer.body, 6))) if "content-encoding" not in answer.headers else len(answer.body)
        total += size
        if file.path.endswith(".js"):
            script += size
            waiting += [urlsplit(urljoin(service.address + file.path, name)) for name in IMPORTS.findall(answer.text)]
    return Weight(total, script, 1 + len(seen), len(set(parts.pictures)))
