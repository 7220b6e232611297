"""Campus: a fresher's first day, with clicks only on a telephone."""

import icalendar
from playwright.sync_api import expect

from conftest import Contexts

PHONE = {"width": 360, "height": 740}


def test_a_fresher_finds_the_next_lesson_the_exam_and_the_calendar(contexts: Contexts):
    page = contexts.page(None)
    page.set_viewport_size(PHONE)
    page.goto("/campus")
    # Three touches: to the degrees, a degree, a whole year of it.
    page.locator(".now a[href='/campus/degrees']").click()
    page.locator("main .hit").first.click()
    degree = page.url
    page.locator("form[action='/campus/mine/years'] button").first.click()
    expect(page.locator(".flash")).to_be_visible()
    expect(page.locator("h2#now")).to_be_visible()
    # The answer, or that there is none in the next two weeks, is on the first screen without a touch.
    answer = page.locator(".now .card, .now .quiet").first
    expect(answer).to_be_visible()
    # The exams of a course are on its page, and its calendar is subscribed to with two touches.
    page.goto(degree)
    page.locator("main .hit").first.click()
    page.locator(".subscribe > summary").click()
    link = page.locator(".subscribe a[href^='webcal:']")
    expect(link).to_be_visible()
    file = page.request.get("http" + link.get_attribute("href").removeprefix("webcal")).body()
    assert icalendar.Calendar.from_ical(file).name == "VCALENDAR"


def test_free_rooms_are_found_without_script(contexts: Contexts):
    page = contexts.page(None, script=False)
    page.set_viewport_size(PHONE)
    page.goto("/campus/places")
    page.locator("a[href='/campus/rooms']").click()
    expect(page.locator("p[role=status]")).to_be_visible()
    page.select_option("[name=for]", "120")
    page.locator("form[action='/campus/rooms'] button.primary").click()
    expect(page.locator("[name=for]")).to_have_value("120")
