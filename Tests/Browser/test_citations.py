"""Citations: a run from a pasted list and page, decisions with and without script, the lessons for everybody."""

import re

import pytest
from playwright.sync_api import Page, expect

from conftest import Contexts

LIST = "\n".join(["40\tGrape yields and rainfall in Tuscany\tG Rossi, P Neri\t2001",
                  "25\tSparse graph matching for image retrieval\tM Rossi, L Verdi\t2004",
                  "9\tFast edge detection with integral filters\tM Rossi, A Bianchi\t2006",
                  "3\tNotes on edge detection\tM Rossi\t1998"])
PAGE = ("<html><body><ul><li><b>Sparse graph matching for image retrieval</b></li>"
        "<li><b>Fast edge detection with integral filters.</b></li><li><b>Notes on edge detection</b></li></ul></body></html>")


def new_run(page: Page, name: str) -> None:
    page.goto("/admin/citations/new-run")
    page.fill("#newAuthor", f"Mario {name} Rossi")
    page.fill("#list", LIST)
    page.fill("#page", PAGE)
    page.locator("main form .primary").click()
    page.wait_for_url(re.compile(r"/admin/citations/runs/\d+/results"))


def wait_for_result(page: Page) -> None:
    """A person looks again until the job is done: an older result stands there meanwhile."""
    for _ in range(100):
        if page.locator(".h-index").count() and not page.locator("[data-poll]").count():
            return
        page.reload()
    pytest.fail("the run never ended")


@pytest.mark.parametrize("script", [True, False])
def test_a_run_says_its_index_and_a_decision_changes_it(contexts: Contexts, script: bool):
    page = contexts.page("researcher", script=script)
    page.set_viewport_size({"width": 360, "height": 740})
    new_run(page, "Uno" if script else "Due")
    wait_for_result(page)
    expect(page.locator(".h-index strong")).to_have_text("3")
    row = page.locator(".work", has_text="Grape yields")
    expect(row.locator(".badge").first).to_contain_text("non conta")
    row.locator("button[name=act][value=in]").click()
    expect(page.locator(".flash")).to_contain_text("h = 3")
    expect(row.locator(".badge").first).not_to_contain_text("non conta")
    assert re.search(r"#w\d+$", page.url)
    page.locator(".flash button", has_text="Annulla").click()
    expect(page.locator(".flash")).to_contain_text("annullata")
    expect(page.locator(".work", has_text="Grape yields").locator(".badge").first).to_contain_text("non conta")


def test_enter_on_a_ticked_work_decides_nothing(contexts: Contexts):
    page = contexts.page("researcher", script=False)
    new_run(page, "Tasti")
    wait_for_result(page)
    box = page.locator(".work", has_text="Grape yields").locator("input[type=checkbox]")
    box.check()
    box.press("Enter")
    page.goto(page.url)
    expect(page.locator(".work", has_text="Grape yields").locator(".badge").first).to_contain_text("non conta")
    expect(page.locator(".h-index strong")).to_have_text("3")


def test_many_works_stay_a_short_page_on_a_phone(contexts: Contexts):
    page = contexts.page("researcher", script=False)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/admin/citations/new-run")
    page.fill("#newAuthor", "Mario Lungo Rossi")
    page.fill("#list", "\n".join(f"{number}\tRivers of valley {number * 7919} and their stones\tM Rossi, L Verdi\t2004" for number in range(110)))
    page.locator("main form .primary").click()
    page.wait_for_url(re.compile(r"/admin/citations/runs/\d+/results"))
    wait_for_result(page)
    assert page.evaluate("document.scrollingElement.scrollHeight") < 6_000
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 360
    expect(page.locator(".work")).to_have_count(10)
    page.goto(page.url + "?size=50")
    expect(page.locator(".work")).to_have_count(50)


def test_open_answers_stay_a_short_page_on_a_phone(contexts: Contexts):
    page = contexts.page("researcher", script=False)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/admin/citations/new-run")
    page.fill("#newAuthor", "Mario Aperto Rossi")
    things = [f"{thing} of {place} and {other}" for thing in ("Rivers", "Stones", "Markets", "Letters", "Birds", "Engines")
              for place in ("valleys", "towns", "old houses", "northern seas") for other in ("their signals", "the price of salt", "graphs", "slow winds", "winter bread")]
    titles = [f"{thing} {number * 7919}" for number, thing in enumerate(things[:110])]
    page.fill("#list", "\n".join(f"{number}\t{title}\t{'M Rossi, L Verdi' if number % 3 else 'G Rossi, P Neri'}\t2004" for number, title in enumerate(titles)))
    page.fill("#page", "\n".join(titles[1::2]))
    page.locator("main form .primary").click()
    page.wait_for_url(re.compile(r"/admin/citations/runs/\d+/results"))
    wait_for_result(page)
    expect(page.locator("#questions")).to_be_visible()
    assert page.evaluate("document.scrollingElement.scrollHeight") < 6_000
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 360


def test_sure_answers_are_taken_together_without_script(contexts: Contexts):
    page = contexts.page("researcher", script=False)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/admin/citations/new-run")
    page.fill("#newAuthor", "Mario Sicuro Rossi")
    page.fill("#list", "9\tDry rivers\tM Rossi\n8\tWet stones\tG Rossi\n7\tHot sands\tMario Rossi\n6\tCold winds\t\n")
    page.locator("main form .primary").click()
    page.wait_for_url(re.compile(r"/admin/citations/runs/\d+/results"))
    wait_for_result(page)
    expect(page.locator(".h-index strong")).to_have_text("4")
    page.locator("a[href$='/answers']").click()
    expect(page.locator("table.cards tbody tr")).to_have_count(1)
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 360
    page.locator("main form .primary").click()
    expect(page.locator(".h-index strong")).to_have_text("3")
    page.locator(".flash button", has_text="Annulla").click()
    expect(page.locator(".h-index strong")).to_have_text("4")


def test_a_refused_run_keeps_what_was_typed(contexts: Contexts):
    page = contexts.page("researcher", script=False)
    page.goto("/admin/citations/new-run")
    page.fill("#newAuthor", "Ada De Luca")
    page.fill("#titleThreshold", "200")
    page.locator("main form .primary").click()
    expect(page.locator("#errors")).to_be_visible()
    expect(page.locator("#newAuthor")).to_have_value("Ada De Luca")
    expect(page.locator("#titleThreshold")).to_have_value("200")


def test_the_lessons_work_without_script_on_a_small_screen(contexts: Contexts):
    page = contexts.new(java_script_enabled=False, viewport={"width": 360, "height": 740}).new_page()
    page.goto("/citations")
    page.locator(".lesson-doors a").first.click()
    page.fill("#numbers", "10 8 5 4 3")
    page.locator("main button.primary").click()
    expect(page.locator(".h-index strong")).to_have_text("4")


TABLE = "Opera;Volte;Chi\nDry rivers;12;A De Luca\nWet stones;tanti;A De Luca\n"


@pytest.mark.parametrize("script", [True, False])
def test_a_table_of_unknown_headers_asks_for_its_columns_and_its_result_can_be_made_public(contexts: Contexts, script: bool):
    page = contexts.page("researcher", script=script)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/admin/citations/new-run")
    name = f"Ada {'Una' if script else 'Due'} De Luca"
    page.fill("#newAuthor", name)
    page.fill("#surname", "De Luca")
    page.set_input_files("#listFiles", {"name": "opere.csv", "mimeType": "text/csv", "buffer": TABLE.encode()})
    page.locator("main form .primary").click()
    page.wait_for_url(re.compile(r"/documents/\d+/columns"))
    expect(page.locator(".raw-table")).to_contain_text("Dry rivers")
    page.locator("main form .primary").click()
    expect(page.locator("#title-error")).to_be_visible()
    page.select_option("#title", "1")
    page.select_option("#citations", "2")
    page.locator("main form .primary").click()
    page.wait_for_url(re.compile(r"/results"))
    wait_for_result(page)
    expect(page.locator(".h-index strong")).to_have_text("1")
    expect(page.locator("main")).to_contain_text("«tanti»")
    page.check("[name=agreed]")
    page.locator("form[action$='/publication'] button").click()
    expect(page.locator(".flash")).to_contain_text("è pubblico")
    public = page.locator("a[href^='/citations/authors/']").get_attribute("href")
    visitor = contexts.new(java_script_enabled=script, viewport={"width": 360, "height": 740}).new_page()
    visitor.goto(public)
    expect(visitor.locator("h1")).to_have_text(name)
    page.locator("form[action$='/publication'] button[value=hide]").first.click()
    expect(page.locator(".flash")).to_contain_text("non è più pubblico")
    assert visitor.goto(public).status == 404


def test_the_campus_leads_to_the_works_of_its_person(contexts: Contexts):
    page = contexts.new(java_script_enabled=False, viewport={"width": 360, "height": 740}).new_page()
    page.goto("/citations")
    page.locator("a", has_text="Ada Rinaldi").click()
    expect(page.locator(".h-index")).to_be_visible()
    page.goto("/campus/search?q=Rinaldi")
    page.locator("a[href^='/campus/people/']").first.click()
    page.locator("a", has_text="Lavori e indici").click()
    expect(page.locator("h1")).to_have_text("Ada Rinaldi")
