"""Alerts that reach people: a visitor without an account asks on a telephone, an office publishes, and a real message is read."""

import email
import email.policy
import re
import time
from email.message import EmailMessage

import pytest
from playwright.sync_api import Page, expect

import checks
from conftest import Contexts
from document import Document
from forms import message
from portico import Server
# The server that may call the stand-in push service, and that service itself, are fixtures of those tests.
from test_push import Station, browser, server, station, with_subscription  # noqa: F401

PHONE = {"width": 360, "height": 740}
BROWSER, MAIL = "#tell > details:has([data-push])", "#tell > details:has(input[type=email])"


def visitor(contexts: Contexts, script: bool = True, **options) -> Page:
    page = contexts.page(None, script=script, **options)
    page.set_viewport_size(PHONE)
    return page


def publish(office: Page, title: str) -> None:
    """Writes an alert and sends it out."""
    office.goto("/admin/campus/alerts/new")
    office.locator("[name=title]").fill(title)
    office.locator("[name='translations.en.title']").fill(f"{title} (en)")
    office.locator("select[name=category]").select_option(index=1)
    office.locator("main button[name=act][value=save]:not([aria-hidden])").first.click()
    expect(message(office)).to_be_visible()
    office.goto("/admin/campus/alerts?q=" + title.replace(" ", "+"))
    office.locator("tbody a", has_text=title).first.click()
    office.locator("a[href$='/publication']").first.click()
    office.locator("form[action$='/bulletins'] button.primary").click()
    expect(message(office)).to_be_visible()


def letters(server: Server, address: str, count: int, within: float = 30) -> list[EmailMessage]:
    """The messages to an address, oldest first, once there are so many."""
    end = time.monotonic() + within
    while time.monotonic() < end:
        files = sorted((server.data / "mail").glob("*.eml"), key=lambda file: file.stat().st_mtime_ns)
        found = [email.message_from_bytes(file.read_bytes(), policy=email.policy.default) for file in files]
        found = [one for one in found if one["To"] == address]
        if len(found) >= count:
            return found
        time.sleep(0.1)
    raise AssertionError(f"{address} did not get {count} messages")


def path_in(letter: EmailMessage, kind: str) -> str:
    """The address of a kind in a letter: the same in its words and in its HTML."""
    said, drawn = (letter.get_body((form,)).get_content() for form in ("plain", "html"))
    path = re.search(rf"/campus/letters/{kind}/\S+", said).group()
    assert f'{path}"' in drawn, drawn
    return path


def test_an_alert_and_its_withdrawal_reach_a_closed_browser(contexts: Contexts, station: Station):
    page = visitor(contexts)
    with_subscription(page, station)
    page.goto("/campus/alerts")
    page.locator(f"{BROWSER} > summary").click()
    page.locator("[data-state=off] button").click()
    expect(page.locator(".flash")).to_contain_text("ora riceve gli avvisi")
    page.close()

    office = contexts.page("campus-alerts")
    publish(office, "Porta di prova")
    headers, body = station.calls.get(timeout=30)
    told = station.read(body)
    assert told["title"] == "Porta di prova" and told["tag"] == headers["Topic"] and told["url"].startswith("/campus/alerts/")
    office.locator("form[action$='/withdrawal'] button").first.click()
    expect(message(office)).to_be_visible()
    again, body = station.calls.get(timeout=30)
    ended = station.read(body)
    assert ended["title"] == "RITIRATO: Porta di prova" and again["Topic"] == headers["Topic"] and ended["url"] == "/campus/alerts"
    # What became of it is noted once the push service has answered for all.
    noted, end = office.get_by_text("Notifiche del ritiro: 0 in attesa, 1 inviate"), time.monotonic() + 30
    while not noted.count() and time.monotonic() < end:
        office.reload()
    expect(noted).to_be_visible()


def test_an_address_is_confirmed_gets_an_alert_and_leaves_without_script(contexts: Contexts, server: Server):
    page = visitor(contexts, script=False)
    page.goto("/campus/alerts")
    page.locator(f"{MAIL} > summary").click()
    page.locator("[name=email]").fill("anna@example.org")
    page.locator(f"{MAIL} button").click()
    expect(page.locator(".flash")).to_contain_text("Se l’indirizzo è giusto")
    page.goto(path_in(letters(server, "anna@example.org", 1)[0], "confirmations"))
    page.locator("main form button.primary").click()
    expect(page.locator("h1")).to_have_text("Indirizzo confermato")

    publish(contexts.page("campus-alerts"), "Aula di prova")
    letter = letters(server, "anna@example.org", 2)[1]
    assert letter["Subject"].startswith("Aula di prova · ") and letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    leaving = path_in(letter, "leaving")
    assert letter["List-Unsubscribe"] == f"<{server.address}{leaving}>"
    page.goto(leaving)
    page.locator("main form button.primary").click()
    expect(page.locator("h1")).to_have_text("Fatto")
    page.goto("/campus/mine")
    expect(page.locator("main")).not_to_contain_text("anna@example.org")


@pytest.mark.parametrize("language, colours", [("it", "light"), ("en", "dark")])
def test_the_part_where_a_visitor_asks(contexts: Contexts, station: Station, language: str, colours: str):
    page = visitor(contexts, locale={"it": "it-IT", "en": "en-GB"}[language], color_scheme=colours, reduced_motion="reduce")
    with_subscription(page, station)
    page.goto("/campus/alerts")
    page.locator(f"{BROWSER} > summary").click()
    page.locator("[data-state=off] button").click()
    expect(page.locator(".flash")).to_be_visible()
    page.goto("/campus/alerts")
    for summary in page.locator("#tell summary").all():
        summary.click()
    expect(page.locator("[data-state=on]")).to_be_visible()
    document = Document(page.content(), page.url)
    problems = [*checks.language(document, language), *checks.outline(document), *checks.accessibility(page), *checks.narrow(page)]
    assert not problems, "\n".join(problems)
