"""Two walks on a telephone: an educator from an empty form to a cooked recipe, and a guest through a day."""

import time
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

import checks
from conftest import Contexts
from forms import button, control, message, record_form, save
from guests import EDUCATOR, guest
from test_cooking import HOUSE, IT, RECIPE, open_recipe
from test_guests import first_product
from test_recipes import LIST, write

TELEPHONE = {"viewport": {"width": 360, "height": 740}}


@dataclass
class Walk:
    """Counts what a person does."""

    page: Page
    touches: int = 0
    began: float = 0

    def __post_init__(self) -> None:
        self.began = time.monotonic()

    def touch(self, target: Locator) -> None:
        target.click()
        self.touches += 1

    def type(self, target: Locator, words: str) -> None:
        expect(target).to_be_visible()
        target.fill(words)
        self.touches += 1

    def keep(self, record) -> None:
        record("touches", self.touches)
        record("seconds", round(time.monotonic() - self.began))


def test_an_educator_from_nothing_to_a_cooked_recipe(contexts: Contexts, script: bool, record_property):
    page = contexts.page(EDUCATOR, script=script, **TELEPHONE)
    walk = Walk(page)
    name = f"Acqua e sale {'con' if script else 'senza'} script"
    steps = ["Metti l'acqua nella pentola.", "Aggiungi il sale.", "Mescola."]
    page.goto(LIST)
    walk.touch(page.locator(f"main a[href='{LIST}/new']").first)
    walk.type(control(page, "name"), name)

    walk.touch(button(page, "ingredients.add"))
    walk.type(control(page, "ingredients.0.product.find"), HOUSE["products"][0]["name"])
    walk.type(control(page, "ingredients.0.amount"), "2 cucchiai")
    for number, words in enumerate(steps):
        walk.touch(button(page, "steps.add"))
        expect(record_form(page).locator("[name^='steps.'][name$='.text']")).to_have_count(number + 1)
        write(page, number, words)
        walk.touches += 1
    record_form(page).locator("input[type=checkbox][name=published]").check()
    walk.touches += 1
    save(page)
    walk.touches += 1
    expect(message(page)).to_be_visible()

    walk.touch(page.locator("main a[href^='/admin/house/recipes/']", has_text=name).first)
    # The ways of a record may be in a menu on a telephone.
    page.goto(page.locator("a[href$='/as-guest']").first.get_attribute("href"))
    walk.touches += 2
    walk.touch(page.locator("main form[action$='/entry'] button").first)
    page.wait_for_url("**/house/recipes/*")
    ingredients = page.locator("main a[href$='/ingredients']")
    if ingredients.count():
        walk.touch(ingredients.first)
        expect(page.locator(".amount-signs svg")).to_have_count(2)
        page.go_back()
    walk.touch(page.locator("form[action$='/progress'] button").last)
    for words in steps:
        expect(page.locator(".step-text")).to_have_text(words)
        walk.touch(page.locator(".step-ways .primary"))
    expect(page.get_by_role("heading", level=1)).to_have_text(IT("cooking.end.title"))
    walk.keep(record_property)
    assert walk.touches <= 30


def test_a_guest_through_a_day(contexts: Contexts, script: bool, record_property):
    page = guest(contexts, "Marta", script=script, **TELEPHONE)
    walk = Walk(page)

    # In the morning: what is missing at home.
    first_product(page)
    walk.touches += 2
    walk.touch(page.locator("button.tile").first)
    expect(page.locator("li.done .tile-label")).to_have_count(1)

    # At the shop.
    page.goto("/house/list/shop")
    walk.touches += 2
    walk.touch(page.locator("button.pick").first)
    expect(page.locator(".done-all")).to_be_visible()
    walk.touch(page.locator("form[action$='/finishing'] button"))
    page.wait_for_url("**/house/list")
    page.goto("/house/euro/pieces?amount=3,50")
    walk.touches += 2
    pieces = page.locator("svg.piece")
    expect(pieces.first).to_be_visible()
    sizes = pieces.evaluate_all("all => all.map(one => one.getBoundingClientRect()).map(box => Math.min(box.width, box.height))")
    assert min(sizes) >= 90

    # What time is it?
    page.goto("/house/clock")
    walk.touches += 2
    expect(page.locator(".clock-sentence")).to_be_visible()

    # In the evening: a recipe, one step on each page.
    open_recipe(page)
    walk.touches += 3
    walk.touch(page.locator("form[action$='/progress'] button").last)
    for step in RECIPE["steps"]:
        expect(page.locator(".step-text")).to_have_text(step["text"])
        walk.touch(page.locator(".step-ways .primary"))
    expect(page.get_by_role("heading", level=1)).to_have_text(IT("cooking.end.title"))
    if script:
        checks.wait_until_quiet(page)
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 360

    # Good night.
    page.goto("/house/help")
    walk.touch(page.locator("main form[action='/house/exit'] button"))
    page.wait_for_url(lambda address: address.rstrip("/").endswith("/house"))
    walk.keep(record_property)
    assert walk.touches <= 30 + len(RECIPE["steps"])
