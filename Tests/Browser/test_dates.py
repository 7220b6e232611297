"""Days in the page's language: typed in a plain field, or chosen in a calendar that works by keyboard."""

import re

from playwright.sync_api import expect

from conftest import Contexts
from forms import control, message, save

PRODUCT = "/admin/house/products/1"
SHOWN = "schedule.until"


def test_a_day_is_typed_as_the_page_writes_it(contexts: Contexts, script: bool):
    educator = contexts.page("educator", script=script)
    educator.goto(PRODUCT)
    expect(control(educator, SHOWN)).to_have_attribute("placeholder", "gg/mm/aaaa hh:mm")
    control(educator, SHOWN).fill("17 maggio")
    save(educator)
    expect(control(educator, SHOWN)).to_have_value("17 maggio")
    expect(control(educator, SHOWN)).to_have_attribute("aria-invalid", "true")
    control(educator, SHOWN).fill("17/5/2031 9.30")
    save(educator)
    expect(message(educator)).to_be_visible()
    educator.goto(PRODUCT)
    expect(control(educator, SHOWN)).to_have_value("17/05/2031 09:30")
    control(educator, SHOWN).fill("")
    save(educator)
    expect(message(educator)).to_be_visible()


def test_the_calendar_works_by_keyboard(contexts: Contexts):
    educator = contexts.page("educator")
    educator.goto(PRODUCT)
    field = control(educator, SHOWN)
    field.fill("31/01/2031 09:30")
    opener = field.locator("xpath=following-sibling::button")
    opener.focus()
    educator.keyboard.press("Enter")
    calendar = educator.locator(".day-picker")
    expect(calendar.locator("[aria-live]")).to_have_text("gennaio 2031")
    expect(calendar.locator("[data-day='2031-01-31']")).to_be_focused()
    educator.keyboard.press("PageDown")
    expect(calendar.locator("[data-day='2031-02-28']")).to_be_focused()
    educator.keyboard.press("ArrowRight")
    expect(calendar.locator("[data-day='2031-03-01']")).to_be_focused()
    educator.keyboard.press("Enter")
    expect(calendar).to_have_count(0)
    expect(field).to_have_value("01/03/2031 09:30")
    expect(field).to_be_focused()
    opener.click()
    educator.keyboard.press("Escape")
    expect(calendar).to_have_count(0)
    expect(opener).to_be_focused()


def test_a_wrong_day_of_a_search_is_said_at_the_field(contexts: Contexts, script: bool):
    page = contexts.new(None, script=script).new_page()
    page.goto("/campus/events?from=boh")
    expect(page.locator("#from")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#from-error")).to_have_text(re.compile(r"\w"))
