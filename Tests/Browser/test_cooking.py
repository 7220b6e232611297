"""What guests do in the kitchen: a recipe from start to end, timers that stay true, the clock, money, and reading aloud."""

import re
import sqlite3
from datetime import datetime, timedelta, timezone

import pytest
from playwright.sync_api import Page, expect

import checks
from conftest import Contexts
from document import Document
from guests import EDUCATOR, come_in, pair, until
from guests import guest as come_in_as
from portico import ROOT, TEXTS, Server, load_yaml
from test_guests import large

IT = TEXTS["it"]
HOUSE = load_yaml(ROOT / "seed/casa-rossa.yaml")
RECIPE = next(recipe for recipe in HOUSE["recipes"] if any(step.get("timer") == "down" for step in recipe["steps"]))
COUNTS_DOWN = next(number for number, step in enumerate(RECIPE["steps"], 1) if step.get("timer") == "down")

# A device with an Italian voice that says nothing but writes down what it was asked to say; a sentence lasts until `finish()`.
VOICE = """
window.said = [];
const voice = {lang: 'it-IT', localService: true, default: true, name: 'Prova'};
const synthesis = new EventTarget();
Object.assign(synthesis, {
  getVoices: () => [voice], cancel: () => { synthesis.now = null; }, speak: (one) => { said.push([one.text, one.rate]); synthesis.now = one; },
});
window.finish = () => { const one = synthesis.now; synthesis.now = null; one?.onend?.(); };
Object.defineProperty(window, 'speechSynthesis', {value: synthesis});
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
"""
NO_VOICE = VOICE.replace("[voice]", "[{lang: 'de-DE'}]")
BELL = """
window.rings = 0;
const make = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { rings += 1; return make.call(this); };
"""

NAME = HOUSE["guests"][0]["name"]


def enter(contexts: Contexts, *scripts: str, script: bool = True) -> Page:
    """A page of a guest who has come in on a device of the house, with scripts that run before those of the pages."""
    context = contexts.new(script=script)
    for one in scripts:
        context.add_init_script(one)
    device = context.new_page()
    pair(contexts.page(EDUCATOR), device)
    come_in(device, NAME)
    return device


@pytest.fixture
def guest(contexts: Contexts, script: bool) -> Page:
    return enter(contexts, script=script)


def open_recipe(page: Page) -> None:
    page.goto("/house/recipes")
    addresses = page.locator("a.tile").evaluate_all("all => all.map(one => one.getAttribute('href'))")
    for address in addresses:
        page.goto(address)
        while True:
            tile = page.get_by_role("link", name=RECIPE["name"])
            if tile.count():
                tile.first.click()
                expect(page.get_by_role("heading", level=1)).to_have_text(RECIPE["name"])
                return
            following = page.locator("nav.more a[href*='page=']", has_text=IT("living.more.next"))
            if not following.count():
                break
            following.click()
    raise AssertionError(f"no way to {RECIPE['name']}")


def begin(page: Page) -> None:
    open_recipe(page)
    page.locator("form[action$='/progress'] button").last.click()
    expect(page.locator(".step-text")).to_have_text(RECIPE["steps"][0]["text"])


def go_to(page: Page, number: int) -> None:
    begin(page)
    for step in range(2, number + 1):
        page.locator(".step-ways .primary").click()
        expect(page.locator(".step-place")).to_contain_text(IT("cooking.stepOf", step=str(step), of=str(len(RECIPE["steps"]))))


def test_a_recipe_from_start_to_end(guest: Page):
    begin(guest)
    for number, step in enumerate(RECIPE["steps"], 1):
        expect(guest.locator(".step-text")).to_have_text(step["text"])
        assert guest.locator("main button:visible").count() <= 6
        guest.reload()
        expect(guest.locator(".step-text")).to_have_text(step["text"])
        if number == 2:
            guest.goto("/house/recipes")
            guest.get_by_role("link", name=re.compile(re.escape(RECIPE["name"]))).click()
            expect(guest.locator(".step-text")).to_have_text(step["text"])
        guest.locator(".step-ways .primary").click()
    expect(guest.get_by_role("heading", level=1)).to_have_text(IT("cooking.end.title"))
    expect(guest.locator("main")).to_contain_text(RECIPE["name"])


def test_what_is_missing_goes_to_the_list_in_one_act(guest: Page, server: Server):
    with sqlite3.connect(server.data / "portico.sqlite", timeout=10) as database:
        database.execute("DELETE FROM listItem")
        # What is at home is not put on the list.
        database.execute("UPDATE product SET stock = 0")
    open_recipe(guest)
    guest.get_by_role("link", name=IT("cooking.ingredients")).click()
    ticked = guest.locator("button.thing[aria-pressed=true]")
    for left in reversed(range(ticked.count())):
        ticked.first.click()
        expect(ticked).to_have_count(left)
    taken = guest.locator("button.thing").first
    name = taken.locator("strong").inner_text()
    expect(taken).to_have_attribute("aria-pressed", "false")
    taken.click()
    expect(guest.locator("button.thing").first).to_have_attribute("aria-pressed", "true")
    open_recipe(guest)
    guest.get_by_role("link", name=IT("cooking.missing")).click()
    rows = guest.locator("section[aria-labelledby=ingredient] .thing strong").all_inner_texts()
    assert rows and name not in rows
    guest.locator("button[name=kind][value=ingredient]").click()
    for row in rows:
        expect(guest.locator("#said")).to_contain_text(row)
    # Nothing is left to put there.
    expect(guest.locator("button[name=kind][value=ingredient]")).to_have_count(0)


def move_timers(server: Server, seconds: int) -> None:
    """As if that many seconds had gone by, with every page closed."""
    with sqlite3.connect(server.data / "portico.sqlite", timeout=10) as database:
        for row, *moments in database.execute("SELECT id, startedAt, endsAt FROM kitchenTimer").fetchall():
            moved = [moment and _moved(moment, seconds) for moment in moments]
            database.execute("UPDATE kitchenTimer SET startedAt = ?, endsAt = ? WHERE id = ?", (*moved, row))


def _moved(moment: str, seconds: int) -> str:
    there = datetime.strptime(moment, "%Y-%m-%d %H:%M:%S.%f").replace(tzinfo=timezone.utc) - timedelta(seconds=seconds)
    return there.strftime("%Y-%m-%d %H:%M:%S.%f")[:-3]


def shown_seconds(page: Page) -> int:
    minutes, seconds = page.locator("#timer .timer-time").inner_text().split(":")[-2:]
    return int(minutes) * 60 + int(seconds)


def end_timers(page: Page) -> None:
    page.goto("/house/timers")
    # What is over takes the whole screen, one after the other.
    for left in reversed(range(page.locator(".alarm:not([hidden])").count())):
        page.locator(".alarm:not([hidden]) .stop").first.click()
        expect(page.locator(".alarm:not([hidden])")).to_have_count(left)
    for left in reversed(range(page.locator(".own-timers .stop").count())):
        page.locator(".own-timers .stop").first.click()
        expect(page.locator(".own-timers .stop")).to_have_count(left)


def test_a_timer_stays_true(guest: Page, server: Server):
    end_timers(guest)
    go_to(guest, COUNTS_DOWN)
    guest.locator(".timer-start").click()
    before = shown_seconds(guest)
    assert before > 0
    clock = guest.locator("#timer .timer-clock").inner_text()
    assert re.fullmatch(IT.pattern("cooking.timers.endsAt"), clock)
    move_timers(server, 10)
    guest.reload()
    assert before - 40 < shown_seconds(guest) <= before - 10
    # It is shown wherever the guest looks meanwhile.
    guest.goto("/house/home")
    expect(guest.locator(".timer-bar .chip-label")).to_have_text(RECIPE["name"])
    move_timers(server, before + 130)
    guest.reload()
    alarm = guest.locator(".alarm:not([hidden])")
    expect(alarm.locator(".alarm-title")).to_have_text(IT("cooking.timers.over"))
    expect(alarm.locator(".alarm-label")).to_have_text(RECIPE["name"])
    alarm.locator(".stop").click()
    expect(guest.locator(".alarm")).to_have_count(0)
    expect(guest.locator(".chip")).to_have_count(0)


def disc(page: Page) -> float:
    """The thousandths of the first disc that are left."""
    return float(page.locator("[data-disc]").first.get_attribute("stroke-dasharray").split()[0])


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_time_is_a_disc_that_empties(contexts: Contexts, server: Server, script: bool):
    guest = enter(contexts, script=script)
    guest.set_viewport_size({"width": 360, "height": 740})
    end_timers(guest)
    guest.locator("button.minutes", has_text="10").click()
    expect(guest.locator(".own-timers .timer")).to_have_count(1)
    assert disc(guest) > 980
    move_timers(server, 300)
    guest.goto("/house/home")
    assert 470 < disc(guest) <= 501
    expect(guest.locator(".chip .timer-left")).to_have_text(IT("cooking.timers.left", time="5 minuti"))
    bar = guest.locator(".timer-bar").bounding_box()
    assert bar["y"] + bar["height"] <= 740
    assert list(checks.narrow(guest)) == []
    end_timers(guest)


def test_the_end_takes_the_screen_wherever_the_guest_is(contexts: Contexts, server: Server):
    guest = enter(contexts, BELL, VOICE)
    guest.set_viewport_size({"width": 360, "height": 740})
    end_timers(guest)
    guest.locator("button.minutes").first.click()
    expect(guest.locator(".own-timers .timer")).to_have_count(1)
    move_timers(server, 57)
    guest.goto("/house/list")
    guest.locator("h1").click()
    alarm = guest.locator(".alarm")
    expect(alarm).to_be_hidden()
    expect(alarm).to_be_visible()
    box = alarm.bounding_box()
    assert (box["width"], box["height"]) == (360, 740)
    # A finger that was on its way to something else touches nothing.
    until(guest, "!('settling' in document.body.dataset)")
    until(guest, "said.some(([text]) => text === %r)" % IT("cooking.timers.over"))
    until(guest, "rings >= 3")
    alarm.locator(".stop").click()
    expect(guest.locator(".alarm")).to_have_count(0)
    expect(guest.locator(".chip")).to_have_count(0)
    expect(guest.locator("h1")).to_be_visible()


def test_a_timer_rings_until_it_is_stopped(contexts: Contexts, server: Server):
    guest = enter(contexts, BELL)
    end_timers(guest)
    guest.locator("button.minutes").first.click()
    expect(guest.locator(".timer-sound")).to_have_text(IT("cooking.timers.soundReady"))
    move_timers(server, 58)
    guest.reload()
    guest.locator("h1").click()
    expect(guest.locator(".timer.over")).to_be_visible()
    until(guest, "rings >= 3")
    expect(guest).to_have_title(re.compile(re.escape(IT("cooking.timers.over"))))
    until(guest, "rings >= 6")
    until(guest, "!('settling' in document.body.dataset)")
    guest.locator(".alarm .stop").click()
    expect(guest.locator(".timer")).to_have_count(0)
    rings = guest.evaluate("rings")
    # The title goes back when the page has counted again: from then on nothing is over, so nothing rings.
    expect(guest).not_to_have_title(re.compile(re.escape(IT("cooking.timers.over"))))
    assert guest.evaluate("document.querySelector('.timer.over')") is None
    assert guest.evaluate("rings") == rings


def test_without_script_the_page_comes_again_when_the_time_is_up(contexts: Contexts, server: Server):
    guest = enter(contexts, script=False)
    end_timers(guest)
    guest.locator("button.minutes").first.click()
    expect(guest.locator(".timer-sound")).to_have_text(IT("cooking.timers.noSound"))
    move_timers(server, 59)
    guest.reload()
    expect(guest.locator(".timer.over")).to_be_visible()
    end_timers(guest)


def test_the_clock_shows_and_says_the_same(contexts: Contexts):
    guest = enter(contexts, VOICE)
    guest.goto("/house/clock")
    digits = guest.locator("[data-clock-digits]").inner_text()
    hour, minute = (int(part) for part in digits.split(":"))
    turn = guest.locator("[data-hand=minute]").get_attribute("transform")
    assert abs(float(re.search(r"\((\S+) ", turn)[1]) - minute * 6) <= 6
    sentences = guest.evaluate("async () => (await (await fetch(document.querySelector('[data-clock]').dataset.sentences)).text()).split('\\n')")
    assert guest.locator("[data-clock-sentence]").inner_text() in [sentences[(hour * 60 + minute + more) % 1440].split("\t")[1] for more in (0, 1)]
    guest.locator("[data-listen]").click()
    guest.evaluate("finish()")
    # What is being said stays on the page until it was said, also when the minute ends meanwhile.
    assert guest.evaluate("said")[1][0] == guest.locator("[data-clock-sentence]").inner_text()
    guest.evaluate("finish()")
    assert guest.evaluate("said")[2][0] == guest.locator("[data-clock-part]").inner_text()
    # A slow voice.
    assert guest.evaluate("said[0][1]") == 0.7


def test_a_step_is_read_sentence_by_sentence(contexts: Contexts):
    guest = enter(contexts, VOICE)
    number, step = next((n, s) for n, s in enumerate(RECIPE["steps"], 1) if s["text"].count(". ") == 1)
    go_to(guest, number)
    first, second = [part if part.endswith(".") else part + "." for part in step["text"].split(". ")]
    listen = guest.locator("[data-listen]")
    listen.click()
    while guest.evaluate("said.at(-1)[0]") != first:
        guest.evaluate("finish()")
    expect(guest.locator(".step-text .spoken")).to_have_text(first)
    listen.click()
    expect(listen).to_have_text(IT("living.corner.continue"))
    before = len(guest.evaluate("said"))
    listen.click()
    # It goes on with the sentence that was broken off.
    assert guest.evaluate("said")[before][0] == first
    guest.evaluate("finish()")
    expect(guest.locator(".step-text .spoken")).to_have_text(second)
    guest.get_by_role("button", name=IT("living.corner.stop")).last.click()
    expect(guest.locator(".spoken")).to_have_count(0)
    expect(listen).to_have_text(IT("living.corner.listen"))


def test_without_a_voice_of_its_own_the_server_speaks(contexts: Contexts):
    guest = enter(contexts, NO_VOICE)
    listen = guest.locator("[data-listen]")
    expect(listen).to_be_visible()
    with guest.expect_response(lambda answer: "/house/speech/it?text=" in answer.url) as heard:
        listen.click()
    assert heard.value.status in (200, 206)
    assert heard.value.headers["content-type"] == "audio/mpeg"
    assert guest.evaluate("said") == []


def test_counting_money(guest: Page):
    guest.goto("/house/euro/purse")
    for amount in ("2 euro", "4 euro"):
        guest.get_by_role("link", name="2 euro").click()
        expect(guest.locator(".purse-sum")).to_have_text(IT("money.total", amount=amount))
    guest.get_by_role("link", name=IT("money.undo")).click()
    expect(guest.locator(".purse-sum")).to_have_text(IT("money.total", amount="2 euro"))
    guest.get_by_role("link", name=IT("money.buy")).click()
    expect(guest.get_by_role("heading", level=1)).to_have_text(IT("money.with", amount="2 euro"))
    assert guest.locator("main .tile").count() <= 6


def test_coins_and_notes_are_large_on_a_phone(contexts: Contexts):
    guest = come_in_as(contexts, "Nora", viewport={"width": 360, "height": 740})
    for page in ("coins", "euros", "notes"):
        guest.goto(f"/house/euro/{page}")
        sizes = guest.locator(".piece").evaluate_all("all => all.map(one => one.getBoundingClientRect()).map(box => Math.min(box.width, box.height))")
        assert min(sizes) >= 90, f"{page}: {sizes}"


PAGES = ["/house/recipes", "/house/recipes/1", "/house/recipes/1/utensils", "/house/recipes/1/ingredients", "/house/recipes/1/missing",
         "/house/recipes/1/steps/1", "/house/recipes/1/end", "/house/recipes/1/print", "/house/timers", "/house/clock", "/house/clock/faces",
         "/house/euro", "/house/euro/coins", "/house/euro/euros", "/house/euro/notes", "/house/euro/pieces?amount=13,85", "/house/euro/purse",
         "/house/euro/purse?have=1000.500.50", "/house/euro/200/products", "/house/euro/1/products",
         "/house/euro/change?price=350&give=500&step=0", "/house/euro/change?price=350&give=500&step=2"]


@pytest.mark.parametrize("language, colours", [("it", "light"), ("en", "dark")])
def test_every_page_of_the_kitchen(contexts: Contexts, server: Server, language: str, colours: str):
    page = come_in_as(contexts, "Nora", color_scheme=colours, reduced_motion="reduce")
    with sqlite3.connect(server.data / "portico.sqlite", timeout=10) as database:
        who = database.execute("SELECT id, houseID FROM guest WHERE name LIKE 'Nora%'").fetchone()
        database.execute("DELETE FROM livingPreference WHERE key = 'language'")
        database.execute("INSERT INTO livingPreference (guestID, houseID, key, value) VALUES (?, ?, 'language', ?)", (*who, language))
    page.goto("/house/timers")
    page.locator("button.minutes").first.click()
    expect(page.locator(".timer")).to_have_count(1)
    problems = []
    for address in PAGES:
        response = page.goto(address)
        # The numbers of a dial are drawn in the drawing's own units.
        small = [one for one in large(page) if not (address.startswith("/house/clock") and "is written in" in one)]
        found = [*checks.headers(response.headers, address), *checks.outline(Document(page.content(), address)), *checks.accessibility(page), *small, *checks.narrow(page)]
        problems += [f"{address}: {problem}" for problem in found]
    assert not problems, "\n".join(problems)
    end_timers(page)
