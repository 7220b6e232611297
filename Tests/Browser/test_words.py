"""No word that was sent is lost: going back and writing other words, two tabs and two devices with one draft."""

import re
import sqlite3
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from conftest import WHOLE_BROWSER, Contexts, Cookies
from portico import DEMO_PASSWORD, Server
from test_stories import sign_in

KEPT = "La bozza è al sicuro."


@pytest.fixture(scope="module")
def remembering(playwright: Playwright) -> Iterator[Browser]:
    """A browser as people have it: going back shows the page as it was left. Playwright's own argument switches that off."""
    chromium = playwright.chromium.launch(
        executable_path=WHOLE_BROWSER, args=["--no-sandbox"], ignore_default_args=["--disable-back-forward-cache"])
    yield chromium
    chromium.close()


@pytest.fixture
def people(server: Server, remembering: Browser) -> Iterator[Contexts]:
    made = Contexts(server, remembering, Cookies(server, remembering))
    yield made
    made.close()


@pytest.fixture(autouse=True)
def without_pauses(server: Server) -> None:
    with sqlite3.connect(server.data / "portico.sqlite", timeout=10) as database:
        database.execute("UPDATE storySettings SET pause = 0")


def stored(server: Server, table: str, text: str) -> int:
    with sqlite3.connect(server.data / "portico.sqlite", timeout=10) as database:
        return database.execute(f"SELECT count(*) FROM {table} WHERE text = ?", (text,)).fetchone()[0]


def publish(page: Page, text: str) -> None:
    page.locator("[name=text]").fill(text)
    page.locator("main button.primary").click()
    expect(page).to_have_url(re.compile("/stories/[0-9]+/branches/[0-9]+"))
    expect(page.locator(".fragments")).to_contain_text(text)


def begin(page: Page, title: str) -> str:
    """A story of one fragment; the address where it goes on."""
    page.goto("/stories/new/text")
    page.locator("[name=title]").fill(title)
    page.locator("[name=text]").fill("L'inizio di tutto.")
    page.locator("main button.primary").click()
    expect(page.locator("h1")).to_have_text(title)
    return f"/stories/fragments/{page.url.split('/')[-1].split('#')[0].split('?')[0]}/continuation"


def test_words_written_after_going_back_are_published_too(server: Server, people: Contexts):
    page = people.page()
    sign_in(page, "lina@example.org", DEMO_PASSWORD)
    place = begin(page, "Il ponte")
    page.goto(place)
    page.evaluate("window.isTheSame = true")
    publish(page, "Passò un carro.")
    page.evaluate("history.back()")
    expect(page).to_have_url(re.compile("/continuation$"))
    assert page.evaluate("window.isTheSame === true"), "the page is shown as it was left"
    publish(page, "Non passò nessuno.")
    assert stored(server, "fragment", "Passò un carro.") == stored(server, "fragment", "Non passò nessuno.") == 1
    # Back and sent again as it is: the same fragment, and no draft of what is published.
    page.evaluate("history.back()")
    expect(page).to_have_url(re.compile("/continuation$"))
    publish(page, "Non passò nessuno.")
    assert stored(server, "fragment", "Non passò nessuno.") == 1
    page.goto("/stories/profile")
    assert stored(server, "storyDraft", "Non passò nessuno.") == stored(server, "storyDraft", "Passò un carro.") == 0


@pytest.mark.parametrize("devices", [1, 2], ids=["two tabs", "two devices"])
def test_a_draft_that_is_open_twice_loses_nothing(server: Server, people: Contexts, devices: int):
    contexts = [people.new() for _ in range(devices)]
    for context in contexts:
        sign_in(context.new_page(), "ugo@example.org", DEMO_PASSWORD)
    first, second = contexts[0].new_page(), contexts[-1].new_page()
    place = begin(first, f"La soglia {devices}")
    first.goto(place)
    kept = lambda page: expect(page.locator("form [role=status]").last).to_have_text(KEPT)
    first.locator("[name=text]").fill(f"C'era una porta {devices}.")
    kept(first)
    second.goto(place)
    expect(second.locator("[name=text]")).to_have_value(f"C'era una porta {devices}.")
    second.locator("[name=text]").fill(f"C'era una porta rossa {devices}.")
    kept(second)
    first.locator("[name=text]").fill(f"C'era una porta blu {devices}.")
    kept(first)
    # Both are drafts, and each says that there is another.
    first.goto("/stories/profile")
    drafts = first.locator("section[aria-labelledby=drafts]")
    expect(drafts).to_contain_text("porta rossa")
    drafts.get_by_text(f"porta blu {devices}").click()
    expect(first.locator("[name=text]")).to_have_value(f"C'era una porta blu {devices}.")
    expect(first.locator(".notice.info", has_text="porta rossa")).to_be_visible()
    publish(first, f"C'era una porta blu {devices}.")
    assert stored(server, "storyDraft", f"C'era una porta rossa {devices}.") == 1
    publish(second, f"C'era una porta rossa {devices}.")
    for colour in ("blu", "rossa"):
        assert stored(server, "fragment", f"C'era una porta {colour} {devices}.") == 1
        assert stored(server, "storyDraft", f"C'era una porta {colour} {devices}.") == 0
