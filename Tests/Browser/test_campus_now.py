"""Campus: a fresher's first day, with clicks only on a telephone."""

import icalendar
from playwright.sync_api import Locator, expect

from conftest import Contexts

PHONE = {"width": 360, "height": 740}


class Taps:
    """Counts what a finger does, from the first page on."""

    def __init__(self):
        self.count = 0

    def __call__(self, target: Locator):
        self.count += 1
        target.click()


def test_a_fresher_finds_the_next_lesson_the_exam_and_the_calendar(contexts: Contexts):
    page = contexts.page(None)
    page.set_viewport_size(PHONE)
    page.goto("/campus")
    # To the degrees, a degree, a whole year of it.
    taps = Taps()
    taps(page.locator(".now a[href='/campus/degrees']"))
    taps(page.locator("main .hit").first)
    degree = page.url
    taps(page.locator("form[action='/campus/mine/years'] button").first)
    assert taps.count <= 3
    expect(page.locator(".flash")).to_be_visible()
    expect(page.locator("h2#now")).to_be_visible()
    # The next lesson with its room is on the first screen without a touch; the demonstration teaches until its year ends.
    answer = page.locator(".now .card, .now .quiet").first
    expect(answer).to_be_in_viewport()
    if page.locator(".now .card .acts").count():
        expect(page.locator(".now .card").first.locator("a[href^='/campus/areas/']")).to_be_visible()
    # The calendar of the phone: its button, and the link that opens it.
    taps = Taps()
    taps(page.locator(".now form[action='/campus/agenda/address'] button"))
    link = page.locator(".subscribe a[href^='webcal:']")
    expect(link).to_be_visible()
    assert taps.count + 1 <= 2
    file = page.request.get("http" + link.get_attribute("href").removeprefix("webcal")).body()
    assert icalendar.Calendar.from_ical(file).name == "VCALENDAR"
    # From then on too.
    page.goto("/campus")
    taps = Taps()
    taps(page.locator(".now a[href='/campus/agenda?subscribe=yes#subscribe']"))
    expect(page.locator(".subscribe a[href^='webcal:']")).to_be_visible()
    # The calendar of one course is on its page.
    page.goto(degree)
    page.locator("main .hit").first.click()
    page.locator(".subscribe > summary").click()
    expect(page.locator(".subscribe a[href^='webcal:']")).to_be_visible()
    # The date of an exam is the first answer of the search: the box and its button.
    course = page.locator("h1").inner_text()
    page.goto("/campus")
    taps = Taps()
    taps(page.locator("#q"))
    page.keyboard.type(f"prossimo esame di {course}")
    taps(page.locator("form[action='/campus/search'] button").first)
    assert taps.count <= 2
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
