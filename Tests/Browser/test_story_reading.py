"""A long story with many branches, read on a phone: one page load, no lost place."""

import contextlib
import sqlite3
import time

from playwright.sync_api import Page, expect

from conftest import Contexts
from portico import Server

PHONE = {"width": 360, "height": 740}
WORDS = (
    "La barca tornava piano verso il molo e nessuno parlava. Sul fondo brillavano tre pesci e una lampada spenta. Lina contava le onde, una "
    "per una, come faceva da bambina quando aveva paura del buio. Poi vide la luce, lontana, e rise. Eccola.")
TRUNK, PLACES, LENGTH = 150, (9, 39, 69, 99, 129), 10
CURRENT = "[...document.querySelectorAll('.fragment')].findLast((item) => item.getBoundingClientRect().top <= innerHeight / 3)?.id"


def long_story(server: Server) -> tuple[int, dict[int, list[int]]]:
    """Two hundred fragments: a trunk, and five other ways of ten fragments; the ways after each fragment where they part."""
    with contextlib.closing(sqlite3.connect(server.data / "portico.sqlite", timeout=20)) as base, base:
        story, writer = base.execute("SELECT (SELECT max(id) FROM fragment) + 1, (SELECT min(id) FROM writer)").fetchone()
        ways: dict[int, list[int]] = {}
        rows = [(story + n, story + n - 1 if n else None, n) for n in range(TRUNK)]
        for place in PLACES:
            first = story + len(rows)
            ways[story + place] = [story + place + 1, first]
            rows += [(first + n, first + n - 1 if n else story + place, place + 1 + n) for n in range(LENGTH)]
        parents = [parent for _, parent, _ in rows]
        for number, parent, depth in rows:
            base.execute(
                "INSERT INTO fragment (id, story, parent, writer, kind, title, text, createdAt, depth, continuations) "
                "VALUES (?, ?, ?, ?, 'text', ?, ?, '2026-01-01 10:00:00.000', ?, ?)",
                [number, story, parent, writer, "" if parent else "La lunga notte", WORDS, depth, parents.count(number)])
        base.execute(
            "INSERT INTO story (id, createdAt, changedAt, tip, folded, language) "
            "VALUES (?, '2026-01-01 10:00:00.000', '2026-01-01 10:00:00.000', ?, 'la lunga notte', 'it')", [story, story + TRUNK - 1])
        base.executemany("INSERT INTO bestBranch (story, position, fragment) VALUES (?, ?, ?)", [(story, n, story + n) for n in range(TRUNK)])
    return story, ways


def until(page: Page, script: str) -> None:
    """Waits for a condition; the page's own policy forbids `wait_for_function` to evaluate it."""
    deadline = time.monotonic() + 20
    while not page.evaluate(script):
        assert time.monotonic() < deadline, script
        page.wait_for_timeout(50)


def on_the_screen(page: Page, place: int) -> float:
    """Where a fragment's choice is on the screen."""
    return page.locator(f"#f{place} .ways").evaluate("(line) => line.getBoundingClientRect().top")


def in_the_middle(page: Page, place: int) -> float:
    """Scrolls until a fragment's choice is in the middle of the screen, and says where that is."""
    page.locator(f"#f{place} .ways").evaluate("(line) => line.scrollIntoView({ block: 'center', behavior: 'instant' })")
    return on_the_screen(page, place)


def test_ten_turnings_on_one_page(server: Server, contexts: Contexts):
    story, ways = long_story(server)
    page = contexts.page(viewport=PHONE)
    loads = []
    page.on("request", lambda request: loads.append(request.url) if request.is_navigation_request() else None)
    page.goto(f"/stories/{story}")
    expect(page.locator(".fragment")).to_have_count(TRUNK)
    height = page.evaluate(f"document.getElementById('f{story + 25}').offsetTop - document.getElementById('f{story}').offsetTop")
    assert height < 6000, height
    screens = page.evaluate("document.documentElement.scrollHeight / innerHeight")
    assert screens < TRUNK / 25 * 6000 / PHONE["height"] + 3, screens
    links = page.locator(f"#f{story + 9}").locator("a:visible")
    expect(links).to_have_count(2)
    turnings, scrolled = 0, 0.0
    for place, (usual, other) in ways.items():
        for there, gone in ((other, usual), (usual, other)):
            before = in_the_middle(page, place)
            top = page.evaluate("scrollY")
            page.locator(f"#f{place} [data-turn]").click()
            expect(page.locator(f"#f{there}")).to_be_attached()
            expect(page.locator(f"#f{gone}")).not_to_be_attached()
            assert abs(on_the_screen(page, place) - before) <= 2, "the reader stays where they are"
            assert page.url.endswith(f"/stories/{story}/branches/{there}")
            turnings, scrolled = turnings + 1, scrolled + abs(page.evaluate("scrollY") - top)
    assert turnings == 10
    assert scrolled <= PHONE["height"], "ten turnings together scroll no more than one screen"
    assert len(loads) == 1, loads

    # A touch on the words opens what may be done with the fragment.
    page.locator(f"#f{story + 60} .fragment-text").click()
    expect(page.locator(f"#f{story + 60} .about")).to_have_attribute("open", "")

    # The map opens over the text, and leads to another place without a page.
    page.locator("[data-tree]").click()
    dialog = page.locator("dialog.story-dialog")
    expect(dialog.locator("li")).to_have_count(1 + 2 * len(PLACES))
    dialog.locator(f"a[href$='#f{ways[story + 39][1]}']").click()
    expect(page.locator(f"#f{ways[story + 39][1]}")).to_be_in_viewport()
    assert len(loads) == 1, loads

    # The place is found again after a reload, and from the story's own address.
    page.locator(f"#f{story + 20}").evaluate("(item) => scrollTo({ top: scrollY + item.getBoundingClientRect().top - 100, behavior: 'instant' })")
    here = page.evaluate(CURRENT)
    until(page, f"JSON.parse(localStorage.getItem('story-{story}')).at === '{here[1:]}'")
    page.reload()
    until(page, f"{CURRENT} === '{here}'")
    page.goto(f"/stories/{story}")
    until(page, f"{CURRENT} === '{here}'")


def test_the_way_from_the_start_loads_no_page(server: Server, contexts: Contexts):
    story, ways = long_story(server)
    page = contexts.page(viewport=PHONE)
    loads = []
    page.on("request", lambda request: loads.append(request.url) if request.is_navigation_request() else None)
    page.goto(f"/stories/{story}/choice?at={story}")
    expect(page.locator(".choice-passed > *")).to_have_count(10)
    page.locator(f".story-ways a[href$='at={story + 10}']").click()
    expect(page.locator(".choice-passed > *")).to_have_count(40)
    last = ways[story + 39][1]
    page.locator(f".story-ways a[href$='at={last}']").click()
    expect(page.locator("article.story")).to_be_visible()
    expect(page.locator(f"#f{last}")).to_be_in_viewport()
    assert len(loads) == 1, loads


def test_three_stories_on_the_first_screen(contexts: Contexts):
    page = contexts.page(viewport=PHONE)
    page.goto("/stories")
    tabs = page.locator(".story-tabs").bounding_box()["y"]
    bottoms = [box["y"] + box["height"] for box in (page.locator(".story-card").nth(n).bounding_box() for n in range(3))]
    assert max(bottoms) <= tabs, (bottoms, tabs)
