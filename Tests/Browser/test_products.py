"""A product's life in the hands of an educator."""

import re

import pytest
from playwright.sync_api import Page, expect

from conftest import Contexts
from forms import PICTURE, button, control, expect_refused_with_reasons, message, save
from portico import TEXTS, demo_accounts
from test_every_form import find, row, tick

LIST = "/admin/house/products"


@pytest.fixture
def educator(contexts: Contexts, script: bool) -> Page:
    accounts = demo_accounts()
    return contexts.page("educator" if "educator" in accounts else accounts[0], script=script)


def create(page: Page, name: str, price: str = "1,20", stock: str = "3") -> str:
    """Saves a new product and stays on it; gives back its address."""
    page.goto(f"{LIST}/new")
    control(page, "name").fill(name)
    control(page, "price").fill(price)
    control(page, "stock").fill(stock)
    choose_what_is_owed(page)
    save(page)
    expect(message(page)).to_be_visible()
    find(page, LIST, name)
    return row(page, name).locator("a[href^='/admin/']").first.get_attribute("href")


def choose_what_is_owed(page: Page) -> None:
    """At least one category; the boxes may be hidden behind a filter, so by the keyboard's way."""
    boxes = page.locator("main input[type=checkbox][name=categories]")
    if boxes.count() and not page.locator("main input[type=checkbox][name=categories]:checked").count():
        boxes.first.check()


def test_created_with_a_picture(educator: Page, script: bool):
    name = f"Mele renette {script}"
    educator.goto(f"{LIST}/new")
    control(educator, "name").fill(name)
    control(educator, "price").fill("2,35")
    control(educator, "stock").fill("4")
    choose_what_is_owed(educator)
    educator.locator("[name='picture.file']").set_input_files(PICTURE)
    educator.locator("[name='picture.alt']").fill("Due mele sul tavolo")
    save(educator)
    expect(message(educator)).to_contain_text(name)
    find(educator, LIST, name)
    expect(row(educator, name).locator("img")).to_be_visible()
    assert row(educator, name).locator("img").evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    expect(row(educator, name).locator("input[name^='price.']")).to_have_value("2,35")


def test_a_drawing_is_taken_by_its_word(educator: Page, script: bool):
    name = f"Latte intero {script}"
    educator.goto(f"{LIST}/new")
    control(educator, "name").fill(name)
    choose_what_is_owed(educator)
    if not script:
        button(educator, "picture.browse").click()
    drawing = educator.locator("input[name='picture.pick'][value='symbol-milk']")
    expect(drawing).to_be_attached()
    drawing.check()
    save(educator)
    expect(message(educator)).to_contain_text(name)
    find(educator, LIST, name)
    expect(row(educator, name).locator("img")).to_be_visible()


def test_a_barcode_leads_to_a_new_product(educator: Page, script: bool):
    code = "8001234567894" if script else "8009876543215"
    educator.goto("/admin/house/lists")
    educator.locator("main [name=q]").fill(code)
    educator.locator("main [name=q]").press("Enter")
    educator.locator(f"main a[href$='barcode={code}']").click()
    expect(control(educator, "barcode")).to_have_value(code)
    control(educator, "name").fill(f"Cosa nuova {script}")
    choose_what_is_owed(educator)
    save(educator)
    expect(message(educator)).to_be_visible()
    educator.goto(f"/admin/house/lists?q={code}")
    expect(educator.locator(".found-products button")).to_have_count(1)


def test_a_script_is_no_picture(educator: Page, script: bool):
    name = f"Pere {script}"
    educator.goto(f"{LIST}/new")
    control(educator, "name").fill(name)
    choose_what_is_owed(educator)
    educator.locator("[name='picture.file']").set_input_files(
        {"name": "pere.jpg", "mimeType": "image/jpeg", "buffer": b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"})
    save(educator)
    expect_refused_with_reasons(educator)
    expect(control(educator, "name")).to_have_value(name)


@pytest.mark.parametrize("price", ["tanto", "-1", "1,2,3", "1e9"])
def test_a_price_that_is_none_is_refused(educator: Page, price: str):
    educator.goto(f"{LIST}/new")
    control(educator, "name").fill("Prezzo strano")
    control(educator, "price").fill(price)
    choose_what_is_owed(educator)
    save(educator)
    expect_refused_with_reasons(educator)
    expect(control(educator, "price")).to_have_value(price)
    expect(control(educator, "price")).to_have_attribute("aria-invalid", "true")


def test_edited(educator: Page, script: bool):
    address = create(educator, f"Sale grosso {script}")
    educator.goto(address)
    control(educator, "name").fill(f"Sale fino {script}")
    control(educator, "price").fill("0,45")
    save(educator)
    expect(message(educator)).to_contain_text(f"Sale fino {script}")
    educator.goto(address)
    expect(control(educator, "name")).to_have_value(f"Sale fino {script}")
    expect(control(educator, "price")).to_have_value("0,45")


def test_enter_saves(educator: Page, script: bool):
    address = create(educator, f"Pepe {script}")
    educator.goto(address)
    control(educator, "name").fill(f"Pepe nero {script}")
    control(educator, "name").press("Enter")
    expect(message(educator)).to_contain_text(f"Pepe nero {script}")


def test_saved_by_the_keyboard_alone(contexts: Contexts):
    page = contexts.page(demo_accounts()[0])
    page.goto(f"{LIST}/new")
    for name, words in (("name", "Origano di montagna"), ("price", "1,10")):
        for _ in range(120):
            if page.evaluate("document.activeElement?.name") == name:
                break
            page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement?.name") == name, f"no way to {name} with the Tab key"
        page.keyboard.press("Control+A")
        page.keyboard.type(words)
    choose_what_is_owed(page)
    for _ in range(200):
        if page.evaluate("document.activeElement?.matches('button[name=act][value=save]:not([aria-hidden])')"):
            break
        page.keyboard.press("Tab")
    box = page.evaluate("""() => {
        const box = document.activeElement.getBoundingClientRect();
        return box.width > 20 && box.height > 20 && box.top >= 0 && box.bottom <= innerHeight;
    }""")
    assert box, "the save button has the focus but cannot be seen"
    page.keyboard.press("Enter")
    expect(message(page)).to_contain_text("Origano")


def test_duplicated(educator: Page, script: bool):
    name = f"Biscotti {script}"
    educator.goto(create(educator, name))
    educator.get_by_role("button", name=TEXTS["it"]("form.duplicate")).click()
    expect(control(educator, "name")).to_have_value(re.compile(re.escape(name)))
    control(educator, "name").fill(f"{name} al cacao")
    save(educator)
    expect(message(educator)).to_be_visible()
    find(educator, LIST, name)
    expect(row(educator, name)).to_have_count(2)


def test_prices_are_changed_in_the_list(educator: Page, script: bool):
    name = f"Zucchero {script}"
    create(educator, name, price="1,00", stock="2")
    find(educator, LIST, name)
    row(educator, name).locator("input[name^='price.']").fill("1,35")
    row(educator, name).locator("input[name^='stock.']").fill("9")
    button(educator, "inline").click()
    expect(message(educator)).to_be_visible()
    find(educator, LIST, name)
    expect(row(educator, name).locator("input[name^='price.']")).to_have_value("1,35")
    expect(row(educator, name).locator("input[name^='stock.']")).to_have_value("9")


def test_several_are_changed_and_deleted_at_once(educator: Page, script: bool):
    names = [f"Tovaglioli {colour} {script}" for colour in ("rossi", "verdi", "blu")]
    for name in names:
        create(educator, name)
    for act in ("unpublish", "publish"):
        find(educator, LIST, "Tovaglioli")
        for name in names:
            tick(educator, name)
        button(educator, act).click()
        expect(message(educator)).to_contain_text("3")
    find(educator, LIST, "Tovaglioli")
    for name in names:
        tick(educator, name)
    button(educator, "delete").click()
    expect(message(educator)).to_contain_text("3")
    find(educator, LIST, "Tovaglioli")
    for name in names:
        expect(row(educator, name)).to_have_count(0)


def test_two_educators_do_not_overwrite_each_other(contexts: Contexts, script: bool):
    account = demo_accounts()[0]
    mine, theirs = contexts.page(account, script=script), contexts.page(account, script=script)
    name = f"Yogurt {script}"
    address = create(mine, name)
    mine.goto(address)
    theirs.goto(address)
    control(theirs, "name").fill(f"{name} bianco")
    save(theirs)
    expect(message(theirs)).to_contain_text("bianco")

    control(mine, "name").fill(f"{name} ai mirtilli")
    save(mine)
    expect(mine.locator("main")).to_contain_text("bianco")
    assert "mirtilli" in mine.locator("main").inner_text() or "mirtilli" in control(mine, "name").input_value()
    assert "mirtilli" in control(mine, "name").input_value(), "what I typed is gone"
    mine.locator("input[name='name.answer'][value=mine]").check()
    save(mine)
    expect(message(mine)).to_contain_text("mirtilli")


def test_search_forgives_accents_and_capitals(educator: Page, script: bool):
    create(educator, f"Caffè d'orzo {script}")
    find(educator, LIST, "CAFFE D'ORZO")
    expect(row(educator, f"Caffè d'orzo {script}")).to_have_count(1)


def test_hostile_words_are_only_words(educator: Page, script: bool):
    name = f"<img src=x onerror=alert(1)>\"'&amp; {script}"
    address = create(educator, name)
    find(educator, LIST, name)
    expect(row(educator, name)).to_have_count(1)
    educator.goto(address)
    expect(control(educator, "name")).to_have_value(name)
