"""Every list that the menus of the back office lead to: its blank form, refused form, saved form, deletion, undo and trash.

Nothing here names a resource: a new one is tried because a menu leads to it.
"""

import re
from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from conftest import Contexts, Cookies
from document import Document
from forms import button, expect_refused_with_reasons, fields, fill, is_of_a_finder, message, record_form, save, undo, values
from portico import Server, demo_accounts

MENU = "//header//nav//a[starts-with(@href, '/admin/')]/@href | //nav[contains(concat(' ', @class, ' '), ' tabs ')]//a/@href"
RECORD_FORM = "//main//form[.//button[@name = 'act'][@value = 'save']]"


@pytest.fixture(scope="module")
def blank_forms(server: Server, browser: Browser, cookies: Cookies) -> dict[str, Document]:
    """The lists that offer something new, and their blank forms: read without drawing them."""
    context = browser.new_context(base_url=server.address, storage_state=cookies.of(demo_accounts()[0]))

    def read(address: str) -> Document:
        answer = context.request.get(address)
        assert answer.ok, f"{address}: {answer.status}"
        return Document(answer.text(), server.address + address)

    seen, waiting, found = set(), ["/admin"], {}
    while waiting:
        address = waiting.pop(0)
        if address in seen:
            continue
        seen.add(address)
        page = read(address)
        # An entry of the menu leads to the first of its tabs.
        waiting += [urlsplit(href).path for href in page.root.xpath(MENU)]
        if not page.root.xpath("//main//a[@href = $new]", new=f"{address}/new"):
            continue
        # Webhooks have a form of their own kind and tests of their own.
        blank = read(f"{address}/new")
        if blank.root.xpath(RECORD_FORM):
            found[address] = blank
    context.close()
    assert found, f"no list offers anything new; the menu leads to {sorted(seen)}"
    return found


@pytest.fixture
def lists(blank_forms: dict[str, Document]) -> list[str]:
    """Addresses of the lists that offer something new."""
    return list(blank_forms)


@pytest.fixture
def tried(blank_forms: dict[str, Document], script: bool, thorough: bool) -> list[str]:
    """All lists with script; without it those whose form is built of something that no form before it had."""
    if script or thorough:
        return list(blank_forms)
    met: set[str] = set()
    chosen = []
    for address, blank in blank_forms.items():
        if blank.shapes - met:
            chosen.append(address)
            met |= blank.shapes
    return chosen


def each(lists: list[str], failures: list[str], act) -> None:
    """All lists are tried before the test fails, so that one report shows all."""
    for address in lists:
        try:
            act(address)
        except (AssertionError, Exception) as problem:
            failures.append(f"- {address}: {str(problem).strip()[:1500]}")
    if failures:
        pytest.fail(f"{len(failures)} of {len(lists)} lists:\n" + "\n".join(failures), pytrace=False)


def test_a_refused_form_keeps_what_was_typed(admin: Page, tried: list[str]):
    def act(address: str) -> None:
        admin.goto(f"{address}/new")
        required = [field for field in fields(admin) if field.required and not is_of_a_finder(field.name)]
        assert required, "no field is required, so nothing can be refused"
        typed = fill(admin, "Perché no? <b>&amp;\u00e8")
        record_form(admin).evaluate("form => form.noValidate = true")
        record_form(admin).locator(f"[name='{required[0].name}']").fill("")
        with admin.expect_response(lambda answer: answer.request.method == "POST") as answer:
            save(admin)
        assert answer.value.status == 422, f"answers {answer.value.status} instead of 422"
        expect_refused_with_reasons(admin)
        kept = values(admin)
        for name, value in typed.items():
            if name != required[0].name:
                assert kept.get(name, "").replace("\r", "") == value, f"{name}: {value!r} became {kept.get(name)!r}"

    each(tried, [], act)


def test_saving_without_a_change_is_accepted(admin: Page, tried: list[str]):
    def act(address: str) -> None:
        open_first(admin, address)
        before = values(admin)
        here = admin.url
        save(admin)
        expect(message(admin)).to_be_visible()
        admin.goto(here)
        assert values(admin) == before

    each(tried, [], act)


def test_create_delete_undo_trash_restore(admin: Page, tried: list[str], script: bool):
    def act(address: str) -> None:
        marker = f"Prova {address.rsplit('/', 1)[1]} {'con' if script else 'senza'} script"
        admin.goto(f"{address}/new")
        fill(admin, marker)
        save(admin)
        expect(message(admin)).to_be_visible()
        find(admin, address, marker)
        expect(row(admin, marker)).to_have_count(1)

        delete_by_ticking(admin, marker)
        deleted = message(admin).inner_text()
        undo(admin).click()
        expect(message(admin)).not_to_have_text(deleted)
        find(admin, address, marker)
        expect(row(admin, marker)).to_have_count(1)

        delete_by_ticking(admin, marker)
        assert rows(admin, address, marker) == 0
        admin.goto(f"{address}/trash")
        tick(admin, marker)
        button(admin, "restore").click()
        expect(message(admin)).to_be_visible()
        assert rows(admin, address, marker) == 1

    # A person is named by a sign-in name and answered with a one-time link: PeopleTests tries that. A student's must be somebody's already,
    # and the seed gives each activity its one timetable. What a layout of pages holds is XPath: LayoutTests try it.
    # A campaign needs a questionnaire on teaching: CampaignTests make one.
    each([address for address in tried if not address.endswith(("/people", "/students", "/timetables", "/layouts", "/campaigns"))], [], act)


def test_records_that_do_not_exist_are_not_found(contexts: Contexts, lists: list[str]):
    asking = contexts.new(demo_accounts()[0]).request

    def act(address: str) -> None:
        for id in ("999999999", "0", "-1", "abc", "1e3", "9" * 30, "%00", "1%2F2"):
            answer = asking.get(f"{address}/{id}")
            assert answer.status == 404, f"{id}: {answer.status}"
            assert "<h1" in answer.text(), id

    each(lists, [], act)


def open_first(page: Page, address: str) -> None:
    """The form of the first record, which may be its second page."""
    page.goto(address)
    page.goto(re.match(r".*/\d+", urlsplit(page.locator("main tbody th a").first.get_attribute("href")).path)[0])
    expect(record_form(page)).to_be_attached()


def find(page: Page, address: str, words: str) -> None:
    page.goto(f"{address}?{urlencode({'q': words})}")


def row(page: Page, words: str):
    return page.locator("main tr:has(input[name=id])").filter(has_text=words)


def rows(page: Page, address: str, words: str) -> int:
    """How many rows a search finds, read without drawing them."""
    answer = page.context.request.get(f"{address}?{urlencode({'q': words})}")
    assert answer.ok, f"{answer.url}: {answer.status}"
    found = Document(answer.text(), answer.url).root.xpath("//main//tr[.//input[@name = 'id']]")
    return sum(words in " ".join(one.text_content().split()) for one in found)


def tick(page: Page, words: str) -> None:
    row(page, words).locator("input[name=id]").check()


def delete_by_ticking(page: Page, words: str) -> None:
    tick(page, words)
    button(page, "delete").click()
    expect(undo(page)).to_be_visible()
