"""A list taken out as a file, changed, brought in again and taken back."""

import re

import pytest
from playwright.sync_api import Page, expect

from conftest import Contexts
from forms import message, tools, undo
from portico import demo_accounts
from test_every_form import find, row
from test_products import LIST, create


@pytest.fixture
def educator(contexts: Contexts, script: bool) -> Page:
    accounts = demo_accounts()
    return contexts.page("educator" if "educator" in accounts else accounts[0], script=script)


def exported(page: Page, query: str) -> str:
    """What the button on the page gives, as text."""
    page.goto(f"{LIST}{query}")
    tools(page).locator("a[href*='/export']").click()
    with page.expect_download() as download:
        page.locator("main form .primary").click()
    return download.value.path().read_text(encoding="utf-8-sig")


def send(page: Page, text: str, encoding: str = "utf-8") -> None:
    page.goto(LIST)
    tools(page).locator("a[href$='/imports']").click()
    page.locator("#file").set_input_files({"name": "prova.csv", "mimeType": "text/csv", "buffer": text.encode(encoding)})
    page.locator("main form .primary").click()
    expect(page.locator(".file-columns")).to_be_visible()


def look(page: Page) -> None:
    page.locator("main form .primary").click()
    expect(page.locator(".file-counts")).to_be_visible()


def number(page: Page, kind: str) -> int:
    badge = page.locator(f"[data-count={kind}]")
    return int(re.sub(r"\D", "", badge.inner_text())) if badge.count() else 0


def test_a_list_goes_out_comes_in_changed_and_is_taken_back(educator: Page, script: bool):
    names = [f"Miele {kind} {script}" for kind in ("chiaro", "scuro")]
    for name in names:
        create(educator, name, stock="3")
    text = exported(educator, f"?q=miele {script}&sort=name")
    lines = text.splitlines()
    assert len(lines) == 3 and all(f'"{name}"' in text for name in names)
    send(educator, text)
    look(educator)
    assert number(educator, "same") == 2
    changed = text.replace(f'"{names[0]}"', f'"{names[0]} nuovo"') + f'"";"Miele terzo {script}"\r\n'
    send(educator, changed)
    look(educator)
    assert (number(educator, "changed"), number(educator, "new"), number(educator, "same")) == (1, 1, 1)
    educator.locator("main form .primary").click()
    expect(message(educator)).to_be_visible()
    find(educator, LIST, f"miele {script}")
    expect(row(educator, f"{names[0]} nuovo")).to_have_count(1)
    expect(row(educator, f"Miele terzo {script}")).to_have_count(1)


def test_an_import_is_taken_back_at_once(educator: Page, script: bool):
    send(educator, f"Nome;In casa\nTimo {script};1\nRuta {script};2\n")
    look(educator)
    assert number(educator, "new") == 2
    educator.locator("main form .primary").click()
    done = message(educator).inner_text()
    undo(educator).click()
    expect(message(educator)).not_to_have_text(done)
    find(educator, LIST, f"timo {script}")
    expect(row(educator, f"Timo {script}")).to_have_count(0)


def test_refused_rows_say_why_and_the_columns_can_be_changed(educator: Page, script: bool):
    send(educator, f"Articolo;Quanti\nPerché {script};molti\n", "cp1252")
    educator.locator("#column-0").select_option("name")
    educator.locator("#column-1").select_option("stock")
    look(educator)
    assert number(educator, "refused") == 1
    expect(educator.locator(".import-item .error")).to_have_count(1)
    educator.locator("main form a.button").first.click()
    expect(educator.locator("#column-1")).to_have_value("stock")
    educator.locator("#column-1").select_option("")
    look(educator)
    assert number(educator, "new") == 1


def test_a_separator_that_was_found_out_wrongly_is_corrected(educator: Page, script: bool):
    # As many commas as semicolons: only a person knows.
    send(educator, f"Nome;Note,Altro\nSale {script};fino,grosso\nPepe {script};nero,bianco\n")
    separator = educator.locator("#separator")
    other = ";" if separator.locator("option:checked").inner_text().endswith(",") else ","
    separator.select_option(label=separator.locator("option").filter(has_text=other).first.inner_text())
    educator.locator("button[name=act][value=reading]").click()
    expect(educator.locator(".file-columns tbody th").first).to_have_text("Nome" if other == ";" else "Nome;Note")
    expect(separator.locator("option:checked")).to_contain_text(other)


def test_a_wrong_value_is_corrected_in_its_place(educator: Page, script: bool):
    send(educator, f"Nome;In casa\nAlloro {script};molti\nMirto {script};2\n")
    look(educator)
    assert (number(educator, "refused"), number(educator, "new")) == (1, 1)
    educator.locator("input[name='fix.1.stock']").fill("4")
    educator.locator(".savebar button").click()
    expect(educator.locator("[data-count=new]")).to_contain_text("2")
    educator.locator("main form .primary").click()
    find(educator, LIST, f"alloro {script}")
    expect(row(educator, f"Alloro {script}")).to_have_count(1)
