"""Missing translations are typed beside their originals, one after the other."""

from playwright.sync_api import expect

from conftest import Contexts
from forms import message, undo


def test_a_missing_text_is_typed_in_place_and_the_next_one_follows(contexts: Contexts, script: bool):
    page = contexts.page("educator", script=script)
    page.goto("/admin/translations/en?kind=house.products")
    if script:
        page.wait_for_load_state("networkidle")
    inputs = page.locator("form.translation-text input[type=text]")
    first, second, third = (inputs.nth(place).get_attribute("id") for place in range(3))
    page.locator(f"#{third}").fill("Not saved yet")
    page.locator(f"#{first}").fill("Typed in place")
    if script:
        page.locator(f"#{first}").press("Enter")
        expect(page.locator(f"#{first}")).to_have_count(0)
        expect(page.locator(f"#{second}")).to_be_focused()
        expect(page.locator(f"#{third}")).to_have_value("Not saved yet")
        page.locator(f"#{third}").fill("")
    else:
        page.locator(f"form:has(#{first}) button").click()
    expect(message(page)).to_be_visible()
    expect(page.locator(f"#{first}")).to_have_count(0)
    undo(page).click()
    expect(page.locator(f"#{first}")).to_have_count(1)
