"""What goes on paper: a table stays one, what is only for the screen is left out."""

from playwright.sync_api import Page, expect

from conftest import Contexts

# A4 with its margins, in the pixels of a browser: narrower than where cards begin on the screen.
PAPER = {"width": 718, "height": 1000}


def printed(contexts: Contexts, account: str | None, address: str) -> Page:
    page = contexts.new(account, viewport=PAPER).new_page()
    page.goto(address)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    return page


def test_a_list_is_a_table_without_boxes(contexts: Contexts):
    page = printed(contexts, "educator", "/admin/house/products")
    assert page.locator("main thead").evaluate("head => getComputedStyle(head).display") == "table-header-group"
    assert page.locator("main .k-edit input").first.evaluate("field => getComputedStyle(field).borderTopWidth") == "0px"
    for left_out in (".bar", ".list-head .search", ".list-more", ".savebar", "main .primary", "main .tick"):
        expect(page.locator(left_out).first).to_be_hidden()


def test_a_recipe_shows_its_steps_and_no_acts(contexts: Contexts):
    page = printed(contexts, "educator", "/admin/house/recipes/1")
    expect(page.locator("[name='steps.0.text']")).to_be_visible()
    for left_out in ("main input[type=file]", "main .save-more", "main .picture-acts", "main .item-acts"):
        expect(page.locator(left_out).first).to_be_hidden()


def test_results_are_printed_with_their_charts(contexts: Contexts):
    page = printed(contexts, "secretary", "/admin/questionnaires/questionnaires/1/results")
    expect(page.locator(".chart-drawing").first).to_be_visible()
    expect(page.locator(".result .bars rect").first).to_be_visible()
    expect(page.locator(".result-strip rect").first).to_be_visible()
    # Without its sheet a mark of the legend is as wide as the page.
    assert page.locator(".chart-legend svg").first.evaluate("mark => mark.getBoundingClientRect().width") < 20


def test_a_month_is_printed_without_its_buttons(contexts: Contexts):
    page = printed(contexts, None, "/campus/calendars/ateneo?view=month")
    expect(page.locator(".month")).to_be_visible()
    for left_out in (".agenda-views", ".agenda-head .actions", ".subscribe"):
        expect(page.locator(left_out)).to_be_hidden()
