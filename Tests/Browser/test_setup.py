"""The first-run wizard, from an empty folder to the first page of the back office."""

import re
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from checks import accessibility, narrow
from portico import STARTING_SECONDS, TEXTS, Server

PASSWORD = "quattro parole lontane fra loro"


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "data", tmp_path / "portico.log", LC_ALL="en_GB.UTF-8")
    server.arguments = ("--without-seed",)
    server.start()
    yield server
    assert server.stop() == 0, server.last_words()


def links(server: Server) -> list[str]:
    return re.findall(rf"{server.address}(/setup/[\w-]{{43}})", server.log.read_text())


def look(page: Page, script: bool = True) -> None:
    """Every screen is checked as every other page is; the checker of accessibility is a script."""
    if script:
        assert list(accessibility(page)) == []
    assert list(narrow(page)) == []


def press(page: Page, text: str) -> None:
    page.get_by_role("button", name=text, exact=True).click()


def test_the_wizard_in_italian_on_a_telephone_without_script(fresh: Server, browser: Browser):
    it = TEXTS["it"]
    context = browser.new_context(
        base_url=fresh.address, locale="it-IT", java_script_enabled=False, viewport={"width": 360, "height": 740})
    page, other = context.new_page(), browser.new_context(base_url=fresh.address, locale="it-IT").new_page()

    page.goto("/campus")
    expect(page.get_by_role("heading", level=1)).to_have_text(it("setup.closed.heading"))
    look(page, script=False)
    [link] = links(fresh)
    page.goto(link)
    expect(page.get_by_role("heading", level=1)).to_have_text(it("setup.screens.site.heading"))
    press(page, it("setup.next"))
    expect(page.locator("#f-name-error")).to_be_visible()
    look(page, script=False)
    page.fill("[name=name]", "Casa dell’Orto e del Sole con un nome piuttosto lungo")
    press(page, it("setup.next"))

    # A second person is told, and may not answer.
    assert other.goto(link).status == 409
    look(other)

    press(page, it("setup.next"))
    expect(page.locator("#f-systems-error")).to_be_visible()
    for name in ("house", "campus", "stories"):
        page.locator(f"[value={name}]").check()
    press(page, it("setup.next"))
    look(page, script=False)
    page.fill("[name=house]", "Casa Sole")
    press(page, it("setup.back"))
    expect(page.locator("[value=campus]")).to_be_checked()
    look(page, script=False)
    press(page, it("setup.next"))
    expect(page.locator("[name=house]")).to_have_value("Casa Sole")

    # Killed between two screens; the next start prints a new link, and this browser goes on.
    fresh.process.kill()
    fresh.process.wait()
    while fresh.is_healthy():
        time.sleep(0.05)
    fresh.start(within=STARTING_SECONDS)
    assert len(links(fresh)) == 2
    with pytest.raises(urllib.error.HTTPError, match="410"):
        urllib.request.urlopen(fresh.address + link)
    page.fill("[name=institution]", "Università dei Fiumi")
    press(page, it("setup.next"))
    page.fill("[name=administrator]", "Anna Capo")
    page.fill("[name=key]", "anna")
    page.fill("[name=password]", "breve")
    press(page, it("setup.next"))
    expect(page.locator("#f-password-error")).to_be_visible()
    look(page, script=False)
    page.fill("[name=password]", PASSWORD)
    page.fill("[name=passwordAgain]", PASSWORD)
    press(page, it("setup.next"))
    expect(page.locator("dl.facts")).to_contain_text("Casa Sole · Università dei Fiumi")
    look(page, script=False)
    press(page, it("setup.create"))
    page.wait_for_url("**/admin")
    expect(page.get_by_text(it("setup.steps.heading"))).to_be_visible()
    expect(page.get_by_text(str(fresh.data / "seed.yaml"))).to_be_visible()
    look(page, script=False)
    assert page.goto(link).status == 410
    assert page.goto(links(fresh)[1]).status == 410
    assert page.goto("/campus").status == 200
    assert (fresh.data / "seed.yaml").stat().st_mode & 0o777 == 0o600


def test_the_wizard_in_english_on_a_wide_screen(fresh: Server, browser: Browser):
    en = TEXTS["en"]
    page = browser.new_context(base_url=fresh.address, locale="it-IT", viewport={"width": 1280, "height": 800}).new_page()
    [link] = links(fresh)
    page.goto(link)
    page.fill("[name=name]", "River House")
    press(page, "English")
    expect(page.get_by_role("heading", level=1)).to_have_text(en("setup.screens.site.heading"))
    expect(page.locator("[name=name]")).to_have_value("River House")
    look(page)
    press(page, en("setup.next"))
    page.locator("[value=questionnaires]").check()
    look(page)
    press(page, en("setup.next"))
    expect(page.locator("[name=house]")).to_have_count(0)
    look(page)
    page.locator("[value=empty]").check()
    press(page, en("setup.next"))
    page.fill("[name=administrator]", "Ada Sample")
    page.fill("[name=key]", "ada")
    page.fill("[name=password]", PASSWORD)
    page.fill("[name=passwordAgain]", PASSWORD)
    look(page)
    page.keyboard.press("Enter")
    page.fill("[name=hour]", "25")
    press(page, en("setup.create"))
    expect(page.locator("#f-hour-error")).to_be_visible()
    look(page)
    page.fill("[name=hour]", "5")
    # The server of mail is asked for where it is chosen, and may come later.
    expect(page.locator("[name=mail-host]")).to_be_hidden()
    page.locator("[name=mail-way][value=smtp]").check()
    press(page, en("setup.create"))
    expect(page.locator("#f-mail-host-error")).to_be_visible()
    look(page)
    page.locator("[name=mail-way][value=none]").check()
    expect(page.locator("[name=mail-host]")).to_be_hidden()
    press(page, en("setup.create"))
    page.wait_for_url("**/admin")
    expect(page.get_by_text(en("setup.steps.heading"))).to_be_visible()
    look(page)
    page.goto("/admin/backups")
    expect(page.locator("[name=hour]")).to_have_value("5")


def test_the_demonstration_is_made(fresh: Server, browser: Browser):
    """The whole one, which is longer than a connection waits."""
    en = TEXTS["en"]
    page = browser.new_context(base_url=fresh.address, locale="en-GB").new_page()
    page.goto(links(fresh)[0])
    page.fill("[name=name]", "Demonstration")
    press(page, en("setup.next"))
    for name in ("house", "questionnaires", "campus", "stories", "citations"):
        page.locator(f"[value={name}]").check()
    press(page, en("setup.next"))
    page.locator("[value=demonstration]").check()
    press(page, en("setup.next"))
    page.fill("[name=administrator]", "Ada Sample")
    page.fill("[name=key]", "admin")
    page.fill("[name=password]", PASSWORD)
    page.fill("[name=passwordAgain]", PASSWORD)
    press(page, en("setup.next"))
    expect(page.locator("#f-key-error")).to_be_visible()
    page.fill("[name=key]", "ada")
    # It may not contain the new name.
    page.fill("[name=password]", PASSWORD)
    page.fill("[name=passwordAgain]", PASSWORD)
    press(page, en("setup.next"))
    press(page, en("setup.create"))
    page.wait_for_url("**/admin", timeout=300_000)
    expect(page.get_by_role("link", name=en("setup.steps.demo.label"))).to_be_visible()
    assert page.goto("/campus").status == 200
