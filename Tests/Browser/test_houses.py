"""Several houses on one server, each seeing only its own."""

import re

import pytest
from playwright.sync_api import Page, expect

from conftest import Contexts
from portico import ROOT, TEXTS, demo_accounts, load_yaml

LIST = "/admin/house/products"
HOUSES = [house["name"] for house in load_yaml(ROOT / "seed.yaml")["house"]["houses"]]


def chooser(page: Page):
    return page.locator("details:has(form[action='/admin/scope'])")


def work_in(page: Page, house: str) -> None:
    chooser(page).locator("summary").click()
    chooser(page).get_by_role("button", name=house).click()
    expect(chooser(page).locator("summary")).to_contain_text(house)


def addresses(page: Page) -> set[str]:
    page.goto(f"{LIST}?size=200")
    return set(page.locator("main tbody th a").evaluate_all("all => all.map(a => a.pathname)"))


def test_an_educator_of_two_houses_works_in_one_at_a_time(contexts: Contexts, script: bool):
    page = contexts.page("educator", script=script)
    page.goto(LIST)
    work_in(page, HOUSES[0])
    first = addresses(page)
    work_in(page, HOUSES[1])
    expect(page).to_have_url(re.compile(LIST))
    second = addresses(page)
    assert first and second and not first & second


@pytest.mark.skipif("educator-blu" not in demo_accounts(), reason="the seed has no educator of one house only")
def test_another_houses_records_are_not_found(contexts: Contexts):
    theirs = contexts.page("educator")
    theirs.goto(LIST)
    work_in(theirs, HOUSES[0])
    of_the_other_house = sorted(addresses(theirs))
    page = contexts.page("educator-blu")
    mine = addresses(page)
    assert mine and not mine & set(of_the_other_house)
    for address in (of_the_other_house[0], of_the_other_house[0] + "/deletion"):
        assert page.goto(address).status == 404
    expect(page.locator("h1")).to_be_visible()
    page.goto(LIST)
    answer = page.request.post(f"{LIST}/bulk", form={"act": "delete", "id": of_the_other_house[0].rsplit("/", 1)[1], "next": LIST},
                               headers={"Origin": contexts.server.address})
    assert answer.status < 500
    assert of_the_other_house[0] in addresses(theirs), "a product was deleted from another house"


def test_an_educator_does_not_administer(contexts: Contexts):
    page = contexts.page("educator")
    assert page.goto("/admin/people").status == 403
    expect(page.locator("h1")).to_be_visible()
    expect(page.get_by_role("link", name=TEXTS["it"]("admin.menu.today")).last).to_be_visible()
