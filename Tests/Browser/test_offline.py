"""The guests' pages as an app of the device, and without a network."""

import re
import sqlite3
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from conftest import Contexts
from guests import EDUCATOR, come_in, guest, look_at, pair
from portico import TEXTS, Server
from test_cooking import RECIPE, open_recipe

IT = TEXTS["it"]
KEPT = IT("living.offline.kept")
# What a browser says of itself when it has no network, or when a test takes an answer away.
EXPECTED = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "ERR_NETWORK_CHANGED", "EventSource's response")


@pytest.fixture
def far(contexts: Contexts) -> Iterator[Contexts]:
    """Contexts that may be without a network."""
    yield contexts
    for _, watch in contexts.open:
        watch.problems[:] = [problem for problem in watch.problems if not any(part in problem for part in EXPECTED)]


@pytest.fixture(autouse=True)
def empty_list(server: Server) -> None:
    change(server, "DELETE FROM listItem")
    change(server, "DELETE FROM notice")


def change(server: Server, sql: str) -> None:
    with sqlite3.connect(server.data / "portico.sqlite", timeout=10) as database:
        database.execute("PRAGMA foreign_keys = ON")
        database.execute(sql)


def rows(server: Server) -> dict[str, tuple[int, bool]]:
    """Pieces of each product of the list, and whether it was bought."""
    sql = """SELECT product.name, quantity, bought FROM listItem JOIN product ON product.id = product
             JOIN shoppingList ON shoppingList.id = listID AND state = 'open' WHERE removal IS NULL"""
    with sqlite3.connect(server.data / "portico.sqlite", timeout=10) as database:
        return {name: (quantity, bool(bought)) for name, quantity, bought in database.execute(sql)}


def fill(page: Page, count: int) -> list[str]:
    """Puts so many things into the list; gives their names."""
    page.goto("/house/shopping/categories/1")
    for number in range(count):
        page.locator("button.tile").nth(number).click()
        expect(page.locator("li.done")).to_have_count(number + 1)
    names = page.locator("li.done .tile-label").all_inner_texts()
    page.goto("/house/list/shop")
    expect(page.locator("button.pick")).to_have_count(count)
    until_saved(page, "/house/list", "/house/list/shop", containing=names[-1])
    return names


def until_saved(page: Page, *addresses: str, containing: str = "") -> None:
    """Waits until the device has copies of pages, as somebody does who looks whether his list is in his pocket."""
    page.evaluate("""async ([addresses, text]) => {
        const end = Date.now() + 30000;
        const has = async (address) => (await (await caches.match(address))?.text())?.includes(text);
        while (!(await Promise.all(addresses.map(has))).every(Boolean)) {
            if (Date.now() > end) throw new Error(`${addresses} were not saved`);
            await new Promise((done) => { setTimeout(done, 50); });
        }
    }""", [list(addresses), containing])


def copies(page: Page) -> list[str]:
    return page.evaluate("caches.keys().then((names) => names.filter((name) => !name.startsWith('house-shell-')))")


def leave_network(page: Page) -> None:
    page.context.set_offline(True)


def find_network(page: Page) -> None:
    page.context.set_offline(False)


def name_of(page: Page, row: int) -> str:
    return page.locator("#rows .row-name").nth(row).evaluate("name => name.firstChild.textContent.trim()")


# MARK: The app

def test_can_be_put_beside_the_apps(contexts: Contexts):
    page = guest(contexts, "Marta")
    until_saved(page, "/house/home")
    client = page.context.new_cdp_session(page)
    errors = {error["errorId"] for error in client.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert errors <= {"in-incognito"}, errors  # as every window of a test is
    manifest = client.send("Page.getAppManifest")
    assert manifest["url"].endswith("/house/manifest/it") and manifest["errors"] == []
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.map((one) => new URL(one.scope).pathname))") == ["/house"]


def test_keeps_nothing_of_pages_that_an_educator_tries(contexts: Contexts):
    educator = contexts.page(EDUCATOR)
    educator.goto("/house")
    if not educator.locator("a.tile", has_text="Marta").count():
        educator.locator("a.tile", has_text="Rossa").click()
    educator.locator("a.tile", has_text="Marta").click()
    educator.locator(".enter form button").first.click()
    expect(educator.locator(".tried")).to_be_visible()
    educator.goto("/house/list")
    expect(educator.locator(".tried")).to_be_visible()
    educator.goto("/admin")
    expect(educator.locator("main")).to_be_visible()
    assert educator.evaluate("caches.keys()") == []
    assert educator.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0


# MARK: Looking

# Makes the copy of the clock one that was saved an hour ago.
AN_HOUR_AGO = """async () => {
    const hour = 3600000, pages = await caches.open((await caches.keys()).find((name) => name.startsWith('house-pages-')));
    const copy = await pages.match('/house/clock'), headers = new Headers(copy.headers);
    headers.set('portico-saved', Number(headers.get('portico-saved')) - hour);
    const text = (await copy.text()).replace(/data-now="(\\d+)"/, (_, then) => `data-now="${Number(then) - hour}"`);
    await pages.put('/house/clock', new Response(text.replace(/(data-clock-sentence>)[^<]*/, '$1Era un’ora fa.'), { headers }));
}"""

def test_list_recipe_and_clock_without_a_network(far: Contexts):
    page = guest(far, "Marta")
    names = fill(page, 3)
    open_recipe(page)
    recipe = page.evaluate("location.pathname")
    until_saved(page, "/house/clock", recipe, f"{recipe}/steps/{len(RECIPE['steps'])}", f"{recipe}/end")
    page.evaluate(AN_HOUR_AGO)
    leave_network(page)

    page.goto("/house/list")
    expect(page.locator("#said")).to_contain_text(IT("living.offline.saved"))
    page.reload()
    assert sorted(name_of(page, row) for row in range(3)) == sorted(names)
    pictures = page.locator(".row-picture img")
    assert pictures.count() and all(pictures.evaluate_all("all => all.map(one => one.complete && one.naturalWidth > 0)"))

    page.goto(recipe)
    page.reload()
    page.locator("form[action$='/progress'] button").last.click()
    for step in RECIPE["steps"]:
        expect(page.locator(".step-text")).to_have_text(step["text"])
        page.locator(".step-ways .primary").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(IT("cooking.end.title"))

    page.goto("/house/clock")
    assert abs(int(page.locator("body").get_attribute("data-now")) / 1000 - time.time()) < 30
    sentence = page.evaluate("""async () => {
        const zone = Number(document.querySelector('[data-clock]').dataset.offset) * 1000;
        const lines = (await (await fetch(document.querySelector('[data-clock]').dataset.sentences)).text()).split('\\n');
        const minute = () => Math.floor((Date.now() + zone) / 60000) % 1440;
        return [minute() - 1, minute(), minute() + 1].map((one) => lines[(one + 1440) % 1440].split('\\t')[1]);
    }""")
    expect(page.locator("[data-clock-sentence]")).to_have_text(re.compile("|".join(map(re.escape, sentence))))
    find_network(page)
    expect(page.locator("body[data-saved]")).to_have_count(0)


def test_says_clearly_that_there_is_no_network(far: Contexts):
    page = guest(far, "Marta")
    fill(page, 1)
    open_recipe(page)
    until_saved(page, "/house/home", "/house/clock", page.evaluate("location.pathname"))
    leave_network(page)
    page.goto("/house/euro")
    expect(page.get_by_role("heading", level=1)).to_have_text("Non c’è internet. La tua lista è qui.")
    expect(page.locator("[data-copies] a.door")).to_have_text([RECIPE["name"]])
    page.locator("main a[href='/house/clock']").click()
    expect(page.locator("[data-clock]")).to_be_visible()
    # The address of the app itself.
    page.goto("/house")
    expect(page).to_have_url(re.compile("/house/home$"))
    page.goto("/house/euro")
    page.locator("main a[href='/house/list']").click()
    expect(page.locator(".row")).to_have_count(1)
    # What needs a network says so.
    page.locator("a[href='/house/list/emptying']").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Non c’è internet. La tua lista è qui.")
    find_network(page)
    expect(page.get_by_role("heading", level=1)).to_have_text(IT("living.list.emptyAsk"))


# MARK: Writing

def test_three_things_ticked_without_a_network_are_bought_once(far: Contexts, server: Server):
    page = guest(far, "Marta")
    names = fill(page, 3)
    version = lambda: version_of(server)
    before = version()
    leave_network(page)
    for row in range(3):
        page.locator("button.pick").nth(row).click()
        expect(page.locator("li.is-bought")).to_have_count(row + 1)
        expect(page.locator("#said")).to_contain_text(KEPT)
    assert not any(bought for _, bought in rows(server).values())
    page.reload()
    expect(page.locator("li.is-bought .row-kept")).to_have_count(3)
    find_network(page)
    expect(page.locator("#said")).to_contain_text(IT("living.offline.sent"))
    expect(page.locator(".done-all")).to_be_visible()
    assert rows(server) == {name: (1, True) for name in names}
    assert version() == before + 1, "one change of the list"
    # Nothing is left to send.
    page.reload()
    expect(page.locator("li.is-bought")).to_have_count(3)
    expect(page.locator("#said")).to_be_empty()
    assert version() == before + 1


def version_of(server: Server) -> int:
    with sqlite3.connect(server.data / "portico.sqlite", timeout=10) as database:
        return database.execute("SELECT version FROM shoppingList WHERE state = 'open' AND guestID IS NULL AND houseID = 1").fetchone()[0]


def test_pieces_adding_and_taking_out_without_a_network(far: Contexts, server: Server):
    page = guest(far, "Marta")
    names = fill(page, 2)
    page.goto("/house/shopping/categories/1")
    until_saved(page, "/house/shopping/categories/1", containing="li")
    look_at(page, "/house/list")
    first, second = name_of(page, 0), name_of(page, 1)
    leave_network(page)
    page.locator(".row").nth(0).locator("button[value='1']").click()
    expect(page.locator("output").nth(0)).to_have_text("2")
    page.locator(".row").nth(0).locator("button[value='1']").click()
    expect(page.locator("output").nth(0)).to_have_text("3")
    page.locator(".row").nth(1).locator("button[value='-1']").click()
    expect(page.locator(".is-out")).to_contain_text(IT("living.offline.removed").replace("%", second))
    page.locator(".is-out button").click()
    expect(page.locator("output").nth(1)).to_have_text("1")
    page.locator(".row").nth(1).locator("button[value='-1']").click()
    expect(page.locator(".is-out")).to_be_visible()

    page.goto("/house/shopping/categories/1")
    tile = page.locator("li:not(.done) button.tile").first
    added = tile.locator(".tile-label").inner_text()
    tile.click()
    expect(page.locator("li.done", has_text=added)).to_contain_text(IT("living.offline.inList").replace("%", "1"))
    page.goto("/house/list")
    expect(page.locator(".row", has_text=added)).to_contain_text(IT("living.offline.rowKept"))
    expect(page.locator("output").nth(0)).to_have_text("3")
    expect(page.locator(".is-out")).to_be_visible()
    find_network(page)
    expect(page.locator("#said")).to_contain_text(IT("living.offline.sent"))
    assert rows(server) == {first: (3, False), added: (1, False)}
    assert first in names and second in names


def test_what_arrived_without_its_answer_is_not_done_again(far: Contexts, server: Server):
    page = guest(far, "Marta")
    [name] = fill(page, 1)
    look_at(page, "/house/list")
    lost = []

    def lose(route):
        if lost:
            return route.continue_()
        lost.append(route.request.url)
        route.fetch(max_redirects=0)
        route.abort()

    page.route("**/quantity", lose)
    for _ in range(2):
        page.locator("button[value='1']").click()
        expect(page.locator("#said")).not_to_be_empty()
    expect(page.locator("#said")).not_to_contain_text(KEPT)
    expect(page.locator("output")).to_have_text("3")
    assert rows(server) == {name: (3, False)}
    assert lost


def test_two_browsers_change_different_rows(far: Contexts, server: Server):
    page, other = guest(far, "Marta"), guest(far, "Sara")
    fill(page, 3)
    look_at(page, "/house/list")
    first, second, third = (name_of(page, row) for row in range(3))
    leave_network(page)
    page.locator(".row").nth(0).locator("button[value='1']").click()
    expect(page.locator("#said")).to_contain_text(KEPT)
    look_at(other, "/house/list")
    other.locator(".row").nth(1).locator("button[value='1']").click()
    expect(other.locator("output").nth(1)).to_have_text("2")
    look_at(other, "/house/list/shop")
    other.locator("button.pick").nth(2).click()
    expect(other.locator("li.is-bought")).to_have_count(1)
    find_network(page)
    expect(page.locator("#said")).to_contain_text(IT("living.offline.sent"))
    assert rows(server) == {first: (2, False), second: (2, False), third: (1, True)}


def test_says_what_was_not_done(far: Contexts, server: Server):
    page = guest(far, "Marta")
    [name] = fill(page, 1)
    look_at(page, "/house/list")
    leave_network(page)
    page.locator("button[value='1']").click()
    expect(page.locator("output")).to_have_text("2")
    educator = far.page(EDUCATOR)
    educator.goto("/admin/house/lists")
    educator.locator("[name^='out-']").check()
    educator.locator("main form .primary").first.click()
    expect(educator.locator("[name^='out-']")).to_have_count(0)
    find_network(page)
    trouble = page.locator("#said .trouble")
    expect(trouble).to_contain_text(IT("living.offline.refused.takenOut", name=name))
    page.reload()
    expect(trouble).to_be_visible()
    trouble.locator("button").click()
    expect(trouble).to_have_count(0)
    page.reload()
    expect(page.locator("main h1")).to_be_visible()
    expect(trouble).to_have_count(0)
    assert rows(server) == {}


# MARK: Whose copies they are

def test_nobody_sees_another_persons_copies(far: Contexts):
    page = guest(far, "Marta")
    fill(page, 1)
    assert any(name.startswith("house-pages-") for name in copies(page))
    page.goto("/house/help")
    page.locator("form[action='/house/exit'] button").click()
    page.wait_for_url("**/house")
    assert copies(page) == []
    leave_network(page)
    page.goto("/house/list")
    expect(page.get_by_role("heading", level=1)).to_have_text(IT("living.offline.nothing"))
    find_network(page)
    page.wait_for_url("**/house")

    come_in(page, "Sara")
    until_saved(page, "/house/list")
    mine = copies(page)
    # Straight in, without leaving.
    page.goto("/house/guests/1/entry")
    page.locator(".enter form button").first.click()
    page.wait_for_url("**/house/home")
    until_saved(page, "/house/list")
    assert not set(mine) & set(copies(page))


def test_leaving_without_a_network_leaves_all_the_same(far: Contexts, server: Server):
    page = guest(far, "Marta")
    [name] = fill(page, 1)
    until_saved(page, "/house/help")
    leave_network(page)
    page.locator("button.pick").click()
    expect(page.locator("#said")).to_contain_text(KEPT)
    page.goto("/house/help")
    page.locator("form[action='/house/exit'] button").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(IT("living.offline.nothing"))
    page.goto("/house/list")
    expect(page.get_by_role("heading", level=1)).to_have_text(IT("living.offline.nothing"))
    assert copies(page) == []
    find_network(page)
    page.wait_for_url("**/house")
    expect(page.get_by_role("heading", level=1)).to_have_text(IT("living.who"))
    assert rows(server) == {name: (1, True)}


def test_what_waits_is_sent_for_the_same_guest_only(far: Contexts, server: Server):
    page = guest(far, "Marta")
    [name] = fill(page, 1)
    leave_network(page)
    page.locator("button.pick").click()
    expect(page.locator("#said")).to_contain_text(KEPT)
    change(server, "DELETE FROM guestSession")
    find_network(page)
    page.wait_for_url("**/house")
    assert rows(server) == {name: (1, False)}
    come_in(page, "Sara")
    page.goto("/house/list/shop")
    expect(page.locator("button.pick")).to_have_count(1)
    assert rows(server) == {name: (1, False)}
    page.goto("/house/guests/1/entry")
    page.locator(".enter form button").first.click()
    expect(page.locator("#said")).to_contain_text(IT("living.offline.sent"))
    assert rows(server) == {name: (1, True)}


def test_a_new_version_takes_over(contexts: Contexts, server: Server):
    page = guest(contexts, "Marta")
    fill(page, 1)
    shell = page.evaluate("caches.keys().then((names) => names.filter((name) => name.startsWith('house-shell-')))")
    assert len(shell) == 1 and shell[0].endswith(page.locator("link[rel=stylesheet]").get_attribute("href").removesuffix("/house.css"))
    # Everything that a page loads by itself comes from the device.
    page.goto("/house/list")
    missing = page.evaluate("""async () => {
        const loaded = performance.getEntriesByType('resource').map((one) => new URL(one.name).pathname).filter((path) => path.startsWith('/assets/'));
        const held = await Promise.all(loaded.map((path) => caches.match(path)));
        return loaded.filter((_, i) => !held[i]);
    }""")
    assert missing == []
