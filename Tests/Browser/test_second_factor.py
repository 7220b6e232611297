"""Second factors: codes of an app, recovery codes, passkeys of Chromium's virtual authenticator, trusted devices."""

import base64
import hashlib
import hmac
import re
import struct
import time

import pytest
from playwright.sync_api import Page, expect

from conftest import Contexts, sign_in
from forms import message
from portico import DEMO_PASSWORD, TEXTS, demo_accounts

FACTORS = "/admin/account/factors"
IT = TEXTS["it"]


def code(secret: str, steps: int = 0) -> str:
    """RFC 6238, `steps` half minutes from now."""
    key = base64.b32decode(secret)
    mac = hmac.new(key, struct.pack(">Q", int(time.time()) // 30 + steps), hashlib.sha1).digest()
    offset = mac[-1] & 15
    return f"{(struct.unpack('>I', mac[offset:offset + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"


def set_up_app(page: Page) -> tuple[str, list[str]]:
    """Gives the secret and the recovery codes."""
    page.goto(FACTORS)
    page.get_by_role("button", name=IT("factors.app.add")).click()
    page.locator("details:has(.secret) > summary").click()
    secret = page.locator(".secret code").inner_text().replace(" ", "")
    # The code before this one: each counts once, and the next sign-in needs another.
    page.locator("[name=code]").fill(code(secret, -1))
    page.get_by_role("button", name=IT("factors.app.confirm")).click()
    expect(page.locator(".codes code")).to_have_count(10)
    return secret, page.locator(".codes code").all_inner_texts()


def begin(page: Page, account: str) -> None:
    page.goto("/sign-in")
    page.locator("#content [name=name]").fill(account)
    page.locator("[name=password]").fill(DEMO_PASSWORD)
    page.locator("[name=password]").press("Enter")


def test_an_app_and_a_recovery_code(contexts: Contexts, script: bool):
    account = demo_accounts()[1 if script else 2]
    page = contexts.page(account, script=script)
    secret, codes = set_up_app(page)

    other = contexts.page(script=script)
    begin(other, account)
    expect(other).to_have_url(re.compile("/sign-in/factor"))
    other.goto("/admin")
    expect(other).to_have_url(re.compile(r"/sign-in\?"))
    other.goto("/sign-in/factor")
    other.locator("#code").fill("000000")
    other.locator("#code").press("Enter")
    expect(other.locator("[role=alert]")).to_be_visible()
    other.locator("#code").fill(code(secret))
    other.get_by_label(IT("factors.step.trust")).check()
    other.locator("#code").press("Enter")
    expect(other.locator("h1")).to_be_visible()
    expect(other).to_have_url(re.compile("/admin$"))

    # A trusted device is not asked again, until it is removed.
    other.context.clear_cookies(name="portico")
    begin(other, account)
    expect(other).to_have_url(re.compile("/admin$"))
    other.goto(FACTORS)
    other.get_by_role("button", name=IT("factors.devices.removeAll")).click()
    expect(message(other)).to_be_visible()
    other.context.clear_cookies(name="portico")
    begin(other, account)
    other.locator("main details > summary").click()
    other.locator("#recovery").fill(codes[0])
    other.locator("#recovery").press("Enter")
    expect(message(other)).to_contain_text("9")


@pytest.fixture
def localhost(contexts: Contexts) -> Page:
    """Passkeys need a name instead of a number, and a browser with an authenticator."""
    address = contexts.server.address.replace("127.0.0.1", "localhost")
    context = contexts.new(base_url=address)
    contexts.open[-1][1].address = address
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True, "automaticPresenceSimulation": True}})
    return page


def test_without_script_a_passkey_is_explained(contexts: Contexts):
    address = contexts.server.address.replace("127.0.0.1", "localhost")
    context = contexts.new(base_url=address, script=False)
    contexts.open[-1][1].address = address
    page = context.new_page()
    sign_in(page, demo_accounts()[0])
    page.goto(FACTORS)
    expect(page.get_by_text(IT("factors.passkeys.noScript"))).to_be_visible()
    expect(page.get_by_role("button", name=IT("factors.passkeys.add"))).to_have_count(0)


def test_a_passkey(contexts: Contexts, localhost: Page):
    page, account = localhost, demo_accounts()[0]
    sign_in(page, account)
    page.goto(FACTORS)
    page.locator("#f-name").fill("Il mio telefono")
    page.get_by_role("button", name=IT("factors.passkeys.add")).click()
    expect(page.locator(".codes code")).to_have_count(10)
    page.get_by_role("link", name=IT("factors.codes.kept")).click()
    expect(page.locator(".factor-list input[name=name]")).to_have_value("Il mio telefono")

    # The same device has no second one, and says why.
    page.get_by_role("button", name=IT("factors.passkeys.add")).click()
    expect(page.locator("form[data-passkey] [role=status]")).to_have_text(IT("factors.passkeys.taken"))

    # Without a name.
    page.context.clear_cookies()
    page.goto("/sign-in?next=/admin/account")
    page.get_by_role("button", name=IT("factors.passkeys.signIn")).click()
    # The page before carries this address in its question.
    page.wait_for_url(re.compile(r"^[^?]+/admin/account$"))

    # As the second step.
    page.context.clear_cookies()
    begin(page, account)
    expect(page).to_have_url(re.compile("/sign-in/factor"))
    page.get_by_role("button", name=IT("factors.step.passkey")).click()
    page.wait_for_url(re.compile("/admin$"))

    page.goto(FACTORS)
    page.locator(".factor-list").get_by_role("button", name=IT("factors.passkeys.remove")).click()
    expect(message(page)).to_contain_text("Il mio telefono")
    expect(page.locator(".factor-list")).to_have_count(0)
