"""Fixtures: a seeded server, a browser, and contexts that notice everything going wrong."""

import fcntl
import gc
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright
from xdist.scheduler import LoadScopeScheduling

from portico import DEMO_PASSWORD, OUT, PROGRAM, Server, copy_of, demo_accounts, seed_into
from watch import Watch

# The whole browser knows notifications and is slower; the other is the same browser without what windows need.
WHOLE_BROWSER = os.environ.get("PORTICO_BROWSER") or shutil.which("chromium") or shutil.which("chromium-browser")
BROWSER = os.environ.get("PORTICO_BROWSER") or shutil.which("chromium-headless-shell") or WHOLE_BROWSER
# Only what goes wrong waits so long; a busy machine is no fault.
WAITING_MILLISECONDS = 20_000
expect.set_options(timeout=WAITING_MILLISECONDS)
# Playwright keeps many objects for as long as a test: looking through all of them often takes longer than what is freed is worth.
gc.set_threshold(100_000, 50, 100)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--thorough", action="store_true", help="draw every page in both languages, also what is built like another page")


# Files whose tests do not mind each other and take long: they are begun first, so that at the end no worker waits for another.
SPREAD = ("test_every_page.py", "test_every_form.py", "test_older_databases.py")


# One file that takes long, whose tests share a fresh Debian.
EARLY = (*SPREAD, "test_package.py")
# The longest test of all is the first; beside it, while it waits for the seeded site, runs a file that needs none.
LONGEST = "test_every_page[admin-it]"
UNSEEDED = "test_updates.py"


def turn(item: pytest.Item) -> int:
    ranks = (item.name == LONGEST, item.path.name == UNSEEDED, item.path.name.endswith(EARLY), True)
    return ranks.index(True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=turn)


class ByFile(LoadScopeScheduling):
    """The tests of a file share a server, so that one worker runs them in their order; those of the longest files do not mind each other."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.split("::")[0]
        return nodeid if file.endswith(SPREAD) else file


def pytest_xdist_make_scheduler(config: pytest.Config, log) -> ByFile:
    return ByFile(config, log)


def pytest_sessionstart(session: pytest.Session) -> None:
    if not PROGRAM.exists():
        pytest.exit(f"{PROGRAM} is not there: run `make build` first", returncode=2)
    if not WHOLE_BROWSER:
        pytest.exit("no Chromium found: run `tools/setup --tests` first", returncode=2)
    if not hasattr(session.config, "workerinput"):
        shutil.rmtree(OUT, ignore_errors=True)
        OUT.mkdir(parents=True)


@pytest.fixture(scope="session")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder filled from seed.yaml: by whichever worker comes first, for all of them."""
    shared = tmp_path_factory.getbasetemp().parent if os.environ.get("PYTEST_XDIST_WORKER") else tmp_path_factory.getbasetemp()
    folder, done = shared / "seeded", shared / "seeded.done"
    with (shared / "seeded.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            shutil.rmtree(folder, ignore_errors=True)
            seed_into(folder)
            done.touch()
    return folder


@pytest.fixture(scope="module")
def server(seeded: Path, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Server]:
    """One for each test file, so that files do not see each other's changes."""
    folder = tmp_path_factory.mktemp("data")
    running = Server(copy_of(seeded, folder / "data"), OUT / f"{request.module.__name__}.log").start()
    yield running
    assert running.stop() == 0, f"portico did not end well:\n{running.last_words()}"


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


def launched(playwright: Playwright, program: str) -> Iterator[Browser]:
    # A microphone that hears a tone, and may be used.
    arguments = ["--no-sandbox", "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
    chromium = playwright.chromium.launch(executable_path=program, args=arguments)
    yield chromium
    chromium.close()


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    yield from launched(playwright, BROWSER)


@pytest.fixture(scope="session")
def whole_browser(playwright: Playwright) -> Iterator[Browser]:
    yield from launched(playwright, WHOLE_BROWSER)


@pytest.fixture(scope="module")
def cookies(server: Server, browser: Browser) -> "Cookies":
    return Cookies(server, browser)


class Cookies:
    """Each account signs in through the form once for each server; its other pages start signed in."""

    def __init__(self, server: Server, browser: Browser):
        self.server, self.browser = server, browser
        self.states: dict[str, dict] = {}

    def of(self, account: str) -> dict:
        if account not in self.states:
            context = self.browser.new_context(base_url=self.server.address, locale="it-IT")
            sign_in(context.new_page(), account)
            self.states[account] = context.storage_state()
            context.close()
        return self.states[account]


def sign_in(page: Page, account: str, password: str = DEMO_PASSWORD) -> None:
    page.goto("/sign-in")
    page.locator("#content [name=name]").fill(account)
    page.locator("[name=password]").fill(password)
    page.locator("[name=password]").press("Enter")
    page.wait_for_url(lambda address: "/sign-in" not in address)


def choose_language(page: Page, name: str) -> None:
    """By the header's button or, where there are several other languages, its menu."""
    menu = page.locator(".language-menu > summary")
    if menu.count():
        menu.click()
    page.locator("form.language").get_by_role("button", name=name).click()


@pytest.fixture
def contexts(server: Server, browser: Browser, cookies: Cookies) -> Iterator["Contexts"]:
    made = Contexts(server, browser, cookies)
    yield made
    made.close()


class Contexts:
    """Makes browser windows; at the end of the test none of them may have seen anything go wrong."""

    def __init__(self, server: Server, browser: Browser, cookies: Cookies):
        self.server, self.browser, self.cookies = server, browser, cookies
        self.open: list[tuple[BrowserContext, Watch]] = []

    def new(self, account: str | None = None, *, script: bool = True, **options) -> BrowserContext:
        if account:
            options["storage_state"] = self.cookies.of(account)
        context = self.browser.new_context(
            **{"base_url": self.server.address, "locale": "it-IT", "java_script_enabled": script} | options)
        context.set_default_timeout(WAITING_MILLISECONDS)
        self.open.append((context, Watch(context, self.server.address)))
        return context

    def page(self, account: str | None = None, **options) -> Page:
        return self.new(account, **options).new_page()

    def close(self) -> None:
        problems = []
        for context, watch in self.open:
            context.close()
            problems += watch.problems
        if problems:
            pytest.fail("\n".join(dict.fromkeys(problems)), pytrace=False)


@pytest.fixture(params=[True, False], ids=["with script", "without script"])
def script(request: pytest.FixtureRequest) -> bool:
    """Everything a person does must work both ways."""
    return request.param


@pytest.fixture
def thorough(pytestconfig: pytest.Config) -> bool:
    return pytestconfig.getoption("--thorough")


@pytest.fixture
def admin(contexts: Contexts, script: bool) -> Page:
    return contexts.page(demo_accounts()[0], script=script)
