"""Nothing moves under a finger on the guests' pages, and no two ways of a page have one name: measured after each act, with large letters too."""

import sqlite3
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

import checks
from conftest import Contexts, Cookies
from guests import EDUCATOR, guest, pair, until
from portico import Server
from test_cooking import COUNTS_DOWN, PAGES as KITCHEN, end_timers, go_to, open_recipe
from test_guests import PAGES as HOUSE

TABLES = ("listItem", "notice", "kitchenTimer", "cooking", "thingAtHand")
PHONE = {"width": 360, "height": 740}
NAME = "Nora"
SHELF = "/house/shopping/categories/1"

# Everything that can be touched: what it does, whatever it is called just now, and where it is on the page and on the screen.
TOUCHABLE = """() => {
  const seen = {};
  const found = {};
  const path = (address) => { const url = new URL(address, location); url.searchParams.delete('rows'); url.searchParams.delete('ask'); url.searchParams.delete('have'); return url.pathname + url.search; };
  for (const one of document.querySelectorAll('a[href], button, input:not([type=hidden])')) {
    if (!one.checkVisibility({visibilityProperty: true}) || one.closest('.skip, .asked, .said, .news')) continue;
    const form = one.closest('form');
    const place = one.closest('li[id], article[id]')?.id ?? '';
    let key = one.matches('a') ? path(one.href) : `${form ? path(form.action) : ''} ${one.name} ${['bought', 'step'].includes(one.name) ? '' : one.value}`;
    if (place.startsWith('d')) key = 'piece';  // of the purse: its address holds all that was touched before
    key = `${place} ${key.trim()}`;
    seen[key] = (seen[key] ?? 0) + 1;
    const box = one.getBoundingClientRect();
    found[`${key} #${seen[key]}`] = [box.left, box.top, box.width, box.height].map(Math.round).concat(Math.round(scrollY), one.closest('.guest-foot, header') ? 1 : 0);
  }
  return found;
}"""


class Places:
    """Where everything that can be touched was, and is after each act."""

    def __init__(self, page: Page, script: bool):
        self.page, self.script = page, script

    def after(self, name: str, touched: Locator, done: Callable[[], None]) -> list[str]:
        """Touches the middle of something, after it was brought into view, as a finger does; Playwright's own click scrolls once more."""
        if self.script:
            until(self.page, "performance.getEntriesByType('resource').some(one => one.name.endsWith('/living/swap.js'))")
            touched.wait_for()
            checks.wait_until_quiet(self.page)
            until(self.page, "!('settling' in document.body.dataset)")
        touched.evaluate("""one => {
            if (one.closest('.strip')) one.closest('.strip').scrollTop = one.offsetTop;
            else if (!one.closest('.guest-foot')) one.scrollIntoView({block: 'center', behavior: 'instant'});
        }""")
        before = self.page.evaluate(TOUCHABLE)
        box = touched.bounding_box()
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        done()
        if self.script:
            until(self.page, "!('settling' in document.body.dataset)")
        after = self.page.evaluate(TOUCHABLE)
        assert set(before) & set(after), f"{name}: nothing remained"
        return [f"{name}: {what} was at {self.place(before[what])} and is at {self.place(after[what])}"
                for what in before.keys() & after.keys() if not self.is_same(before[what], after[what])]

    def place(self, box: list[int]) -> tuple[int, ...]:
        """On the screen; without script the page is loaded anew, so that its places on the paper count."""
        left, top, width, height, scroll, is_foot = box
        return (left, top if self.script or is_foot else top + scroll, width, height)

    def is_same(self, one: list[int], other: list[int]) -> bool:
        # The lines at the foot are always on the screen's lower edge, and what is written above them may take room.
        return all(abs(a - b) <= 1 for a, b in zip(self.place(one)[:2], self.place(other)[:2]))


def empty(server: Server) -> None:
    """As at the beginning: nothing in lists, nothing on the stove."""
    with sqlite3.connect(server.data / "portico.sqlite", timeout=10) as database:
        database.execute("PRAGMA foreign_keys = ON")
        for table in TABLES:
            database.execute(f"DELETE FROM {table}")


def set_preference(server: Server, key: str, value: str) -> None:
    with sqlite3.connect(server.data / "portico.sqlite", timeout=10) as database:
        who = database.execute("SELECT id, houseID FROM guest WHERE name LIKE ?", (NAME + "%",)).fetchone()
        database.execute("DELETE FROM livingPreference WHERE key = ? AND guestID = ?", (key, who[0]))
        database.execute("INSERT INTO livingPreference (guestID, houseID, key, value) VALUES (?, ?, ?, ?)", (*who, key, value))


@pytest.fixture(params=["100", "200"])
def size(request: pytest.FixtureRequest) -> str:
    """The size of the letters, as a percentage."""
    return request.param


@pytest.fixture(scope="module")
def inside(server: Server, browser: Browser, cookies: Cookies) -> dict:
    """The cookies of a device on which the guest has come in, once for all tests."""
    made = Contexts(server, browser, cookies)
    state = guest(made, NAME, viewport=PHONE).context.storage_state()
    made.close()
    return state


@pytest.fixture
def page(contexts: Contexts, server: Server, inside: dict, script: bool, size: str, thorough: bool) -> Page:
    if size == "100" and not script and not thorough:
        pytest.skip("without script the large letters stand for the small ones; --thorough tries both")
    empty(server)
    set_preference(server, "textSize", size)
    device = contexts.page(script=script, viewport=PHONE, storage_state=inside)
    device.goto("/house/home")
    return device


@pytest.fixture
def places(page: Page, script: bool) -> Places:
    return Places(page, script)


def test_putting_things_into_the_list(page: Page, places: Places, server: Server):
    page.goto(SHELF)
    tiles = page.locator("button.tile")
    problems = []
    for number, pieces in [(0, "1"), (0, "2"), (1, "1"), (tiles.count() - 1, "1")]:
        tile = tiles.nth(number)
        problems += places.after(f"tile {number}", tile, lambda: expect(tile.locator(".tile-text")).to_contain_text(pieces))
        expect(page.locator(".said")).to_contain_text(tile.locator(".tile-label").inner_text() + ": nella lista.")
    # "Take out" is at the foot.
    problems += places.after("take out", page.locator(".said button"), lambda: expect(page.locator(".done")).to_have_count(2))
    with sqlite3.connect(server.data / "portico.sqlite", timeout=10) as database:
        listed = database.execute("SELECT product FROM listItem WHERE removal IS NULL").fetchone()[0]
    empty(server)
    page.goto(f"/house/shopping/products/{listed}")
    problems += places.after("put in", page.locator("button[name=product]"), lambda: expect(page.locator("output")).to_be_visible())
    for by, pieces in [("1", "2"), ("-1", "1")]:
        problems += places.after(f"by {by}", page.locator(f"button[name=by][value='{by}']"),
                                 lambda: expect(page.locator("output")).to_have_text(pieces))
    problems += places.after("last piece", page.locator("button[name=by][value='-1']"),
                             lambda: expect(page.locator(".asked")).to_be_visible())
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("edge", ["upper", "lower"])
def test_a_finger_that_touches_twice_puts_one_thing_in(contexts: Contexts, server: Server, edge: str):
    set_preference(server, "textSize", "100")
    empty(server)
    page = guest(contexts, NAME, viewport=PHONE)
    page.goto(SHELF)
    until(page, "performance.getEntriesByType('resource').some(one => one.name.endsWith('/living/swap.js'))")
    # At the lower edge of the screen is where the strip usually says what was done.
    tile = page.locator("button.tile").nth(0 if edge == "upper" else 2)
    if edge == "lower":
        tile.evaluate("one => scrollBy({top: one.getBoundingClientRect().top - innerHeight + 60, behavior: 'instant'})")
    box = tile.bounding_box()
    assert (box["y"] > PHONE["height"] / 2) == (edge == "lower")
    x, y = box["x"] + box["width"] / 2, box["y"] + 20
    page.mouse.click(x, y)
    expect(page.locator(".done")).to_have_count(1)
    # The page has just been swapped.
    page.mouse.click(x, y)
    until(page, "!('settling' in document.body.dataset)")
    with page.expect_response("**/house/list/items"):
        page.mouse.click(x, y)
    expect(page.locator(".done .tile-text")).to_contain_text("2")
    expect(page.locator(".done")).to_have_count(1)
    # What was done can be taken back, wherever it is said.
    page.locator(".said button").click()
    expect(page.locator(".done .tile-text")).to_contain_text("1")


def fill(page: Page, count: int) -> None:
    page.goto(SHELF)
    for number in range(count):
        page.locator("button.tile").nth(number).click()
        expect(page.locator(".done")).to_have_count(number + 1)


def test_the_list(page: Page, places: Places):
    fill(page, 3)
    page.goto("/house/list")
    rows = page.locator("#rows .row")
    less, more = rows.nth(1).locator("[value='-1']"), rows.nth(1).locator("[value='1']")
    problems = places.after("more", more, lambda: expect(rows.nth(1).locator("output")).to_have_text("2"))
    problems += places.after("less", less, lambda: expect(rows.nth(1).locator("output")).to_have_text("1"))
    problems += places.after("last piece", less, lambda: expect(page.locator(".asked")).to_be_visible())
    problems += places.after("keep", page.locator(".asked a"), lambda: expect(page.locator(".asked")).to_have_count(0))
    less.click()
    problems += places.after("take out", page.locator(".asked button"), lambda: expect(page.locator(".is-gone")).to_have_count(1))
    problems += places.after("undo", page.locator(".said button"), lambda: expect(page.locator(".is-gone")).to_have_count(0))
    page.goto("/house/list")
    expect(rows).to_have_count(3)
    assert not problems, "\n".join(problems)


def test_the_shop(page: Page, places: Places):
    fill(page, 3)
    page.goto("/house/list/shop")
    rows = page.locator("button.pick")
    problems = []
    for number in (0, 1, 2):
        problems += places.after(f"row {number}", rows.nth(number), lambda: expect(page.locator("li.is-bought")).to_have_count(number + 1))
    expect(page.locator(".done-all")).to_be_visible()
    problems += places.after("not taken", rows.first, lambda: expect(page.locator("li.is-bought")).to_have_count(2))
    # Opened anew, what is to buy comes first.
    page.goto("/house/list/shop")
    expect(page.locator("li.is-bought")).to_have_count(2)
    expect(page.locator("#rows li").first).not_to_have_class("is-bought")
    assert not problems, "\n".join(problems)


def test_taking_things_out_for_a_recipe(page: Page, places: Places, server: Server):
    set_preference(server, "skipInPantry", "no")
    open_recipe(page)
    recipe = page.url
    problems = []
    page.goto(recipe + "/ingredients")
    things = page.locator("button.thing")
    for number in range(things.count()):
        pressed = things.nth(number)
        problems += places.after(f"thing {number}", pressed, lambda: expect(pressed).to_have_attribute("aria-pressed", "true"))
        problems += places.after(f"thing {number} back", pressed, lambda: expect(pressed).to_have_attribute("aria-pressed", "false"))
    page.goto(recipe + "/missing")
    button = page.locator("button[name=kind][value=ingredient]")
    problems += places.after("into the list", button, lambda: expect(button).to_have_count(0))
    assert not problems, "\n".join(problems)


def test_a_step_and_its_timer(page: Page, places: Places):
    go_to(page, COUNTS_DOWN)
    address = page.url
    stop = page.locator("#timer .stop")
    problems = places.after("start", page.locator(".timer-start"), lambda: expect(stop).to_be_visible())
    clock = page.locator("#timer .timer-clock").inner_text()
    problems += places.after("more", page.locator("#timer button[name=next]").first,
                             lambda: expect(page.locator("#timer .timer-clock")).not_to_have_text(clock))
    # Going on is asked first, at the foot.
    problems += places.after("next", page.locator(".step-ways .primary"), lambda: expect(page.locator(".asked")).to_be_visible())
    expect(page.locator(".asked")).to_contain_text("Il timer non è finito")
    page.locator(".asked a").click()
    expect(page.locator(".asked")).to_have_count(0)
    expect(page.locator(".step-place")).to_contain_text(f"Passo {COUNTS_DOWN} ")
    page.locator(".step-ways .primary").click()
    page.locator(".asked button").click()
    expect(page.locator(".step-place")).to_contain_text(f"Passo {COUNTS_DOWN + 1} ")
    page.goto(address)
    problems += places.after("stop", stop, lambda: expect(page.locator(".timer-start")).to_be_visible())
    assert not problems, "\n".join(problems)


def test_the_end_is_asked_while_a_timer_runs(page: Page, server: Server):
    go_to(page, COUNTS_DOWN)
    page.locator(".timer-start").click()
    expect(page.locator("#timer .stop")).to_be_visible()
    steps = int(page.locator(".step-progress").get_attribute("max"))
    page.goto(page.url.rsplit("/", 1)[0] + f"/{steps}")
    page.locator(".step-ways .primary").click()
    expect(page.locator(".asked")).to_contain_text("Il timer non è finito")
    page.locator(".asked button", has_text="Ho finito lo stesso").click()
    page.wait_for_url("**/end")


def test_timers_and_money(page: Page, places: Places, script: bool):
    page.goto("/house/timers")
    cards = page.locator(".own-timers .timer")
    minutes = page.locator("button.minutes")
    problems = []
    for number in (0, 1):
        problems += places.after(f"start {number}", minutes.nth(number), lambda: expect(cards).to_have_count(number + 1))
    problems += places.after("more", cards.first.locator("button").first, lambda: expect(cards).to_have_count(2))
    if script:  # without it the page is opened anew, and nothing is kept of what is gone
        problems += places.after("stop", cards.first.locator(".stop"), lambda: expect(cards).to_have_count(1))
    end_timers(page)
    page.goto("/house/list/money")
    problems += places.after("have", page.locator(".moneys a").nth(2), lambda: expect(page.locator(".answer")).to_be_visible())
    page.goto("/house/euro/purse")
    total = page.locator(".purse-sum")
    for number in (1, 2, 1):
        before = total.inner_text()
        problems += places.after(f"piece {number}", page.locator(".piece-tile").nth(number),
                                 lambda: expect(total).not_to_have_text(before))
    assert not problems, "\n".join(problems)


def test_a_notice_moves_nothing(contexts: Contexts, page: Page, places: Places, server: Server, script: bool):
    page.goto("/house/shopping")
    with sqlite3.connect(server.data / "portico.sqlite", timeout=10) as database:
        house, who = database.execute("SELECT houseID, id FROM guest WHERE name LIKE ?", (NAME + "%",)).fetchone()
        database.execute(
            """INSERT INTO notice (houseID, kind, author, text, createdAt)
               VALUES (?, 'message', 'Chiara', 'Usciamo alle sei.', strftime('%Y-%m-%d %H:%M:%f', 'now'))""", (house,))
        notice = database.execute("SELECT max(id) FROM notice").fetchone()[0]
        database.execute("INSERT INTO noticeDelivery (noticeID, guestID) VALUES (?, ?)", (notice, who))
    page.reload()
    expect(page.locator(".news")).to_be_visible()
    problems = places.after("read", page.locator(".news button"), lambda: expect(page.locator(".news")).to_have_count(0))
    assert not problems, "\n".join(problems)


SECRETS = {"pin": ("Ugo", "2580", "1111"), "pictures": ("Lia", None, "123")}


def enlarge(page: Page, size: str) -> None:
    """The letters of a guest who has not come in yet are those of the browser."""
    page.evaluate("size => { document.documentElement.style.fontSize = `${size}%`; }", size)


@pytest.fixture(params=["pin", "pictures"])
def entry(request: pytest.FixtureRequest, contexts: Contexts, server: Server, script: bool, size: str) -> tuple[Page, str, str | None]:
    """The page on which a guest with a secret comes in, the secret, and a wrong one; the guest is one of the educator's house."""
    kind = request.param
    owner, right, wrong = SECRETS[kind]
    device = contexts.page(script=script, viewport=PHONE)
    pair(contexts.page(EDUCATOR), device)
    with sqlite3.connect(server.data / "portico.sqlite", timeout=10) as database:
        house = database.execute("SELECT houseID FROM guest WHERE name LIKE ?", (NAME + "%",)).fetchone()[0]
        who = database.execute("SELECT max(id) FROM guest WHERE houseID = ? AND active AND deletedAt IS NULL AND name NOT LIKE ?",
                               (house, NAME + "%")).fetchone()[0]
        before = database.execute("SELECT entry FROM guest WHERE id = ?", (who,)).fetchone()[0]
        database.execute("UPDATE guest SET entry = ? WHERE id = ?", (kind, who))
        database.execute("""INSERT OR REPLACE INTO guestSecret (guestID, entry, hash) SELECT ?, s.entry, s.hash FROM guestSecret s
                            JOIN guest g ON g.id = s.guestID WHERE g.name LIKE ? AND s.entry = ?""", (who, owner + "%", kind))
        database.execute("DELETE FROM attempt")
    device.goto(f"/house/guests/{who}/entry")
    enlarge(device, size)
    yield device, wrong, right
    with sqlite3.connect(server.data / "portico.sqlite", timeout=10) as database:
        database.execute("UPDATE guest SET entry = ? WHERE id = ?", (before, who))
        database.execute("DELETE FROM guestSecret WHERE guestID = ?", (who,))
        database.execute("DELETE FROM attempt")


def test_coming_in_with_a_secret(entry: tuple[Page, str, str | None], script: bool, size: str):
    page, wrong, right = entry
    places = Places(page, script)
    full = page.locator(".dot.full")

    def shows(count: int) -> None:
        expect(full).to_have_count(count)
        if not script:
            page.wait_for_load_state()
            enlarge(page, size)

    def refuses() -> None:
        expect(page.locator(".trouble")).to_be_visible()
        shows(0)

    problems = []
    for number, sign in enumerate(wrong[:-1], 1):
        problems += places.after(f"sign {number}", page.locator(f"button[name=pick][value='{sign}']"), lambda: shows(number))
    problems += places.after("from the beginning", page.locator("button.again"), lambda: shows(0))
    for number, sign in enumerate(wrong, 1):
        done = refuses if number == len(wrong) else lambda: shows(number)
        problems += places.after(f"wrong {number}", page.locator(f"button[name=pick][value='{sign}']"), done)
    problems += places.after("after a refusal", page.locator(f"button[name=pick][value='{wrong[0]}']"), lambda: shows(1))
    assert not problems, "\n".join(problems)
    if right:
        page.locator("button.again").click()
        shows(0)
        for number, sign in enumerate(right[:-1], 1):
            page.locator(f"button[name=pick][value='{sign}']").click()
            shows(number)
        until(page, "!('settling' in document.body.dataset)")
        page.locator(f"button[name=pick][value='{right[-1]}']").click()
        page.wait_for_url("**/house/home")


def test_the_face_of_the_clock(page: Page, places: Places):
    page.goto("/house/clock/faces")
    faces = page.locator("button.face-choice")
    problems = []
    # The first one is chosen at the beginning; a touch of it changes nothing that could be waited for.
    for number in range(1, faces.count()):
        pressed = faces.nth(number)
        problems += places.after(f"face {number}", pressed, lambda: expect(pressed).to_have_attribute("aria-pressed", "true"))
        expect(page.locator("button.face-choice[aria-pressed=true]")).to_have_count(1)
    problems += places.after("the first again", faces.first, lambda: expect(faces.first).to_have_attribute("aria-pressed", "true"))
    assert not problems, "\n".join(problems)


# Where everything that can be touched is at each minute of the day; the sentences are those that the script of the clock shows.
MINUTES = """async () => {
  const clock = document.querySelector('[data-clock]');
  const lines = (await (await fetch(clock.dataset.sentences)).text()).split('\\n');
  const sentence = clock.querySelector('[data-clock-sentence]'), part = clock.querySelector('[data-clock-part]');
  const places = new Map();
  for (const line of lines) {
    const [name, words] = line.split('\\t');
    sentence.textContent = words;
    part.textContent = clock.dataset[name];
    const tops = [...document.querySelectorAll('main a, main button')].map(one => Math.round(one.getBoundingClientRect().top)).join(' ');
    if (!places.has(tops)) places.set(tops, words);
  }
  return [...places].map(([tops, words]) => `${tops}: ${words}`);
}"""


def test_the_clock_moves_nothing_as_time_goes_by(page: Page):
    page.goto("/house/clock")
    # What a script shows and what the server draws is in the same place of the page.
    found = page.evaluate(MINUTES)
    assert len(found) == 1, "\n".join(found)


# The names as they are read aloud, and where each of them leads.
NAMES = """() => {
  const said = (one) => (one.getAttribute('aria-label') ?? one.innerText).replace(/\\s+/g, ' ').trim();
  const ways = {};
  for (const one of document.querySelectorAll('a[href], button')) {
    if (!one.checkVisibility({visibilityProperty: true}) || one.disabled || one.closest('.skip') || !said(one)) continue;
    const form = one.closest('form');
    const more = form ? [...new FormData(form)].filter(([name]) => !['token', 'next', 'from'].includes(name)).map(pair => pair.join('=')).join('&') : '';
    const target = one.matches('a') ? one.getAttribute('href').replace(/#.*/, '')
      : form ? `${form.getAttribute('action')} ${one.name === 'next' ? '' : one.name} ${one.name === 'next' ? '' : one.value} ${more}` : one.outerHTML;
    (ways[said(one)] ??= new Set()).add(target);
  }
  return Object.entries(ways).filter(([, targets]) => targets.size > 1).map(([name, targets]) => `${name}: ${[...targets].join(' | ')}`);
}"""


@pytest.mark.parametrize("language", ["it", "en"])
def test_one_word_never_names_two_ways(contexts: Contexts, server: Server, language: str):
    empty(server)
    set_preference(server, "textSize", "100")
    set_preference(server, "language", "it")
    page = guest(contexts, NAME, viewport=PHONE)
    fill(page, 3)
    page.goto("/house/list/shop")
    page.locator("button.pick").first.click()
    expect(page.locator("li.is-bought")).to_have_count(1)
    page.goto("/house/timers")
    for count in (1, 2):
        page.locator("button.minutes").first.click()
        expect(page.locator(".own-timers .timer")).to_have_count(count)
    go_to(page, COUNTS_DOWN)
    page.locator(".timer-start").click()
    expect(page.locator("#timer .stop")).to_be_visible()
    step = page.url
    set_preference(server, "language", language)
    problems = []
    steps = [step, f"{step}?ask={COUNTS_DOWN + 1}", "/house/list?ask=1", "/house/shopping/products/1", "/house/shopping/categories/1"]
    for address in [*HOUSE, *KITCHEN, *steps]:
        page.goto(address)
        problems += [f"{address}: {problem}" for problem in page.evaluate(NAMES)]
    set_preference(server, "language", "it")
    assert not problems, "\n".join(problems)


# Words of which a part is on another line. Longer ones than any line holds may break.
BROKEN_WORDS = """() => {
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text; text = texts.nextNode();) {
    const parent = text.parentElement;
    if (!parent.checkVisibility({visibilityProperty: true}) || parent.closest('.vh, .skip')) continue;
    for (const word of text.data.matchAll(/(?<![\\p{L}\\p{N}])[\\p{L}\\p{N}]{2,12}(?![\\p{L}\\p{N}])/gu)) {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (new Set([...range.getClientRects()].filter(box => box.width).map(box => Math.round(box.top))).size > 1) found.push(word[0]);
    }
  }
  return found;
}"""


def test_the_largest_letters_break_no_word(contexts: Contexts, server: Server):
    empty(server)
    set_preference(server, "textSize", "200")
    set_preference(server, "dayStrip", "yes")
    page = guest(contexts, NAME, viewport=PHONE)
    open_recipe(page)
    recipe = page.url
    ways = [recipe, *(recipe + way for way in ("/ingredients", "/missing", "/steps/1"))]
    problems = []
    for address in [*HOUSE, SHELF, *KITCHEN, *ways, "/house/day", "/house/week"]:
        page.goto(address)
        problems += [f"{address}: {word}" for word in page.evaluate(BROKEN_WORDS)]
    assert not problems, "\n".join(problems)
