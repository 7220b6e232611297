"""Comes in as a guest of the first house, as people do: an educator joins the device, the guest touches his picture."""

from playwright.sync_api import Page

import checks
from conftest import Contexts
from portico import demo_accounts

EDUCATOR = next(name for name in demo_accounts() if name == "educator")


def until(page: Page, condition: str) -> None:
    """Waits for something of the page's scripts, which may be a promise. The content policy forbids Playwright's own way of asking again and again."""
    page.evaluate(f"""new Promise((done, fail) => {{
        const end = Date.now() + 30000;
        const look = async () => await ({condition}) ? done()
            : Date.now() > end ? fail(new Error({condition!r} + ' did not become true')) : setTimeout(() => look().catch(fail), 50);
        look().catch(fail);
    }})""")


def look_at(page: Page, address: str) -> None:
    """Opens a page and waits until its scripts notice a touch: they are loaded when the page is there."""
    page.goto(address)
    until(page, "performance.getEntriesByType('resource').some(one => one.name.endsWith('/living/swap.js'))")
    checks.wait_until_quiet(page)


def pair(educator: Page, device: Page) -> None:
    """Joins a browser to the house that the educator looks at."""
    educator.goto("/admin/house/living")
    educator.locator("form[action$='/pairing'] button").click()
    code = educator.locator(".pairing-code").inner_text()
    device.goto("/house/device")
    device.locator("[name=code]").fill(code)
    device.locator("main form button").click()
    device.wait_for_url("**/house")


def come_in(device: Page, name: str) -> None:
    device.goto("/house")
    device.locator("a.tile", has_text=name).click()
    device.locator(".enter form button").first.click()
    device.wait_for_url("**/house/home")


def guest(contexts: Contexts, name: str, *, script: bool = True, **options) -> Page:
    """A page of a guest who has come in."""
    device = contexts.page(script=script, **options)
    pair(contexts.page(EDUCATOR), device)
    come_in(device, name)
    return device
