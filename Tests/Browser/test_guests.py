"""What guests do: coming in, choosing, the list, the shop, and hearing of what others changed."""

import pytest
from playwright.sync_api import Page, expect

import checks
from conftest import Contexts
from document import Document
from forms import message
from guests import EDUCATOR, guest, pair, until


def first_product(page: Page) -> None:
    page.goto("/house/shopping")
    page.locator("a.tile").first.click()


def test_comes_in_with_a_number(contexts: Contexts, script: bool):
    educator = contexts.page(EDUCATOR, script=script)
    educator.goto("/admin/house/guests")
    educator.locator("tbody a", has_text="Dino Lampione").first.click()
    educator.locator("[name=entry][value=pin]").check()
    educator.locator("form.record .savebar .primary").click()
    expect(message(educator)).to_be_visible()
    educator.goto("/admin/house/guests")
    educator.locator("tbody a", has_text="Dino Lampione").first.click()
    educator.locator(".tabs a[href$='/living']").click()
    educator.locator("[name=pin]").fill("4711")
    educator.locator("form[action$='/secret'] button").click()

    device = contexts.page(script=script)
    pair(educator, device)
    device.goto("/house")
    device.locator("a.tile", has_text="Dino").click()
    for digit in "4712":
        device.locator(".digits button", has_text=digit).click()
    expect(device.locator(".trouble")).to_be_visible()
    for digit in "4711":
        device.locator(".digits button", has_text=digit).click()
    device.wait_for_url("**/house/home")


def test_fills_the_list_and_shops(contexts: Contexts, script: bool):
    page = guest(contexts, "Marta", script=script)
    first_product(page)
    name = page.locator("button.tile .tile-label").first.inner_text()
    page.locator("button.tile").first.click()
    expect(page.locator("li.done .tile-label")).to_have_text([name])
    page.locator("button.tile").first.click()
    expect(page.locator("li.done .tile-text").first).to_contain_text("2")

    page.goto("/house/list")
    expect(page.locator("output")).to_have_text("2")
    page.locator(".amount button").last.click()
    expect(page.locator("output")).to_have_text("3")
    for left in ("2", "1"):
        page.locator(".amount button").first.click()
        expect(page.locator("output")).to_have_text(left)
    # The last piece goes only when it is said so.
    page.locator(".amount button").first.click()
    expect(page.locator(".asked")).to_be_visible()
    page.locator(".asked a").click()
    expect(page.locator(".asked")).to_have_count(0)
    expect(page.locator("output")).to_have_text("1")
    page.locator(".amount button").first.click()
    page.locator(".asked button").click()
    # Its room stays until the page is opened anew.
    expect(page.locator(".row.is-gone")).to_have_count(1)
    expect(page.locator(".row:not(.is-gone)")).to_have_count(0)
    page.locator(".said button").click()
    expect(page.locator(".row.is-gone")).to_have_count(0)
    expect(page.locator("output")).to_have_text("1")

    page.goto("/house/list/shop")
    page.locator("button.pick").click()
    expect(page.locator(".done-all")).to_be_visible()
    page.locator("form[action$='/finishing'] button").click()
    page.wait_for_url("**/house/list")
    expect(page.locator(".row")).to_have_count(0)


# Milliseconds: sooner than a page without the line to the server asks by itself.
SOONER = 10_000


def test_an_open_page_hears_of_a_change_at_once(contexts: Contexts):
    page = guest(contexts, "Sara")
    news = page.locator(".news:has([data-swap])")  # of the list: a message of another test may wait as well
    with page.expect_response("**/house/events"):
        page.goto("/house/list")
    # The list that is shown answers what was said about the one before.
    expect(news).to_have_count(0)
    educator = contexts.page(EDUCATOR)
    educator.goto("/admin/house/lists")
    educator.locator("form[action$='/items'] button").click()
    expect(news).to_be_visible(timeout=SOONER)
    expect(page.locator(".row")).to_have_count(0)
    # "Not now" keeps the page as it is.
    news.locator("[data-later] button").click()
    expect(news).to_have_count(0)
    expect(page.locator(".row")).to_have_count(0)
    educator.locator("form[action$='/items'] button").click()
    expect(news).to_be_visible(timeout=SOONER)
    news.locator(".primary").click()
    expect(page.locator(".row")).to_have_count(1)
    expect(news).to_have_count(0)


def test_a_message_waits_until_it_was_read(contexts: Contexts, script: bool):
    text = f"Alle sei usciamo, {'con' if script else 'senza'} ombrello."
    page = guest(contexts, "Luca", script=script)
    educator = contexts.page(EDUCATOR, script=script)
    educator.goto("/admin/house/messages")
    educator.locator("[name=text]").fill(text)
    with educator.expect_response(lambda answer: answer.request.method == "POST"):
        educator.locator("form[action$='/messages'] button.primary").click()
    if not script:
        page.reload()
    news = page.locator(".news", has_text=text)
    expect(news).to_be_visible()
    page.goto("/house/shopping")
    expect(news).to_be_visible()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        news.locator("button").click()
    expect(news).to_have_count(0)
    page.goto("/house/notices")
    expect(page.locator(".letters")).to_contain_text(text)


def test_asks_for_help_and_is_answered(contexts: Contexts, script: bool):
    page = guest(contexts, "Sara", script=script)
    page.locator(".corner[href$='/help']").click()
    page.locator("a[href$='/calls']").click()
    page.locator(".needs button").first.click()
    state = page.locator("main .answer")
    expect(state).to_be_visible()
    said = page.locator(".answer").inner_text()
    educator = contexts.page(EDUCATOR, script=script)
    educator.goto("/admin")
    educator.locator("a.wait.bad[href='/admin/house/messages']").click()
    call = educator.locator("form.call", has_text="Sara")
    assert call.locator(".call-text").inner_text() in said
    quick = call.locator("button[name=quick]").nth(0 if script else 1)
    answer = quick.inner_text()
    quick.click()
    expect(call).to_have_count(0)
    if not script:
        page.reload()
    # Others may have changed the list meanwhile: only this answer counts.
    news = page.locator(".news", has_text=answer)
    expect(news).to_be_visible()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        news.locator("button").click()
    expect(news).to_have_count(0)


# Counts the positions that the page has been told.
POSITIONS = """
window.positions = 0;
const watchPosition = Geolocation.prototype.watchPosition;
Geolocation.prototype.watchPosition = function (heard, ...rest) {
  return watchPosition.call(this, (position) => { heard(position); positions += 1; }, ...rest);
};
"""


def test_says_that_a_shop_is_near_as_long_as_it_is(contexts: Contexts):
    page = guest(contexts, "Pino")
    page.goto("/house/list")
    if not page.locator(".row").count():
        first_product(page)
        page.locator("button.tile").first.click()
        expect(page.locator("li.done").first).to_be_visible()
    shop = page.evaluate("fetch('/house/list/shops').then(answer => answer.json())")["shops"][0]
    metre = 180 / (3.141592653589793 * 6371008.8)
    stand = lambda metres: {"latitude": shop["latitude"] + metres * metre, "longitude": shop["longitude"], "accuracy": 10}
    page.goto("/house/list/shop")
    page.locator(".near button").click()  # a browser of the tests answers no where nothing was granted
    expect(page.locator(".near p")).to_contain_text("Non so dove sei")
    page.context.set_geolocation(stand(shop["radius"] + 1))
    page.context.grant_permissions(["geolocation"])
    page.add_init_script(POSITIONS)
    page.goto("/house/list/shop")
    until(page, "positions > 0")
    assert shop["name"] not in page.locator(".near p").inner_text()
    page.context.set_geolocation(stand(shop["radius"] - 1))
    expect(page.locator(".near p")).to_contain_text(shop["name"])
    expect(page.locator(".near p")).to_contain_text(shop["products"][0])
    # Said for as long as the guest is there, also on a page that is opened anew.
    page.reload()
    expect(page.locator(".near p")).to_contain_text(shop["name"])
    page.context.set_geolocation(stand(shop["radius"] + 50))
    expect(page.locator(".near p")).not_to_contain_text(shop["name"])


def test_an_educator_sees_what_the_choices_do_before_saving(contexts: Contexts, script: bool):
    educator = contexts.page(EDUCATOR, script=script)
    educator.goto("/admin/house/guests")
    educator.locator("tbody a", has_text="Nora").first.click()
    educator.locator(".tabs a[href$='/living']").click()
    sample = educator.locator(".guest-sample")
    educator.locator("select[name=textSize]").select_option("200")
    expect(sample.locator(".sample-page")).to_have_css("font-size", "44px")
    for choice, shown in (("yes", True), ("no", False)):
        educator.locator("select[name=showEuro]").select_option(choice)
        expect(sample.locator(".sample-euro")).to_be_visible(visible=shown)


PAGES = ["/house/home", "/house/shopping", "/house/shopping/search?q=a", "/house/list", "/house/list/shop", "/house/list/money?have=2000",
         "/house/list/print", "/house/list/emptying", "/house/notices", "/house/help", "/house/calls", "/house/independence"]


@pytest.mark.parametrize("language, colours", [("it", "light"), ("en", "dark")])
def test_every_page_of_a_guest(contexts: Contexts, language: str, colours: str):
    page = guest(contexts, "Nora", color_scheme=colours, reduced_motion="reduce")
    educator = contexts.page(EDUCATOR)
    educator.goto("/admin/house/guests")
    educator.locator("tbody a", has_text="Nora").first.click()
    educator.locator(".tabs a[href$='/living']").click()
    if language != "it":
        educator.locator("select[name=language]").select_option(language)
        educator.locator(".savebar .primary").click()
    page.goto("/house/independence")
    if not page.locator(".aid").count():
        educator.goto(educator.url.split("?")[0].removesuffix("/living") + "/independence")
        educator.locator("form[action$='/independence'] button").click()
        page.reload()
        page.locator("[name=answer][value=yes]").click()
    expect(page.locator(".aid")).to_have_count(3)
    first_product(page)
    page.locator("button.tile").first.click()
    expect(page.locator("li.done")).to_have_count(1)
    page.goto("/house/list")
    item = page.locator(".row-picture").first.get_attribute("href")
    problems = []
    for address in [*PAGES, item, "/house/shopping/categories/1"]:
        response = page.goto(address)
        document = Document(page.content(), address)
        found = [*checks.headers(response.headers, address), *checks.language(document, language), *checks.outline(document),
                 *checks.accessibility(page), *large(page), *checks.narrow(page)]
        problems += [f"{address}: {problem}" for problem in found]
    assert not problems, "\n".join(problems)


def large(page: Page):
    """Text of 20 px and more, places to touch of 48 px and more, at most six choices, and less than 40 kB of page."""
    for text, size in page.evaluate(SMALL_TEXTS):
        yield f"{text!r} is written in {size} px"
    for text, width, height in page.evaluate(SMALL_TARGETS):
        yield f"{text!r} is only {width} × {height} px large"
    if (count := page.locator(".tile, .row").count()) > 6:
        yield f"asks to choose among {count}"
    if (length := len(page.content())) > 40_000:
        yield f"is {length} characters long"


SMALL_TEXTS = """() => [...document.querySelectorAll('body *')].filter(e => e.checkVisibility() && !e.closest('.vh, .skip')
    && [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()))
    .map(e => [e.textContent.trim().slice(0, 40), parseFloat(getComputedStyle(e).fontSize)]).filter(([, size]) => size < 19.9)"""

SMALL_TARGETS = """() => [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select')]
    .filter(e => e.checkVisibility() && !e.closest('.skip') && !e.matches('.skip'))
    .map(e => [e.textContent.trim().slice(0, 40), e.getBoundingClientRect()])
    .map(([text, box]) => [text, Math.round(box.width), Math.round(box.height)]).filter(([, width, height]) => width < 48 || height < 48)"""
