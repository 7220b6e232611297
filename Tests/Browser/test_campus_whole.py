"""The definition of "the whole system works": an editor makes everything by the forms of the back office, a visitor without an account finds it
on a telephone, and what is taken back is gone everywhere."""

import datetime
import json

import icalendar
from playwright.sync_api import Page, expect

from conftest import Contexts
from forms import control, message, save

PHONE = {"width": 360, "height": 740}


def make(editor: Page, resource: str, slots: bool = False, **typed: str) -> None:
    """Fills the form of a new record: a name is typed where there is a finder, chosen where there is a list."""
    editor.goto(f"/admin/{resource}/new")
    if slots:
        editor.locator("button[name=act][value='slots.add']").click()
    for name, value in typed.items():
        name = name.replace("__", ".")
        finder = control(editor, f"{name}.find")
        if finder.count():
            finder.fill(value)
        elif (field := control(editor, name).first).evaluate("field => field.tagName") == "SELECT":
            field.select_option(label=value)
        else:
            field.fill(value)
    save(editor)
    expect(message(editor)).to_be_visible()


def test_what_an_editor_makes_a_visitor_finds_and_what_is_taken_back_is_gone(contexts: Contexts):
    editor = contexts.page("admin", script=False)
    monday = datetime.date.today() + datetime.timedelta(days=14 - datetime.date.today().weekday())
    make(editor, "registry/people", name="Nina Onderiva", givenName="Nina", surname="Onderiva")
    make(editor, "registry/degrees", name="Ecologia delle barene", department="Scienze ambientali", years="3")
    make(editor, "registry/courses", code="EB01", name="Maree e barene", degree="Ecologia delle barene", credits="6")
    make(editor, "registry/activities", code="EB01-2026", course="EB01", year="2026/2027", teachers="Nina Onderiva")
    make(editor, "campus/buildings", name="Edificio Onda", code="ED99", type="Sedi", place="45.41, 12.29")
    make(editor, "campus/areas", name="Aula Onda", building="Edificio Onda", type="Aule")
    make(editor, "campus/timetables", slots=True, code="EB01-2026", activity="EB01-2026", slots__0__weekday="lunedì",
         slots__0__begins="07:00", slots__0__ends="08:00", slots__0__area="Aula Onda")
    make(editor, "campus/events", title="Festa della marea", calendar="Eventi di ateneo", starts=f"{monday}T18:00", ends=f"{monday}T20:00",
         building="Edificio Onda")
    make(editor, "campus/alerts", title="Stivali a lezione", titleEn="Boots for the lecture", category="Didattica", courses="EB01")
    editor.goto("/admin/campus/alerts?q=stivali")
    editor.locator("tbody a", has_text="Stivali a lezione").click()
    alert = editor.url.split("?")[0]
    editor.locator("a[href$='/publication']").first.click()
    editor.locator("form[action$='/bulletins'] button").click()
    expect(message(editor)).to_be_visible()

    # The lecturer by surname, from there the course, and the course among one's own.
    page = contexts.page(None)
    page.set_viewport_size(PHONE)
    page.goto("/campus/people")
    page.fill("[name=q]", "onderiva")
    page.press("[name=q]", "Enter")
    page.locator(".hit", has_text="Nina Onderiva").click()
    page.locator(".hit", has_text="Maree e barene").click()
    page.locator("button", has_text="Aggiungi ai miei insegnamenti").click()
    expect(page.locator(".flash")).to_contain_text("tra i tuoi insegnamenti")
    page.goto(f"/campus/agenda?view=day&date={monday}")
    lesson = page.locator(".agenda-item", has_text="Maree e barene")
    expect(lesson).to_contain_text("07:00–08:00")
    expect(lesson).to_contain_text("Aula Onda")
    page.goto("/campus/mine")
    expect(page.locator(".hit", has_text="Nina Onderiva").first).to_be_visible()

    # The alert is counted, and leads to the course.
    page.goto("/campus")
    expect(page.locator(".campus-tiles .unread")).to_have_text("1")
    page.locator(".campus-tiles a[href='/campus/alerts']").click()
    page.locator(".alert-item:has(.badge.good) h2 a", has_text="Stivali a lezione").click()
    shown = page.url
    page.locator(".facts a", has_text="Maree e barene").click()
    expect(page.locator("h1")).to_have_text("Maree e barene")

    # The place on the plan and in the list, and from it what takes place there.
    page.goto("/campus/places")
    address = page.locator(".hit", has_text="Edificio Onda").get_attribute("href")
    expect(page.locator(f".scatter a[href='{address}']")).to_have_count(1)
    page.goto(address)
    page.locator(".agenda-item a", has_text="Festa della marea").click()
    file = page.request.get(page.locator("a[href$='.ics']").first.get_attribute("href")).body()
    event = icalendar.Calendar.from_ical(file).walk("VEVENT")[0]
    assert event["SUMMARY"] == "Festa della marea" and "Edificio Onda" in event["LOCATION"]

    # The same for programs; what is deleted is gone everywhere.
    def answer(path: str) -> dict:
        return page.request.get(f"/campus/api/v1/{path}").json()

    for path, said in [
        ("people?surname=onderiva", "Onderiva"), ("courses/EB01", "Maree e barene"), ("degrees", "Ecologia delle barene"),
        ("buildings", "Edificio Onda"), (f"events?q=marea&from={monday}", "Festa della marea"), ("alerts", "Stivali a lezione"),
    ]:
        assert said in json.dumps(answer(path), ensure_ascii=False), path
    sync = answer("sync")
    while sync["more"]:
        sync = answer(f"sync?since={sync['next']}")
    editor.goto(f"{alert}/deletion")
    editor.locator("main form[action$='/deletion'] button").first.click()
    expect(message(editor)).to_be_visible()
    for path in ["", "/alerts", "/alerts.atom", "/alerts.json", "/api/v1/alerts"]:
        assert "Stivali a lezione" not in page.request.get(f"/campus{path}").text(), path
    assert page.request.get(shown).status == 410
    assert {"kind": "alert", "id": int(shown.split("/")[-1])} in answer(f"sync?since={sync['next']}")["removed"]
