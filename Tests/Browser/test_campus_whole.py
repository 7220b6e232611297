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
    make(editor, "registry/people", name="Nina Onderivo", givenName="Nina", surname="Onderivo")
    make(editor, "registry/degrees", name="Ecologia di laguna", department="Scienze ambientali", years="3")
    make(editor, "registry/courses", code="EB02", name="Maree e velme", degree="Ecologia di laguna", credits="6")
    make(editor, "registry/activities", code="EB02-2026", course="EB02", year="2026/2027", teachers="Nina Onderivo")
    make(editor, "campus/buildings", name="Edificio Ondina", code="ED98", type="Sedi", place="45.45, 12.44")
    make(editor, "campus/areas", name="Aula Ondina", building="Edificio Ondina", type="Aule")
    make(editor, "campus/timetables", slots=True, code="EB02-2026", activity="EB02-2026", slots__0__weekday="Lunedì",
         slots__0__begins="07:00", slots__0__ends="08:00", slots__0__area="Aula Ondina")
    make(editor, "campus/events", title="Festa della velma", calendar="Eventi di ateneo", starts=f"{monday}T18:00", ends=f"{monday}T20:00",
         building="Edificio Ondina")
    make(editor, "campus/alerts", title="Galosce a lezione", translations__en__title="Boots for the lecture", category="Didattica", courses="EB02")
    editor.goto("/admin/campus/alerts?q=galosce")
    editor.locator("tbody a", has_text="Galosce a lezione").click()
    alert = editor.url.split("?")[0]
    editor.locator("a[href$='/publication']").first.click()
    editor.locator("form[action$='/bulletins'] button.primary").click()
    expect(message(editor)).to_be_visible()

    # The lecturer by surname, from there the course, and the course among one's own.
    page = contexts.page(None)
    page.set_viewport_size(PHONE)
    page.goto("/campus")
    unread = int(page.locator(".campus-tiles .unread").inner_text())
    page.goto("/campus/people")
    page.fill("[name=q]", "onderivo")
    page.press("[name=q]", "Enter")
    page.locator(".hit", has_text="Nina Onderivo").click()
    page.locator(".hit", has_text="Maree e velme").click()
    page.locator("button", has_text="Aggiungi ai miei insegnamenti").click()
    expect(page.locator(".flash")).to_contain_text("tra i tuoi insegnamenti")
    page.goto(f"/campus/agenda?view=day&date={monday}")
    lesson = page.locator(".agenda-item", has_text="Maree e velme")
    expect(lesson).to_contain_text("07:00–08:00")
    expect(lesson).to_contain_text("Aula Ondina")
    page.goto("/campus/mine")
    expect(page.locator(".hit", has_text="Nina Onderivo").first).to_be_visible()

    # The alert is for those who follow the course: now it is counted too, and leads to the course.
    page.goto("/campus")
    expect(page.locator(".campus-tiles .unread")).to_have_text(str(unread + 1))
    page.locator(".campus-tiles a[href='/campus/alerts']").click()
    page.locator(".alert-item:has(.badge.good) h2 a", has_text="Galosce a lezione").click()
    shown = page.url
    page.locator(".facts a", has_text="Maree e velme").click()
    expect(page.locator("h1")).to_have_text("Maree e velme")

    # The place on the plan and in the list, and from it what takes place there.
    page.goto("/campus/places")
    address = page.locator(".hit", has_text="Edificio Ondina").get_attribute("href")
    expect(page.locator(f".scatter a[href='{address}']")).to_have_count(1)
    page.goto(address)
    page.locator(".agenda-item a", has_text="Festa della velma").click()
    file = page.request.get(page.locator("a[href$='.ics']").first.get_attribute("href")).body()
    event = icalendar.Calendar.from_ical(file).walk("VEVENT")[0]
    assert event["SUMMARY"] == "Festa della velma" and "Edificio Ondina" in event["LOCATION"]

    # The same for programs; what is deleted is gone everywhere.
    def answer(path: str) -> dict:
        return page.request.get(f"/campus/api/v1/{path}").json()

    for path, said in [
        ("people?surname=onderivo", "Onderivo"), ("courses/EB02", "Maree e velme"), ("degrees", "Ecologia di laguna"),
        ("buildings", "Edificio Ondina"), (f"events?q=velma&from={monday}", "Festa della velma"), ("alerts", "Galosce a lezione"),
    ]:
        assert said in json.dumps(answer(path), ensure_ascii=False), path
    sync = answer("sync")
    while sync["more"]:
        sync = answer(f"sync?since={sync['next']}")
    editor.goto(f"{alert}/deletion")
    editor.locator("main form[action$='/deletion'] button").first.click()
    expect(message(editor)).to_be_visible()
    for path in ["", "/alerts", "/alerts.atom", "/alerts.json", "/api/v1/alerts"]:
        assert "Galosce a lezione" not in page.request.get(f"/campus{path}").text(), path
    assert page.request.get(shown).status == 410
    assert {"kind": "alert", "id": int(shown.split("/")[-1])} in answer(f"sync?since={sync['next']}")["removed"]
