"""Two people with the same record open, each in a browser of their own: nobody takes back what they never touched."""

import pytest
from playwright.sync_api import Page, expect

from conftest import Contexts
from forms import button, control, message, record_form, save, undo
from test_every_form import find, row
from test_products import LIST as PRODUCTS
from test_products import create
from test_recipes import LIST as RECIPES
from test_recipes import act, new_recipe, steps, write


@pytest.fixture
def anna(contexts: Contexts, script: bool) -> Page:
    return contexts.page("educator", script=script)


@pytest.fixture
def boss(contexts: Contexts, script: bool) -> Page:
    return contexts.page("admin", script=script)


def opened_twice(anna: Page, boss: Page, address: str) -> None:
    for page in (anna, boss):
        page.goto(address)
        expect(record_form(page)).to_be_visible()


def test_two_prices_are_a_question_and_the_rest_is_kept(anna: Page, boss: Page, script: bool):
    name = f"Lenticchie {script}"
    address = create(anna, name, price="1,00", stock="4").split("?")[0]
    opened_twice(anna, boss, address)
    control(boss, "price").fill("2,00")
    save(boss)
    control(anna, "stock").fill("9")
    save(anna, "save-stay")
    expect(message(anna)).to_contain_text("Prezzo")
    expect(control(anna, "price")).to_have_value("2,00")
    expect(control(anna, "stock")).to_have_value("9")

    opened_twice(anna, boss, address)
    control(boss, "price").fill("2,50")
    save(boss)
    control(anna, "price").fill("3,00")
    control(anna, "stock").fill("7")
    save(anna)
    question = anna.locator("fieldset.question")
    expect(question).to_have_count(1)
    expect(question).to_contain_text("2,50")
    expect(question).to_contain_text("3,00")
    expect(control(anna, "price")).to_have_value("3,00")
    expect(control(anna, "stock")).to_have_value("7")
    # Not answered is not saved.
    save(anna)
    expect(anna.locator("fieldset.question")).to_have_count(1)
    anna.locator("input[name='price.answer'][value=theirs]").check()
    save(anna, "save-stay")
    expect(message(anna)).to_be_visible()
    expect(control(anna, "price")).to_have_value("2,50")
    expect(control(anna, "stock")).to_have_value("7")


def test_steps_of_a_recipe_come_together(anna: Page, boss: Page, script: bool):
    name = f"Minestra {script}"
    new_recipe(anna, name)
    texts = record_form(anna).locator("[name^='steps.'][name$='.text']")
    for number, words in enumerate(["Lava", "Taglia", "Bolli"]):
        act(anna, "steps.add")
        expect(texts).to_have_count(number + 1)
        write(anna, number, words)
    save(anna)
    find(anna, RECIPES, name)
    address = row(anna, name).locator("a[href^='/admin/']").first.get_attribute("href").split("?")[0]

    opened_twice(anna, boss, address)
    act(boss, "steps.add")
    expect(record_form(boss).locator("[name^='steps.'][name$='.text']")).to_have_count(4)
    write(boss, 3, "Servi")
    write(boss, 0, "Lava bene")
    save(boss)
    act(anna, "steps.delete.1")
    expect(texts).to_have_count(2)
    write(anna, 1, "Bolli piano")
    save(anna, "save-stay")
    expect(message(anna)).to_be_visible()
    assert steps(anna) == ["Lava bene", "Bolli piano", "Servi"]

    # A translation is kept by whoever has the record open meanwhile.
    opened_twice(anna, boss, address)
    boss.goto(address + "/translations/en")
    boss.locator("[name='t.name']").fill("Soup")
    boss.locator("main form.translation button.primary").click()
    write(anna, 0, "Lava benissimo")
    save(anna, "save-stay")
    expect(message(anna)).to_be_visible()
    boss.goto(address + "/translations/en")
    expect(boss.locator("[name='t.name']")).to_have_value("Soup")


def test_cells_of_a_list_save_only_what_was_typed(anna: Page, boss: Page, script: bool):
    first, second = (f"Ceci {word} {script}" for word in ("grandi", "piccoli"))
    for name in (first, second):
        create(anna, name, price="1,00", stock="4")
    for page in (anna, boss):
        find(page, PRODUCTS, "Ceci")
    row(boss, first).locator("input[name^='price.']").fill("2,00")
    button(boss, "inline").click()
    expect(message(boss)).to_contain_text(first)
    row(anna, second).locator("input[name^='price.']").fill("3,00")
    button(anna, "inline").click()
    expect(message(anna)).to_contain_text(f"{second}: Prezzo 1,00")
    undo(anna).click()
    find(anna, PRODUCTS, second)
    expect(row(anna, second).locator("input[name^='price.']")).to_have_value("1,00")

    for page in (anna, boss):
        find(page, PRODUCTS, "Ceci")
    row(boss, first).locator("input[name^='price.']").fill("4,00")
    button(boss, "inline").click()
    expect(message(boss)).to_contain_text(first)
    row(anna, first).locator("input[name^='price.']").fill("5,00")
    row(anna, first).locator("input[name^='stock.']").fill("8")
    button(anna, "inline").click()
    expect(anna.locator("fieldset.question")).to_contain_text("4,00")
    anna.locator("fieldset.question input[value=mine]").check()
    button(anna, "inline").click()
    expect(message(anna)).to_contain_text(first)
    find(anna, PRODUCTS, first)
    expect(row(anna, first).locator("input[name^='price.']")).to_have_value("5,00")
    expect(row(anna, first).locator("input[name^='stock.']")).to_have_value("8")
