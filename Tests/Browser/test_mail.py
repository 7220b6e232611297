"""Mail from the settings to a forgotten password, on a telephone, in both languages."""

import re
import time
from collections.abc import Iterator
from email.message import EmailMessage

import pytest
from playwright.sync_api import Page, expect

from conftest import Contexts, choose_language, sign_in
from forms import message
from mail_station import MailStation
from portico import DEMO_PASSWORD, TEXTS, demo_accounts

ADMIN = demo_accounts()[0]
PHONE = {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def mail() -> Iterator[MailStation]:
    station = MailStation()
    yield station
    station.stop()


def phone(contexts: Contexts, language: str, **options) -> Page:
    page = contexts.page(None, locale=f"{language}-IT", **options)
    page.set_viewport_size(PHONE)
    return page


def link_in(letter: EmailMessage, start: str) -> str:
    """The address in a message: the same in its words and in its HTML."""
    said, drawn = (letter.get_body((form,)).get_content() for form in ("plain", "html"))
    link = re.search(rf"{re.escape(start)}\S+", said).group()
    assert f'href="{link}"' in drawn, drawn
    return link


def fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), page.url


def choose_mail(page: Page, port: int) -> None:
    page.goto("/admin/site/mail")
    page.locator("[name=way][value=smtp]").check()
    page.locator("[name=host]").fill("127.0.0.1")
    page.locator("[name=port]").fill(str(port))
    page.locator("[name=security]").select_option("none")
    page.locator("[name=senderName]").fill("Casa Serena")
    page.locator("[name=sender]").fill("portico@example.org")
    page.locator("main form.record button.primary").click()


def speak(page: Page, language: str) -> None:
    """Chooses the language of the page, which is an account's own once it has signed in."""
    if page.locator("html").get_attribute("lang") == language:
        return
    choose_language(page, {"it": "Italiano", "en": "English"}[language])
    expect(page.locator("html")).to_have_attribute("lang", language)


# The second one begins with the password of the first.
@pytest.mark.parametrize("language, script, before", [
    ("it", True, DEMO_PASSWORD), ("en", False, "quattro mele sul tavolo it")], ids=["Italian, with script", "English, without script"])
def test_a_forgotten_password_is_replaced_by_mail(contexts: Contexts, mail: MailStation, language: str, script: bool, before: str):
    words, server, new = TEXTS[language], contexts.server.address, f"quattro mele sul tavolo {language}"
    address = f"capo-{language}@example.org"
    page = phone(contexts, language, script=script)
    sign_in(page, ADMIN, before)
    speak(page, language)

    choose_mail(page, mail.port)
    expect(message(page)).to_have_text(words("mail.saved"))
    fits(page)

    page.goto("/admin/account")
    page.locator("[name=email]").fill(address)
    page.locator("[name=emailPassword]").fill(before)
    page.locator("[name=emailPassword]").press("Enter")
    expect(message(page)).to_be_visible()
    fits(page)
    page.goto(link_in(mail.letter(words("mail.accounts.confirmation.subject").split("{")[0]), f"{server}/sign-in/addresses/"))
    fits(page)
    page.locator("main form button.primary").click()
    expect(page.locator("h1")).to_have_text(words("accounts.email.link.done.heading"))

    page.goto("/admin/site/mail")
    page.locator("form[action$='/trials'] button").click()
    letter = mail.letter(words("mail.trial.subject").split("{")[0])
    assert letter["From"] == "Casa Serena <portico@example.org>" and letter["To"] == address
    outcome, end = page.locator("#trial-state .notice.good"), time.monotonic() + 30
    while not outcome.count() and time.monotonic() < end:
        page.reload()
    expect(outcome).to_contain_text(f"127.0.0.1:{mail.port}")
    mail.refusal = "550 5.1.1 no such person"
    page.locator("form[action$='/trials'] button").click()
    refused, end = page.locator("#trial-state .notice.bad"), time.monotonic() + 30
    while not refused.count() and time.monotonic() < end:
        page.reload()
    expect(refused).to_contain_text(mail.refusal)
    mail.refusal = ""

    visitor = phone(contexts, language, script=script)
    visitor.goto("/sign-in")
    visitor.get_by_role("link", name=words("signIn.forgotten")).click()
    fits(visitor)
    visitor.locator("[name=who]").fill(address.upper())
    visitor.locator("main form button.primary").click()
    expect(visitor.locator(".notice.good p")).to_have_text(words("forgotten.sent"))
    visitor.goto(link_in(mail.letter(words("mail.accounts.forgotten.subject").split("{")[0]), f"{server}/welcome/"))
    for field in ("password", "passwordAgain"):
        visitor.locator(f"[name={field}]").fill(new)
    visitor.locator("main form button.primary").click()
    sign_in(visitor, ADMIN, new)
    expect(visitor.locator("h1")).to_be_visible()
    mail.letter(words("mail.accounts.passwordChanged.subject").split("{")[0])
    # The other session has ended.
    page.goto("/admin")
    expect(page).to_have_url(re.compile("/sign-in"))
