"""Nothing is lost and everything can be taken back: history, working copies, dates, previews."""

import re

import pytest
from playwright.sync_api import Page, expect

from conftest import Contexts, sign_in
from forms import button, control, message, save, undo
from portico import DEMO_PASSWORD, demo_accounts
from test_products import LIST, create

CHANGED = "2,75"


@pytest.fixture
def educator(contexts: Contexts, script: bool) -> Page:
    return contexts.page(account(), script=script)


def account() -> str:
    accounts = demo_accounts()
    return "educator" if "educator" in accounts else accounts[0]


def address(page: Page, name: str) -> str:
    """A new product's own address."""
    return create(page, name, price="1,20").split("?")[0]


def change_price(page: Page, product: str, price: str) -> None:
    page.goto(product)
    control(page, "price").fill(price)
    save(page, "save-stay")
    expect(message(page)).to_be_visible()


def test_a_change_is_seen_and_restored_and_that_is_undone(educator: Page, script: bool):
    product = address(educator, f"Miele {script}")
    change_price(educator, product, CHANGED)
    educator.locator("main a[href$='/history']").first.click()
    newest = educator.locator("main tbody tr").first
    expect(newest.locator("del")).to_contain_text("1,20")
    expect(newest.locator("ins")).to_contain_text(CHANGED)
    educator.locator("main tbody tr").last.locator("th a").click()
    educator.locator("main form[action$='/restoration'] button").click()
    expect(control(educator, "price")).to_have_value("1,20")
    done = message(educator).inner_text()
    undo(educator).click()
    expect(message(educator)).not_to_have_text(done)
    educator.goto(product)
    expect(control(educator, "price")).to_have_value(CHANGED)


def test_an_act_is_undone_from_the_list_of_own_acts(educator: Page, script: bool):
    name = f"Zafferano {script}"
    product = address(educator, name)
    change_price(educator, product, CHANGED)
    educator.goto("/admin/acts")
    educator.locator("main tbody tr").filter(has_text=name).first.locator("form button").click()
    expect(message(educator)).to_contain_text(name)
    educator.goto(product)
    expect(control(educator, "price")).to_have_value("1,20")


def test_what_was_typed_comes_back_after_the_window_is_gone(contexts: Contexts):
    context = contexts.new(account())
    page = context.new_page()
    product = address(page, "Liquirizia")
    page.goto(product)
    with page.expect_response(lambda answer: answer.url.endswith("/working-copy")):
        control(page, "price").fill(CHANGED)
    page.close(run_before_unload=False)
    page = context.new_page()
    page.goto(product)
    expect(control(page, "price")).to_have_value("1,20")
    page.locator("main a[href$='working-copy=open']").click()
    expect(control(page, "price")).to_have_value(CHANGED)
    save(page, "save-stay")
    expect(message(page)).to_be_visible()
    expect(page.locator("main a[href$='working-copy=open']")).to_have_count(0)


def test_an_ended_session_is_told_while_typing_and_another_redirect_is_none(contexts: Contexts):
    page = contexts.page(account())
    page.goto(address(page, "Melissa"))
    form = page.locator("#record")
    kept = form.get_attribute("data-keep")
    # An address that leads on to another page, but not to sign in.
    form.evaluate("""form => {
        form.dataset.keep = '/stories/language';
        form.append(Object.assign(document.createElement('input'), { type: 'hidden', name: 'language', value: 'it' }));
    }""")
    control(page, "price").fill("2,10")
    expect(page.locator(".kept")).to_have_text(form.get_attribute("data-offline"))
    page.context.clear_cookies()
    form.evaluate("(form, kept) => { form.dataset.keep = kept; }", kept)
    control(page, "price").fill("2,20")
    expect(page.locator(".kept")).to_have_text(form.get_attribute("data-ended"))


def test_a_refused_form_comes_back_later(educator: Page, script: bool):
    product = address(educator, f"Camomilla {script}")
    educator.goto(product)
    control(educator, "price").fill("tanto")
    save(educator)
    expect(control(educator, "price")).to_have_attribute("aria-invalid", "true")
    educator.goto(product)
    educator.locator("main a[href$='working-copy=open']").click()
    expect(control(educator, "price")).to_have_value("tanto")
    educator.locator("main form[action$='/working-copy/removal'] button").click()
    expect(control(educator, "price")).to_have_value("1,20")


def test_an_ended_session_keeps_the_form(contexts: Contexts, script: bool):
    context = contexts.new(script=script)
    page = context.new_page()
    sign_in(page, account())
    product = address(page, f"Timo {script}")
    page.goto(product)
    control(page, "price").fill(CHANGED)
    context.clear_cookies()
    save(page)
    page.wait_for_url(re.compile("/sign-in"))
    page.locator("#content [name=name]").fill(account())
    page.locator("[name=password]").fill(DEMO_PASSWORD)
    page.locator("[name=password]").press("Enter")
    page.wait_for_url(re.compile(re.escape(product)))
    expect(control(page, "price")).to_have_value(CHANGED)
    save(page, "save-stay")
    expect(message(page)).to_be_visible()
    page.goto(product)
    expect(control(page, "price")).to_have_value(CHANGED)


def test_a_date_stands_in_the_calendar_until_it_is_taken_out(educator: Page, script: bool):
    name = f"Panettone {script}"
    product = address(educator, name)
    educator.goto(product)
    control(educator, "published").uncheck()
    control(educator, "schedule.from").fill("2031-12-01T08:00")
    save(educator)
    expect(message(educator)).to_be_visible()
    educator.goto("/admin/calendar?month=2031-12")
    planned = educator.locator("main .planned").filter(has_text=name)
    expect(planned).to_contain_text("08:00")
    planned.get_by_role("button").click()
    expect(educator.locator("main .planned").filter(has_text=name)).to_have_count(0)


def test_a_draft_leaves_what_is_published_alone(educator: Page, script: bool):
    name = f"Rosmarino {script}"
    product = address(educator, name)
    educator.goto(product)
    control(educator, "price").fill(CHANGED)
    button(educator, "draft").click()
    expect(educator.locator("main .draft-banner")).to_be_visible()
    educator.locator("main a[href$='/draft']").click()
    expect(educator.locator("main .difference")).to_contain_text(CHANGED)
    educator.locator("main form[action$='/draft/publication'] button").click()
    expect(control(educator, "price")).to_have_value(CHANGED)
    expect(educator.locator("main .draft-banner")).to_have_count(0)


def test_a_preview_link_opens_without_an_account_until_it_is_revoked(contexts: Contexts, educator: Page, script: bool):
    name = f"Basilico {script}"
    product = address(educator, name)
    educator.goto(product)
    educator.locator("main form[action$='/preview-links'] button").click()
    link = educator.locator("main .secret").inner_text().strip()
    stranger = contexts.page(script=script)
    assert stranger.goto(link).status == 200
    expect(stranger.locator("h1")).to_have_text(name)
    educator.goto(product)
    educator.locator("main form[action$='/revocation'] button").click()
    expect(message(educator)).to_be_visible()
    assert stranger.goto(link).status == 404


def test_enter_saves_the_draft_and_publishes_nothing(educator: Page, script: bool):
    name = f"Alloro {script}"
    product = address(educator, name)
    educator.goto(product)
    control(educator, "price").fill(CHANGED)
    button(educator, "draft").click()
    expect(educator.locator("main .draft-banner")).to_be_visible()
    price = educator.locator("#record [name=price]")
    price.fill("3,10")
    price.press("Enter")
    expect(message(educator)).to_contain_text(name)
    expect(educator.locator("main .draft-banner")).to_be_visible()
    expect(price).to_have_value("3,10")
    assert len(educator.context.pages) == 1
