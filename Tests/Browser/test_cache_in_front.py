"""nginx and Varnish in front of the real program, with the files of tools/scale: equal answers, a stopped and a killed site, an emergency."""

import contextlib
import http.client
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from lxml import html

from portico import DEMO_PASSWORD, OUT, PROGRAM, ROOT, Server, copy_of, free_port
from visitor import Visitor

SCALE = ROOT / "tools/scale"
STARTING_SECONDS = 20
# The unoptimised build draws a page in a tenth of a second, and CI has other work.
FACTOR = 1 if "release" in str(PROGRAM) else 4
KINDS_OF_VISITOR = [
    {}, {"Accept-Language": "it"}, {"Accept-Language": "en"}, {"Accept-Language": "it-IT,it;q=0.9,en-US;q=0.8,en;q=0.7"},
    {"Accept-Language": "en-GB,en;q=0.5"}, {"Accept-Language": "*"}, {"Accept-Language": "de"}, {"Accept-Language": "de,*;q=0.5"},
    {"Accept-Language": "it-simple"}, {"Accept-Language": "it", "Cookie": "language=en"}, {"Cookie": "language=it; easy-to-read=yes"},
    {"Accept-Language": "en", "Cookie": "language=it; portico-campus=unknown"},
]
FILES = ["/campus/alerts.atom", "/campus/alerts.rss", "/campus/alerts.json", "/campus/news.atom", "/campus/api/v1/news", "/campus/nothing"]
# An alert as CAP, and a calendar.
OF_THE_DATABASE = {
    "/campus/alerts/{}.cap": "SELECT id FROM campusBulletin WHERE state = 'published'", "/campus/calendars/{}.ics": "SELECT key FROM campusCalendar"}
WITH_LANGUAGE = ["/it", "/en/campus", "/it-simple/campus/alerts", "/en-simple/campus/emergency", "/it/campus/mine", "/it/stories"]
EMERGENCY = "Prova di emergenza"


class Answer:
    def __init__(self, status: int, headers: http.client.HTTPMessage, body: bytes, seconds: float):
        self.status, self.headers, self.body, self.seconds = status, headers, body, seconds

    @property
    def seen(self) -> tuple:
        # Each form of a story has a number of its own.
        return self.status, self.headers["Content-Language"], self.headers["Location"], re.sub(rb'name="sending" value="[^"]*"', b"", self.body)


def ask(port: int, path: str, headers: dict[str, str] | None = None) -> Answer:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    with contextlib.closing(connection):
        begin = time.perf_counter()
        # The same host at the cache and behind it, because pages have links with it.
        connection.request("GET", path, headers={"Host": "localhost"} | (headers or {}))
        answer = connection.getresponse()
        body = answer.read()
        return Answer(answer.status, answer.headers, body, time.perf_counter() - begin)


def local(text: str, **parts: str) -> str:
    for before, after in parts.values():
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    return text


class Front:
    """A cache with its configuration from tools/scale; only ports and folders are this test's."""

    def __init__(self, kind: str, folder: Path):
        self.kind, self.folder, self.port = kind, folder, free_port()

    def start(self, server: Server) -> None:
        if self.kind == "varnish":
            text = local((SCALE / "varnish.vcl").read_text(), port=('.port = "8080"', f'.port = "{server.port}"'))
            (self.folder / "varnish.vcl").write_text(text)
            command = ["varnishd", "-F", "-j", "none", "-n", self.folder / "work", "-a", f"127.0.0.1:{self.port}", "-T", "none",
                       "-f", self.folder / "varnish.vcl", "-s", "malloc,64m"]
        else:
            site = local(
                (SCALE / "nginx.conf").read_text(), port=("127.0.0.1:8080", f"127.0.0.1:{server.port}"), listen=("listen 80;", f"listen 127.0.0.1:{self.port};"),
                cache=("/var/cache/nginx/portico", f"{self.folder}/cache"))
            # The worker of root would have another user's rights, and the folder is closed to it.
            user = "user root;" if os.geteuid() == 0 else ""
            folders = "".join(f"{name}_temp_path {self.folder}/{name};" for name in ("proxy", "client_body", "fastcgi", "uwsgi", "scgi"))
            (self.folder / "nginx.conf").write_text(
                f"{user} daemon off; pid {self.folder}/pid; error_log {self.folder}/error.log; events {{}} http {{ access_log off; {folders}\n{site}\n}}")
            command = ["nginx", "-p", self.folder, "-c", self.folder / "nginx.conf", "-e", self.folder / "error.log"]
        with (OUT / f"cache-{self.kind}.log").open("ab") as log:
            self.process = subprocess.Popen([str(part) for part in command], stdout=log, stderr=log, env=os.environ | {"PATH": os.environ["PATH"] + ":/usr/sbin"})
        deadline = time.monotonic() + STARTING_SECONDS
        while not self.answers():
            assert self.process.poll() is None and time.monotonic() < deadline, f"{self.kind} does not serve; see out/cache-{self.kind}.log"
            time.sleep(0.05)

    def answers(self) -> bool:
        with contextlib.suppress(OSError):
            return ask(self.port, "/robots.txt").status == 200
        return False

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(STARTING_SECONDS)


class Site:
    def __init__(self, server: Server, front: Front):
        self.server, self.front = server, front

    def direct(self, path: str, headers: dict[str, str] | None = None) -> Answer:
        return ask(self.server.port, path, headers)

    def cached(self, path: str, headers: dict[str, str] | None = None) -> Answer:
        return ask(self.front.port, path, headers)

    def processes(self) -> list[int]:
        """The parent first: it would start the server again."""
        parent = self.server.process.pid
        return [parent, *map(int, Path(f"/proc/{parent}/task/{parent}/children").read_text().split())]

    def signal(self, number: int) -> None:
        for process in self.processes():
            os.kill(process, number)

    def value(self, sql: str):
        with contextlib.closing(sqlite3.connect(self.server.data / "portico.sqlite", timeout=10)) as database:
            return database.execute(sql).fetchone()[0]

    def pages(self, count: int) -> list[str]:
        """Shared pages, as links lead to them."""
        found = ["/", "/campus", "/campus/alerts", "/campus/emergency", "/stories", "/citations"]
        for page in found:
            if len(found) >= count:
                return found[:count]
            for link in html.document_fromstring(self.direct(page, {"Accept-Language": "it"}).body).xpath("//a/@href"):
                plain = re.sub(r"^/(it|en)(-simple)?(?=/|$)", "", link.split("#")[0]) or "/"
                if re.match(r"/(campus|stories)([/?]|$)", plain) and plain not in found and "." not in plain:
                    found.append(plain)
        raise AssertionError(f"only {len(found)} pages: {found}")


@pytest.fixture(scope="module", params=["nginx", "varnish"])
def site(request: pytest.FixtureRequest, seeded: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp(request.param)
    data = copy_of(seeded, folder / "data")
    with contextlib.closing(sqlite3.connect(data / "portico.sqlite")) as database, database:
        database.execute(
            "UPDATE campusAlert SET severity = 'emergency', translations = replace(translations, title, ?), title = ? WHERE key = 'bozza'",
            [EMERGENCY, EMERGENCY])
    front = Front(request.param, folder)
    settings = {"PORTICO_SHARED_CACHE": "yes"} if request.param == "nginx" else {"PORTICO_PURGE": f"BAN http://127.0.0.1:{front.port}/"}
    server = Server(data, OUT / f"test_cache_in_front-{request.param}.log", **settings).start()
    front.start(server)
    yield Site(server, front)
    front.stop()
    server.stop()


def test_480_answers_are_equal(site: Site):
    files = FILES + [path.format(site.value(sql)) for path, sql in OF_THE_DATABASE.items()]
    pages = site.pages(40 - len(files) - len(WITH_LANGUAGE)) + files + WITH_LANGUAGE
    unequal = []

    def compare(page: str) -> None:
        for visitor in KINDS_OF_VISITOR:
            # Once more where a page has changed in between; the second answer of the cache is its kept one.
            if not any(site.direct(page, visitor).seen == site.cached(page, visitor).seen == site.cached(page, visitor).seen for _ in range(2)):
                unequal.append((page, visitor))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(compare, pages))
    assert len(pages) * len(KINDS_OF_VISITOR) == 480
    assert not unequal


def test_pages_of_people_are_not_kept(site: Site):
    person = Visitor(f"http://127.0.0.1:{site.front.port}").sign_in("admin", DEMO_PASSWORD)
    for path in ("/admin", "/campus", "/", "/campus/mine", "/it/campus"):
        page = person.get(path).require()
        assert "Set-Cookie" not in page.headers
        for answer in (site.cached(path, {"Accept-Language": "it"}), site.direct(path, {"Accept-Language": "it"})):
            assert b"Amministratrice" not in answer.body
    assert b"Amministratrice" not in person.get("/it/campus").source
    assert "no-store" in person.get("/admin").headers["Cache-Control"]


def test_caches_share_what_differs_in_nothing(site: Site):
    """Two browsers of different languages, one with a session: the address says all."""
    site.cached("/it/campus/alerts")
    again = site.cached("/it/campus/alerts", {"Accept-Language": "en-GB,en", "Cookie": "portico=1; language=en"})
    assert b'lang="it"' in again.body
    kept = again.headers["X-Cache"] in ("HIT", "STALE", "UPDATING") if site.front.kind == "nginx" else " " in again.headers["X-Varnish"]
    assert kept, dict(again.headers)


def warm(site: Site) -> list[str]:
    pages = [prefix + page for prefix in ("/it", "/en-simple") for page in site.pages(13)[1:]]
    assert len(pages) == 24
    # Where the machine is busy, the first pages are outdated before the last have come: once more until all are young.
    quick = 0
    while quick < 2:
        began = time.monotonic()
        for page in pages:
            assert site.cached(page).status == 200, page
        quick = quick + 1 if time.monotonic() - began < 2 else 0
    return pages


def late(site: Site, pages: list[str]) -> list[tuple]:
    found = [(page, site.cached(page)) for page in pages]
    return [(page, answer.status, answer.seconds) for page, answer in found if answer.status != 200 or answer.seconds > 0.1 * FACTOR]


def assert_for_longer_than_a_page_may_be_outdated(site: Site, pages: list[str]) -> None:
    deadline = time.monotonic() + 6.5
    while time.monotonic() < deadline:
        assert not late(site, pages)


def test_warm_pages_answer_when_the_site_is_stopped(site: Site):
    pages = warm(site)
    site.signal(signal.SIGSTOP)
    try:
        assert not late(site, pages)
        if site.front.kind == "varnish":
            assert_for_longer_than_a_page_may_be_outdated(site, pages)
    finally:
        site.signal(signal.SIGCONT)


def publish(site: Site, words: str, account: str) -> None:
    number = site.value("SELECT id FROM campusAlert WHERE key = 'bozza'")
    page = Visitor(site.server.address).sign_in(account, DEMO_PASSWORD).get(f"/admin/campus/alerts/{number}/publication").require()
    page.form(f"//form[contains(@action, '/{words}')]").send().require()


def test_an_emergency_is_on_every_cached_page(site: Site):
    plain = site.pages(11)[1:]
    asked = [(page, {"Accept-Language": "it"}) for page in plain] + [(f"/it{page}", {}) for page in plain]
    assert len(asked) == 20
    editors = editors_of_alerts(site)
    publish(site, "bulletins", editors[0])
    is_over = threading.Event()
    shown: dict[str, float] = {}

    def watch(page: str, headers: dict[str, str]) -> None:
        while not is_over.is_set() and page not in shown:
            if EMERGENCY.encode() in site.cached(page, headers).body:
                shown[page] = time.monotonic()

    with ThreadPoolExecutor(len(asked)) as pool:
        for page, headers in asked:
            assert EMERGENCY.encode() not in site.cached(page, headers).body, page
        publish(site, "approval", editors[1])
        begin = time.monotonic()
        bound = 1 * FACTOR if site.front.kind == "varnish" else 7
        timer = threading.Timer(bound + 10, is_over.set)
        timer.start()
        list(pool.map(lambda one: watch(*one), asked))
        timer.cancel()
    assert len(shown) == len(asked), sorted({page for page, _ in asked} - shown.keys())
    print(f"{site.front.kind}: {len(shown)} pages within {max(shown.values()) - begin:.2f} s")
    assert max(shown.values()) - begin <= bound


def editors_of_alerts(site: Site) -> list[str]:
    with contextlib.closing(sqlite3.connect(site.server.data / "portico.sqlite", timeout=10)) as database:
        rows = database.execute(
            "SELECT DISTINCT key FROM account a JOIN roleAssignment r ON r.accountID = a.id WHERE role IN ('campus-alerts', 'admin') ORDER BY role DESC")
        return [key for key, in rows]


def test_warm_pages_answer_when_the_site_is_killed(site: Site):
    pages = warm(site)
    site.signal(signal.SIGKILL)
    site.server.process.wait()
    assert not late(site, pages)
    if site.front.kind == "nginx":
        assert_for_longer_than_a_page_may_be_outdated(site, pages)
    assert site.cached("/admin").status >= 500
    site.server.start()
    deadline = time.monotonic() + STARTING_SECONDS
    while site.cached("/sign-in").status != 200:
        assert time.monotonic() < deadline
