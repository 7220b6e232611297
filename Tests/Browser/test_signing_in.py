"""Coming in, going out, the password, the language."""

import re

import pytest
from playwright.sync_api import expect

from conftest import Contexts, choose_language, sign_in
from forms import message
from portico import DEMO_PASSWORD, TEXTS, demo_accounts

ADMIN = demo_accounts()[0]


def test_sign_in_and_out(contexts: Contexts, script: bool):
    page = contexts.page(script=script)
    sign_in(page, ADMIN)
    page.goto("/admin")
    expect(page.locator("h1")).to_be_visible()
    page.locator("summary:has(.initials)").click()
    page.get_by_role("button", name=TEXTS["it"]("layout.signOut")).click()
    page.wait_for_url(re.compile(r"/(sign-in.*)?$"))
    page.goto("/admin")
    expect(page).to_have_url(re.compile("/sign-in"))
    expect(page.locator("[name=password]")).to_be_visible()


def test_leads_back_to_the_page_that_was_wanted(contexts: Contexts, script: bool):
    page = contexts.page(script=script)
    page.goto("/admin/house/products?q=riso")
    expect(page).to_have_url(re.compile("/sign-in"))
    page.locator("[name=name]").fill(ADMIN)
    page.locator("[name=password]").fill(DEMO_PASSWORD)
    page.locator("[name=password]").press("Enter")
    expect(page).to_have_url(re.compile(r"/admin/house/products\?q=riso$"))


@pytest.mark.parametrize("next", ["https://example.org/", "//example.org/", "/\\example.org", "javascript:alert(1)"])
def test_never_leads_to_another_host(contexts: Contexts, next: str):
    page = contexts.page()
    page.goto("/sign-in")
    page.locator("[name=next]").first.evaluate("(field, next) => field.value = next", next)
    page.locator("[name=name]").fill(ADMIN)
    page.locator("[name=password]").fill(DEMO_PASSWORD)
    page.locator("[name=password]").press("Enter")
    page.wait_for_url(lambda address: "/sign-in" not in address)
    assert page.url.startswith(contexts.server.address + "/")


def test_a_wrong_password_says_so_and_keeps_the_name(contexts: Contexts, script: bool):
    answers = []
    for name in ("educator", "nobody-of-that-name"):
        page = contexts.page(script=script)
        page.goto("/sign-in")
        page.locator("[name=name]").fill(name)
        page.locator("[name=password]").fill("not the password at all")
        page.locator("[name=password]").press("Enter")
        expect(page.locator("[role=alert]").first).to_be_visible()
        expect(page.locator("[name=name]")).to_have_value(name)
        expect(page.locator("[name=password]")).to_have_value("")
        answers.append(page.locator("[role=alert]").first.inner_text())
    assert answers[0] == answers[1], "the answer tells which names exist"


def test_the_keyboard_is_enough_to_sign_in(contexts: Contexts):
    page = contexts.page()
    page.goto("/sign-in")
    tab_to(page, "name")
    page.keyboard.type(ADMIN)
    tab_to(page, "password")
    page.keyboard.type(DEMO_PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(lambda address: "/sign-in" not in address)


def tab_to(page, name: str) -> None:
    for _ in range(25):
        if page.evaluate("document.activeElement?.name") == name:
            assert page.evaluate("document.activeElement.matches(':focus-visible')")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no way to {name} with the Tab key")


def test_the_language_is_switched_and_stays(contexts: Contexts, script: bool):
    page = contexts.page(script=script)
    page.goto("/sign-in")
    expect(page.locator("html")).to_have_attribute("lang", "it")
    choose_language(page, "English")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page).to_have_url(re.compile("/sign-in"))
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    choose_language(page, "Italiano")
    expect(page.locator("html")).to_have_attribute("lang", "it")


@pytest.mark.parametrize("asked, given", [("en-GB", "en"), ("it-CH", "it"), ("de-AT", "de"), ("pl-PL", "en")])
def test_a_visitor_is_met_in_his_browsers_language(contexts: Contexts, asked: str, given: str):
    page = contexts.page(locale=asked)
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", given)


def test_the_password_is_changed(contexts: Contexts, script: bool):
    account, new = demo_accounts()[-1], f"mele verdi sul tavolo {script}"
    current = DEMO_PASSWORD if script else "mele verdi sul tavolo True"
    page = contexts.page(script=script)
    sign_in(page, account, current)
    page.goto("/admin/account")

    change(page, current, "password", "password")
    expect(page.locator("[name=newPassword][aria-invalid=true]")).to_be_visible()
    change(page, "not the current one", new, new)
    expect(page.locator("[name=password][aria-invalid=true]")).to_be_visible()
    change(page, current, new, new + "!")
    expect(page.locator("[name=newPassword][aria-invalid=true]")).to_be_visible()
    change(page, current, new, new)
    expect(message(page)).to_be_visible()
    expect(page.locator("[aria-invalid=true]")).to_have_count(0)

    other = contexts.page(script=script)
    sign_in(other, account, new)
    expect(other.locator("h1")).to_be_visible()


def change(page, current: str, new: str, again: str) -> None:
    page.locator("[name=password]").fill(current)
    page.locator("[name=newPassword]").fill(new)
    page.locator("[name=newPasswordAgain]").fill(again)
    page.locator("[name=newPasswordAgain]").press("Enter")
    page.wait_for_load_state()


def test_each_eye_says_whose_password_it_shows(contexts: Contexts):
    page = contexts.page(demo_accounts()[0])
    page.goto("/admin/account")
    eyes = page.get_by_role("button", name=re.compile(TEXTS["it"]("signIn.show")))
    expect(eyes).to_have_count(4)
    assert len({eye.get_attribute("aria-label") for eye in eyes.all()}) == 4


def test_another_session_is_ended_from_afar(contexts: Contexts, script: bool):
    here, there = contexts.page(script=script), contexts.page(script=script)
    sign_in(there, ADMIN)
    sign_in(here, ADMIN)
    here.goto("/admin/account")
    others = here.locator("form[action$='/ending'] button").filter(has_text=TEXTS["it"]("mine.end"))
    before = others.count()
    assert before >= 1
    others.first.click()
    expect(message(here)).to_be_visible()
    expect(others).to_have_count(before - 1)
    here.get_by_role("button", name=TEXTS["it"]("mine.endOthers")).click()
    expect(others).to_have_count(0)
    there.goto("/admin")
    expect(there).to_have_url(re.compile("/sign-in"))


def test_texts_of_both_languages_are_there():
    assert TEXTS["it"].all.keys() == TEXTS["en"].all.keys()
