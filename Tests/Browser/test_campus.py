"""The campus: a visitor without an account on a telephone, with and without script."""

import pytest
import vobject
from playwright.sync_api import Page, expect

from conftest import Contexts

PHONE = {"width": 360, "height": 740}


def visitor(contexts: Contexts, script: bool) -> Page:
    page = contexts.page(None, script=script)
    page.set_viewport_size(PHONE)
    return page


@pytest.mark.parametrize("script", [True, False])
def test_a_student_keeps_a_course_and_is_forgotten_again(contexts: Contexts, script: bool):
    page = visitor(contexts, script)
    page.goto("/campus")
    page.fill("#q", "basi di dati")
    page.press("#q", "Enter")
    page.locator(".hit", has_text="Basi di dati").first.click()
    expect(page.locator("h1")).to_have_text("Basi di dati")
    page.locator(".hues label", has_text="Verde").click()
    page.locator("button", has_text="Aggiungi ai miei insegnamenti").click()
    expect(page.locator(".flash")).to_contain_text("tra i tuoi insegnamenti")
    page.goto("/campus/mine")
    expect(page.locator(".hue-green")).to_contain_text("Basi di dati")
    expect(page.locator("h2:has-text('Preferiti') ~ ul .hit", has_text="Ada Rinaldi").first).to_be_visible()
    page.locator("button.danger", has_text="Dimenticami").click()
    expect(page.locator(".notice.good")).to_be_visible()
    expect(page.locator(".hue-green")).to_have_count(0)


def test_the_card_of_a_person_is_read_by_an_address_book(contexts: Contexts):
    page = visitor(contexts, True)
    page.goto("/campus/people?q=rinaldi")
    page.locator(".hit", has_text="Ada Rinaldi").click()
    expect(page.locator("a[href^='tel:']").first).to_be_visible()
    answer = page.request.get(page.locator("a[href$='card.vcf']").get_attribute("href"))
    card = vobject.readOne(answer.text())
    assert (card.fn.value, card.n.value.family, card.n.value.given) == ("Ada Rinaldi", "Rinaldi", "Ada")
    assert card.email.value == "ada.rinaldi@example.org" and card.tel.value.startswith("+39")


def test_how_one_enrols_for_an_exam_stands_on_a_line_of_its_own(contexts: Contexts):
    page = visitor(contexts, True)
    page.goto("/campus/exams")
    said = page.locator(".agenda-item .under", has_text="Iscrizione in rete").first
    assert said.inner_text().splitlines()[-1].startswith("Iscrizione in rete"), said.inner_text()


def test_from_the_first_page_an_emergency_is_called_in_two_taps(contexts: Contexts):
    page = visitor(contexts, False)
    page.goto("/campus")
    page.locator(".campus-emergency").click()
    expect(page.locator("a.call").first).to_have_attribute("href", "tel:112")


def test_a_number_on_the_plan_stands_in_the_list_too(contexts: Contexts):
    page = visitor(contexts, True)
    page.goto("/campus/places")
    number = page.locator(".scatter a text").first.text_content()
    address = page.locator(".scatter a").first.get_attribute("href")
    expect(page.locator(f".hit[href='{address}'] .place-number")).to_have_text(number)
    # A touch of either shows the place without leaving the list.
    row = page.locator(f".hit[href='{address}'][aria-haspopup=dialog]")
    panel = page.locator(f"dialog[data-place='{address}']")
    for touched in (page.locator(".scatter a").first, row):
        touched.click()
        expect(panel.get_by_role("heading")).to_have_text(row.locator("strong").inner_text())
        expect(panel.locator(f"a[href='{address}']")).to_be_visible()
        page.keyboard.press("Escape")
        expect(panel).to_be_hidden()
    expect(row).to_be_focused()


def test_without_a_network_numbers_and_opened_pages_are_there(contexts: Contexts):
    page = visitor(contexts, True)
    page.goto("/campus")
    page.evaluate("navigator.serviceWorker.ready.then(({ active }) => active.state === 'activated' || new Promise((done) => active.onstatechange = done))")
    page.goto("/campus/courses/2")
    title = page.locator("h1").inner_text()
    page.wait_for_function("caches.match('/campus/courses/2', { cacheName: 'campus-pages' })")
    page.context.set_offline(True)
    page.goto("/campus/emergency")
    expect(page.locator("a.call").first).to_have_attribute("href", "tel:112")
    page.goto("/campus/courses/2")
    expect(page.locator("h1")).to_have_text(title)
    expect(page.locator("[data-copy-note]")).to_contain_text("copia salvata")
    page.goto("/campus/people?q=rinaldi")
    expect(page.locator("h1")).to_have_text("Senza rete")
    expect(page.locator(".hit", has_text=title)).to_have_attribute("href", "/campus/courses/2")
    page.context.set_offline(False)
    # What a browser says of itself when it has no network.
    for _, watch in contexts.open:
        watch.problems[:] = [problem for problem in watch.problems if "ERR_INTERNET_DISCONNECTED" not in problem]


def test_whoever_keeps_something_reads_without_a_network_too(contexts: Contexts):
    page = visitor(contexts, True)
    page.goto("/campus")
    page.evaluate("navigator.serviceWorker.ready.then(({ active }) => active.state === 'activated' || new Promise((done) => active.onstatechange = done))")
    page.goto("/campus/courses/3")
    page.get_by_role("button", name="Aggiungi ai miei insegnamenti").click()
    page.goto("/campus/courses/2")
    title = page.locator("h1").inner_text()
    page.wait_for_function("caches.match('/campus/courses/2', { cacheName: 'campus-pages' })")
    page.context.set_offline(True)
    page.goto("/campus/courses/2")
    expect(page.locator("h1")).to_have_text(title)
    expect(page.locator("[data-copy-note]")).to_contain_text("copia salvata")
    # The copy is that of everybody: whoever gets the telephone next does not read whose courses these are.
    expect(page.get_by_role("button", name="Aggiungi ai miei insegnamenti")).to_have_count(1)
    page.context.set_offline(False)
    for _, watch in contexts.open:
        watch.problems[:] = [problem for problem in watch.problems if "ERR_INTERNET_DISCONNECTED" not in problem]


def test_who_asks_sees_how_far_every_place_is(contexts: Contexts):
    page = visitor(contexts, True)
    page.context.grant_permissions(["geolocation"])
    page.goto("/campus/places")
    last = page.locator(".hits > li[data-at]").last
    latitude, longitude = map(float, last.get_attribute("data-at").split(","))
    name = last.locator("strong").inner_text()
    page.context.set_geolocation({"latitude": latitude, "longitude": longitude})
    page.locator("[data-distance] button").click()
    expect(page.locator(".hits > li").first.locator("strong")).to_have_text(name)
    expect(page.locator(".hits > li").first.locator(".distance")).to_have_text("10 m")


def test_a_time_of_the_back_office_is_not_cut_on_a_phone(contexts: Contexts):
    page = contexts.page("campus-editor")
    page.set_viewport_size(PHONE)
    page.goto("/admin/campus/events/1")
    # As wide as a day, a time and AM or PM: with its zone beside it the minutes were hidden.
    assert page.locator("[name=starts]").bounding_box()["width"] >= 200
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
