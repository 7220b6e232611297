"""What a list answers: filters, columns, views, acts on everything that matches, the trash."""

import re

import pytest
from playwright.sync_api import Page, expect

from conftest import Contexts
from forms import button, message, tools, undo
from portico import TEXTS, demo_accounts
from test_every_form import delete_by_ticking, find, row, tick
from test_products import LIST, create

WORDS = TEXTS["it"]


@pytest.fixture
def educator(contexts: Contexts, script: bool) -> Page:
    accounts = demo_accounts()
    return contexts.page("educator" if "educator" in accounts else accounts[0], script=script)


def count(page: Page) -> int:
    return int(page.locator("h1 .count").inner_text().replace(".", ""))


def confirm(page: Page) -> None:
    """What would happen stands on the page; nothing has happened yet."""
    page.locator("main form:has([name=confirmed]) button").click()


def test_filters_and_a_range_at_once_stay_in_the_address(educator: Page):
    educator.goto(LIST)
    educator.locator("[data-panel]").click()
    educator.locator("#filter-price-from").fill("1,00")
    educator.locator("#filter-price-to").fill("3")
    educator.locator("#filters [name=published][value=yes]").check()
    educator.locator(".filter-pop summary").first.click()
    for box in educator.locator(".filter-pop [name=categories]").all()[:2]:
        box.check()
    educator.locator("#filters button").last.click()
    expect(educator).to_have_url(re.compile(r"categories=\d+,\d+&price.from=1,00&price.to=3&published=yes$"))
    expect(educator.locator(".chip")).to_have_count(4)
    found = count(educator)
    educator.goto(educator.url)
    assert count(educator) == found > 0
    educator.locator(".chip", has_text="Prezzo").click()
    expect(educator).not_to_have_url(re.compile("price"))
    assert count(educator) >= found


def test_a_range_that_cannot_be_read_says_so(contexts: Contexts, script: bool):
    # The browser reports the refused page on its console, which is no mistake of ours.
    page = contexts.new("educator", script=script).new_page()
    assert page.request.get(f"{LIST}?price.from=poco").status == 422


def test_a_view_is_saved_and_opened(educator: Page, script: bool):
    name = f"Da finire {script}"
    educator.goto(f"{LIST}?stock.from=2&sort=-stock")
    found = count(educator)
    tools(educator).locator("a[href*='/views']").click()
    educator.locator("#view-name").fill(name)
    educator.locator("#view-name").press("Enter")
    expect(message(educator)).to_contain_text(name)
    educator.goto(LIST)
    educator.locator(".views a", has_text=name).click()
    expect(educator).to_have_url(re.compile("stock.from=2&sort=-stock"))
    assert count(educator) == found
    expect(educator.locator(".views [aria-current]", has_text=name)).to_have_count(1)


def test_columns_are_chosen_and_kept(educator: Page):
    educator.goto(LIST)
    tools(educator).locator("a[href*='/columns']").click()
    educator.locator("[name=column][value=updated]").check()
    educator.locator("[name=column][value=stock]").uncheck()
    educator.locator("button[value='up.updated']").click()
    button(educator, "save").click()
    expect(message(educator)).to_be_visible()
    educator.goto(LIST)
    heads = educator.locator("thead")
    expect(heads).to_contain_text(WORDS("admin.fields.updated"))
    expect(heads).not_to_contain_text("In casa")
    educator.goto(f"{LIST}/columns")
    button(educator, "reset").click()
    expect(educator.locator("thead")).to_contain_text("In casa")


def test_everything_that_matches_is_shown_before_and_taken_back_at_once(educator: Page, script: bool):
    address = f"{LIST}?price.from=1,00&price.to=3"
    educator.goto(f"{address}&published=yes")
    visible = count(educator)
    assert visible > 50, "the seed has too few products for a second page"
    educator.goto(address)
    if script:
        educator.locator("[data-row] input[name=id]").first.check()
    educator.locator("[name=all]").check()
    button(educator, "unpublish").click()
    expect(educator.locator("h1")).to_contain_text(str(visible))
    confirm(educator)
    expect(message(educator)).to_contain_text(str(visible))
    expect(educator).to_have_url(re.compile("price.from=1,00"))
    undo(educator).click()
    expect(message(educator)).to_contain_text(str(visible))
    educator.goto(f"{address}&published=yes")
    assert count(educator) == visible


def test_many_get_a_value_at_once(educator: Page, script: bool):
    for kind in ("nera", "verde"):
        create(educator, f"Olive {kind} {script}", stock="3")
    find(educator, LIST, f"Olive {script}")
    for kind in ("nera", "verde"):
        tick(educator, f"Olive {kind} {script}")
    button(educator, "change").click()
    educator.locator("[name=field][value=stock]").check()
    educator.locator("main form .primary").click()
    educator.locator("main form [name=stock]").fill("7")
    educator.locator("main form .primary").click()
    expect(educator.locator("h1")).to_contain_text("2")
    confirm(educator)
    expect(message(educator)).to_contain_text("2")
    expect(row(educator, f"Olive nera {script}").locator("input[name^='stock.']")).to_have_value("7")


def test_what_was_deleted_is_found_in_the_trash_and_comes_back(educator: Page, script: bool):
    for name in ("Cannella", "Curcuma"):
        create(educator, f"{name} {script}")
        find(educator, LIST, f"{name} {script}")
        delete_by_ticking(educator, f"{name} {script}")
    find(educator, f"{LIST}/trash", f"cannella {script}")
    expect(row(educator, "Curcuma")).to_have_count(0)
    tick(educator, f"Cannella {script}")
    button(educator, "restore").click()
    expect(message(educator)).to_be_visible()
    find(educator, LIST, f"Cannella {script}")
    expect(row(educator, f"Cannella {script}")).to_have_count(1)


def test_enter_on_a_ticked_row_does_nothing(educator: Page, script: bool):
    def press_enter():
        box = educator.locator("[name=id]").first
        box.check()
        box.press("Enter")
        expect(box).not_to_be_checked()

    educator.goto("/admin/house/shops")
    rows = educator.locator("[name=id]").count()
    press_enter()
    find(educator, "/admin/house/shops", "")
    expect(educator.locator("[name=id]")).to_have_count(rows)

    name = f"Noce moscata {script}"
    create(educator, name)
    delete_by_ticking(educator, name)
    find(educator, f"{LIST}/trash", name)
    press_enter()
    find(educator, f"{LIST}/trash", name)
    expect(row(educator, name)).to_have_count(1)


def test_ticking_every_row_is_no_change(contexts: Contexts):
    page = contexts.page("educator")
    page.goto(LIST)
    page.get_by_label(WORDS("list.tickAll")).check()
    expect(page.locator(".bulk")).to_be_visible()
    expect(page.locator("main .changes")).to_have_text("")
    expect(page.locator("main .savebar")).not_to_have_class(re.compile(r"\bon\b"))


def test_a_long_list_of_choices_says_how_many_it_found(contexts: Contexts):
    page = contexts.page(demo_accounts()[0])
    page.goto("/admin/webhooks/new")
    choices = page.locator(".checks label:has([name=resources])")
    box, said, whole = page.get_by_label(WORDS("field.filterList")), page.locator(".field > [role=status]"), choices.count()
    box.fill("ricett")
    expect(choices.locator("visible=true")).to_have_count(2)
    expect(said).to_have_text(f"2 / {whole}")
    box.fill("qqqq")
    expect(said).to_have_text(WORDS("field.noChoice"))
    box.fill("")
    expect(said).to_have_text("")


def test_pictures_and_positions_have_layouts_of_their_own(educator: Page):
    educator.goto(LIST)
    tools(educator).locator(".layouts a").last.click()
    expect(educator.locator(".tile").first).to_be_visible()
    educator.goto("/admin/house/shops")
    tools(educator).locator(".layouts a").last.click()
    expect(educator.locator(".places-list a").first).to_be_visible()


def test_the_question_mark_shows_the_keys_and_escape_closes_them(contexts: Contexts):
    educator = contexts.page("educator")
    educator.goto(LIST)
    keys = educator.locator(".keys-dialog")
    educator.wait_for_load_state("networkidle")
    educator.keyboard.press("?")
    expect(keys.locator("kbd").first).to_be_visible()
    educator.keyboard.press("Escape")
    expect(keys).to_be_hidden()


def test_a_list_has_one_line_above_rows_of_forty_pixels(contexts: Contexts):
    page = contexts.new("educator", viewport={"width": 1280, "height": 900}).new_page()
    page.goto(LIST)
    heights = page.locator(".list-head, main tbody tr").evaluate_all("all => all.map(one => Math.round(one.getBoundingClientRect().height))")
    assert heights[0] <= 48
    assert set(heights[1:]) == {40}
    quiet, touched = (page.locator(".k-edit input").nth(index) for index in (0, 2))
    touched.focus()
    edges = [field.evaluate("field => getComputedStyle(field).borderColor") for field in (quiet, touched)]
    assert edges[0] == "rgba(0, 0, 0, 0)" != edges[1]


def test_a_record_opens_beside_its_list(contexts: Contexts):
    page = contexts.new("educator", viewport={"width": 1280, "height": 900}).new_page()
    page.goto(LIST)
    page.wait_for_load_state("networkidle")
    names = page.locator("main tbody th a")
    page.locator("main tbody tr").nth(1).locator("td").last.click()
    title = page.locator(".peek-head h2")
    expect(title).to_have_text(names.nth(1).inner_text())
    expect(page).to_have_url(re.compile(f"{LIST}$"))
    page.keyboard.press("j")
    expect(title).to_have_text(names.nth(2).inner_text())
    page.keyboard.press("k")
    expect(title).to_have_text(names.nth(1).inner_text())
    page.keyboard.press("Escape")
    expect(page.locator(".peek")).to_have_count(0)
    expect(names.nth(1)).to_be_focused()


def test_what_was_changed_beside_a_list_is_not_lost(contexts: Contexts):
    page = contexts.new("educator", viewport={"width": 1280, "height": 900}).new_page()
    page.goto(LIST)
    page.wait_for_load_state("networkidle")
    page.locator("main tbody th a").nth(1).focus()
    page.keyboard.press("o")
    name = page.locator(".peek [name=name]")
    name.fill("Altro nome")
    page.keyboard.press("Escape")
    expect(name).to_have_value("Altro nome")
    expect(name).to_be_focused()


def test_other_lists_have_the_same_line(contexts: Contexts):
    page = contexts.new("admin", viewport={"width": 1280, "height": 900}).new_page()
    heights = {}
    for address in ["/admin/audit", "/admin/media", "/admin/jobs", "/admin/stories/cases"]:
        page.goto(address)
        heights[address] = page.locator(".list-head").evaluate("head => Math.round(head.getBoundingClientRect().height)")
    assert max(heights.values()) <= 48, heights
