"""Everyday things of each role, from the menu alone: which entry, which tab, which link, without a wrong turn."""

import re

import pytest
from playwright.sync_api import expect

from conftest import Contexts

# The account, the entry of the menu, its tab, and what is opened there.
EVERYDAY = {
    "milk goes on the list of the house": ("educator", "/admin/house/lists", None, None),
    "a guest's letters become larger": ("educator", "/admin/house/guests", None, ["main tbody .main-text a", "a[href$='/living']"]),
    "recipes come from a file": ("educator", "/admin/house/recipes", "/admin/house/recipes/imports", None),
    "products come from another house": ("educator", "/admin/house/products", "/admin/house/stock", ["a[href$='/catalogue']"]),
    "a deleted product comes back": ("educator", "/admin/house/products", None, ["a[href='/admin/house/products/trash']"]),
    "who asked for help": ("educator", "/admin/house/messages", None, None),
    "a writer is suspended": ("moderator", "/admin/stories/writers", None, None),
    "a report is decided": ("moderator", "/admin/stories/cases", None, None),
    "how many answered": ("secretary", "/admin/questionnaires/responses", None, None),
    "the results of a questionnaire": ("secretary", "/admin/questionnaires/questionnaires", None, ["main tbody .main-text a", "a[href$='/results']"]),
    "a question is changed": ("secretary", "/admin/questionnaires/questionnaires", None, ["main tbody .main-text a", "a[href$='/structure']"]),
    "a lesson gets another room": ("campus-editor", "/admin/campus/timetables", None, ["main tbody .main-text a"]),
    "an alert is published": ("campus-alerts", "/admin/campus/bulletins", "/admin/campus/alerts", None),
    "a teacher will be late": ("lecturer", "/admin/campus/own", None, ["a[href='/admin/campus/own/notices']"]),
    "an author's h": ("researcher", "/admin/citations/overview", None, None),
    "a person gets a role": ("admin", "/admin/people", None, ["main tbody a[href^='/admin/people/']"]),
    "one's own password": ("educator", None, None, [".pop summary:has(.initials)", "a[href='/admin/account']"]),
}


@pytest.mark.parametrize("thing", EVERYDAY)
@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_is_found_from_the_menu(contexts: Contexts, thing: str, script: bool):
    account, entry, tab, links = EVERYDAY[thing]
    page = contexts.page(account, script=script)
    page.goto("/admin")
    if entry:
        link = page.locator(f"nav.menu a[href='{entry}']")
        if not link.is_visible():
            # The area is folded: its head is the only other click.
            page.locator("nav.menu details", has=page.locator(f"a[href='{entry}']")).locator("summary").click()
        link.click()
        expect(page.locator("nav.menu a[aria-current]")).to_have_count(1)
        expect(page.locator("nav.menu a[aria-current]")).to_be_in_viewport()
        expect(page).to_have_url(re.compile(re.escape(entry) + "$"))
    if tab:
        page.locator(f"nav.tabs a[href='{tab}']").click()
        expect(page).to_have_url(re.compile(re.escape(tab) + "$"))
    for selector in links or []:
        page.locator(selector).first.click()
    expect(page.locator("main h1")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/admin/\w"))


def test_a_student_has_no_desk(contexts: Contexts):
    page = contexts.page("student")
    page.goto("/admin")
    expect(page).to_have_url(re.compile("/questionnaires$"))
    page.locator("header a[href='/admin/account']").click()
    expect(page.locator("main h1")).to_be_visible()


def test_charts_have_a_name_their_numbers_and_a_file(contexts: Contexts):
    page = contexts.page("moderator")
    page.goto("/admin/stories/statistics")
    chart = page.locator("figure.chart").first
    expect(chart.locator("svg[role=img] > title")).to_have_count(1)
    chart.locator(".chart-numbers > summary").click()
    expect(chart.locator("table")).to_be_visible()
    with page.expect_download() as download:
        chart.locator(".chart-save").first.click()
    assert download.value.suggested_filename == "queue.svg"
    with open(download.value.path(), encoding="utf-8") as file:
        assert file.read().startswith("<?xml")
