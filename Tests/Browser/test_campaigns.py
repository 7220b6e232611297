"""A campaign from its questionnaire to its report: the secretary's walk, a student's on a phone without script, and results that are looked at."""

import re

from playwright.sync_api import Page, expect

import checks
from conftest import Contexts
from forms import button, control, record_form, save
from portico import TEXTS

IT = TEXTS["it"]
DESK = "/admin/questionnaires/questionnaires"
CAMPAIGNS = "/admin/questionnaires/campaigns"
PHONE = {"width": 360, "height": 740}
WRITTEN = """# Il corso
## Il corso
? q1 singleAcross! Le lezioni sono chiare?
tag satisfaction
- a1 No = 1
- a2 Così così = 2
- a3 Sì = 3
? q2 text Che cosa cambieresti?
"""


def choose(page: Page, name: str, label: str) -> None:
    """A record of another list: from a short list, or by its name."""
    field = record_form(page).locator(f"select[name='{name}'], [name='{name}.find']").first
    if field.evaluate("field => field.tagName") == "SELECT":
        field.select_option(label=label)
    else:
        field.fill(label)


def results(page: Page, version: int) -> str:
    page.goto(DESK)
    page.get_by_role("link", name="Il tuo giudizio sul corso").click()
    page.locator("a[href$='/results']").first.click()
    address = f"{page.url.split('?')[0]}?version={version}"
    page.goto(address)
    return address


def test_a_campaign_from_its_questionnaire_to_the_report(contexts: Contexts):
    office = contexts.page("secretary", script=False)
    office.goto(f"{DESK}/new")
    control(office, "name").fill("Lezioni del semestre")
    control(office, "code").fill("LEZIONI")
    control(office, "repetition").select_option("activity")
    save(office)
    office.goto(DESK)
    office.get_by_role("link", name="Lezioni del semestre").click()
    office.locator(".side a[href$='/structure'], main a[href$='/structure']").first.click()
    button(office, "begin").click()
    address = office.url.split("#")[0].split("?")[0]
    # Built, checked, published.
    office.goto(address + "/text")
    office.locator("textarea[name=text]").fill(WRITTEN)
    office.locator(".savebar .primary").click()
    office.goto(address)
    expect(office.locator(".notice.bad")).to_have_count(0)
    button(office, "activate").click()
    expect(office.locator("main")).to_contain_text(IT("questionnaires.design.states.active"))
    # The campaign: a semester, until a day that is far away.
    office.goto(f"{CAMPAIGNS}/new")
    control(office, "name").fill("Lezioni 2026/27")
    choose(office, "questionnaire", "Lezioni del semestre")
    choose(office, "year", "2026/2027")
    control(office, "term").select_option("firstSemester")
    record_form(office).locator("[name=opening][value=dates]").check()
    control(office, "closes").fill("2090-05-17T10:30")
    control(office, "reminder").fill("7")
    save(office)
    expect(office.locator("main")).to_contain_text("Reti di calcolatori")
    overview = office.url
    # A student answers on a phone, without script.
    page = contexts.page("student", script=False, viewport=PHONE)
    page.goto("/questionnaires")
    page.locator("li", has_text="Lezioni del semestre").filter(has_text="Reti di calcolatori").get_by_role("link").first.click()
    page.locator(".actions .primary").click()
    page.locator("tr.question input, fieldset input[type=radio]").nth(2).check()
    page.locator("textarea, input[type=text]").last.fill("Più esempi")
    assert list(checks.narrow(page)) == []
    button(page, "next").click()
    page.get_by_role("button", name=IT("questionnaires.fill.send")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(IT("questionnaires.fill.thanks"))
    # The rate counts all who can answer; the report draws it, and shows no result of few.
    office.goto(overview)
    expect(office.locator("main")).to_contain_text(re.compile(r"Risposte: 1 su \d+ possibili"))
    office.get_by_role("link", name=IT("questionnaires.campaigns.overview.board")).click()
    expect(office.locator("#rates-title")).to_be_visible()
    expect(office.locator("main")).to_contain_text(IT("questionnaires.campaigns.overview.hidden"))
    office.emulate_media(media="print")
    expect(office.locator(".paper .actions")).to_be_hidden()


def test_results_of_many_questions_are_short_on_a_phone(contexts: Contexts, script: bool):
    page = contexts.page("secretary", script=script, viewport=PHONE)
    results(page, 1)
    assert page.locator(".result").count() >= 12
    assert page.evaluate("document.scrollingElement.scrollHeight") < 5_000
    assert list(checks.narrow(page)) == []
    contents = page.locator("nav.contents")
    contents.locator("summary").click()
    contents.get_by_role("link").last.click()
    expect(page.locator(".result .result-title").last).to_be_in_viewport()


def test_each_question_is_one_bar_that_opens(contexts: Contexts, script: bool):
    page = contexts.page("secretary", script=script)
    results(page, 1)
    assert page.locator(".result").count() == 16
    assert page.evaluate("document.scrollingElement.scrollHeight") < 3_000
    # Bars compare because they begin and end at the same places.
    edges = {(box["x"], box["width"]) for box in (bar.bounding_box() for bar in page.locator(".result-strip").all())}
    assert len(edges) == 1
    row = page.locator(".result-row", has_text="Il carico di studio").first
    expect(row.locator(".bars")).to_be_hidden()
    row.locator("summary").first.click()
    expect(row.locator(".bars")).to_be_visible()
    expect(row.locator("dl.facts")).to_be_visible()


def test_paper_shows_what_is_folded_without_script(contexts: Contexts):
    page = contexts.page("secretary", script=False)
    results(page, 1)
    page.emulate_media(media="print")
    expect(page.locator(".result .bars").first).to_be_visible()
    expect(page.locator("#profile-title")).to_be_visible()



def test_charts_are_files_and_two_questions_are_crossed(contexts: Contexts):
    page = contexts.page("secretary")
    address = results(page, 1)
    for ending, begins in [("", b"<?xml"), ("&format=png", b"\x89PNG")]:
        file = page.request.get(address + "&chart=profile" + ending)
        assert file.body().startswith(begins), file.headers
    page.goto(address.replace("?", "/cross?"))
    form = page.locator("main form")
    form.locator("select[name=rows]").select_option(label="Il carico di studio è adeguato ai crediti")
    form.locator(".primary").click()
    form.locator("select[name=columns]").select_option(label="Il materiale didattico è adeguato")
    form.locator(".primary").click()
    expect(page.locator("table.figures, .notice.info").first).to_be_visible()
    assert list(checks.narrow(page)) == []
