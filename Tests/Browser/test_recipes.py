"""A recipe with its steps, added, moved and deleted."""

import re

import pytest
from playwright.sync_api import Page, expect

from conftest import Contexts
from forms import button, control, fields, fill, message, record_form, save
from portico import ROOT, demo_accounts, load_yaml
from test_every_form import find, row

LIST = "/admin/house/recipes"


@pytest.fixture
def educator(contexts: Contexts, script: bool) -> Page:
    accounts = demo_accounts()
    return contexts.page("educator" if "educator" in accounts else accounts[0], script=script)


def act(page: Page, value: str) -> None:
    button(page, value).click()


def steps(page: Page) -> list[str]:
    return record_form(page).locator("[name^='steps.'][name$='.text']").evaluate_all("all => all.map(e => e.value)")


def write(page: Page, number: int, words: str) -> None:
    field = control(page, f"steps.{number}.text")
    field.wait_for(state="attached")
    if not field.is_visible():
        record_form(page).locator("#f-steps .item-fold > summary").nth(number).click()
    expect(field).to_be_visible()
    field.fill(words)


def new_recipe(page: Page, name: str) -> None:
    page.goto(f"{LIST}/new")
    fill(page, name)
    control(page, "name").fill(name)
    # A recipe that is typed comes from nowhere else.
    for origin in ("source", "author"):
        control(page, origin).fill("")
    while steps(page):
        before = len(steps(page))
        act(page, "steps.delete.0")
        expect(record_form(page).locator("[name^='steps.'][name$='.text']")).to_have_count(before - 1)


def test_steps_are_added_moved_and_deleted(educator: Page, script: bool):
    name = f"Riso in bianco {script}"
    new_recipe(educator, name)
    texts = record_form(educator).locator("[name^='steps.'][name$='.text']")
    for number, words in enumerate(["Metti l'acqua", "Aspetta che bolla", "Butta il riso"]):
        act(educator, "steps.add")
        expect(texts).to_have_count(number + 1)
        write(educator, number, words)
    expect(control(educator, "name")).to_have_value(name)

    act(educator, "steps.up.2")
    expect(texts.nth(1)).to_have_value("Butta il riso")
    act(educator, "steps.down.1")
    expect(texts.nth(2)).to_have_value("Butta il riso")
    act(educator, "steps.insert.1")
    expect(texts).to_have_count(4)
    blank = steps(educator).index("")
    write(educator, blank, "Aggiungi il sale")
    act(educator, "steps.delete.0")
    expect(texts).to_have_count(3)
    wanted = steps(educator)
    assert sorted(wanted) == sorted(["Aggiungi il sale", "Aspetta che bolla", "Butta il riso"])

    save(educator)
    expect(message(educator)).to_be_visible()
    find(educator, LIST, name)
    row(educator, name).locator("a[href^='/admin/']").first.click()
    assert steps(educator) == wanted


def test_a_form_of_ten_steps_and_ingredients_is_short_on_a_phone(educator: Page):
    name = "Torta di dieci passi"
    new_recipe(educator, name)
    texts = record_form(educator).locator("[name^='steps.'][name$='.text']")
    for number in range(10):
        act(educator, "steps.add")
        expect(texts).to_have_count(number + 1)
        write(educator, number, f"Fai il passo numero {number + 1} della torta.")
    products = [product["name"] for product in load_yaml(ROOT / "seed/casa-rossa.yaml")["products"][:10]]
    for number, product in enumerate(products):
        act(educator, "ingredients.add")
        field = control(educator, f"ingredients.{number}.product.find")
        expect(field).to_be_visible()
        field.fill(product)
    save(educator)
    find(educator, LIST, name)
    row(educator, name).locator("a[href^='/admin/']").first.click()
    educator.set_viewport_size({"width": 360, "height": 740})
    expect(record_form(educator).locator(".item-fold[open]")).to_have_count(0)
    assert record_form(educator).evaluate("form => form.offsetHeight") < 3000
    educator.locator("#f-steps .item-fold > summary").nth(3).click()
    expect(texts.nth(3)).to_be_visible()


def test_a_timer_is_kept(educator: Page, script: bool):
    name = f"Uovo sodo {script}"
    new_recipe(educator, name)
    act(educator, "steps.add")
    write(educator, 0, "Cuoci l'uovo")
    minutes = record_form(educator).locator("[name^='steps.0.'][name$='.minutes']").first
    seconds = record_form(educator).locator("[name^='steps.0.'][name$='.seconds']").first
    minutes.fill("8")
    seconds.fill("30")
    timer = record_form(educator).locator("select[name='steps.0.timer']")
    if timer.count():
        timer.select_option(index=2)
    else:
        record_form(educator).locator("input[type=radio][name='steps.0.timer']").nth(2).check()
    save(educator)
    expect(message(educator)).to_be_visible()
    find(educator, LIST, name)
    row(educator, name).locator("a[href^='/admin/']").first.click()
    expect(minutes).to_have_value("8")
    expect(seconds).to_have_value(re.compile("^30$"))


def test_the_seeds_recipes_open_and_save(educator: Page):
    educator.goto(LIST)
    addresses = educator.locator("main tr:has(input[name=id])").evaluate_all(
        "rows => rows.map(row => row.querySelector(\"a[href^='/admin/']\").getAttribute('href'))")
    assert len(addresses) > 5
    for address in addresses[:3]:
        educator.goto(address)
        before = [field.value for field in fields(educator)]
        assert len(steps(educator)) >= 3
        save(educator)
        expect(message(educator)).to_be_visible()
        educator.goto(address)
        assert [field.value for field in fields(educator)] == before
