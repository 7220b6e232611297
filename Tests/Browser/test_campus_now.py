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
    # The date of an exam is the first answer of the search: the box and Enter.
    course = page.locator("h1").inner_text()
    page.goto("/campus")
    page.fill("#q", f"prossimo esame di {course}")
    page.press("#q", "Enter")
    expect(page.locator(".search-answers .hit").first).to_be_visible()


def test_an_alert_leaves_in_three_touches(contexts: Contexts):
    editor = contexts.page("campus-alerts", script=False)
    editor.goto("/admin/campus/alert-templates/new")
    editor.fill("[name=name]", "Tre tocchi")
    editor.fill("[name=headline]", "Avviso in tre tocchi")
    editor.locator("select[name=category]").select_option(index=1)
    editor.locator("main button[name=act][value=save]:not([aria-hidden])").first.click()
    # One: the page; two: the template; three: its button. This template has no English text yet.
    editor.goto("/admin/campus/quick-alerts")
    editor.locator("main a", has_text="Tre tocchi").click()
    editor.fill("[name=titleEn]", "Alert in three touches")
    editor.locator("form[action='/admin/campus/quick-alerts'] button.primary").click()
    expect(editor.locator("main .flash")).to_contain_text("Avviso in tre tocchi")
    page = contexts.page(None, script=False)
    page.set_viewport_size(PHONE)
    page.goto("/campus/alerts")
    expect(page.locator("main")).to_contain_text("Avviso in tre tocchi")


def test_free_rooms_are_found_without_script(contexts: Contexts):
    page = contexts.page(None, script=False)
    page.set_viewport_size(PHONE)
    page.goto("/campus/places")
    page.locator("a[href='/campus/rooms']").click()
    expect(page.locator("p[role=status]")).to_be_visible()
    page.select_option("[name=for]", "120")
    page.locator("form[action='/campus/rooms'] button.primary").click()
    expect(page.locator("[name=for]")).to_have_value("120")
