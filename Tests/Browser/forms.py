"""Filling any form of the back office from what the page itself says about its fields."""

import html
import re
import zlib
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from portico import ROOT

# Any picture will do; the seed has some.
PICTURE = min(path for path in (ROOT / "seed").rglob("*") if path.suffix in (".webp", ".jpg", ".png"))


def record_form(page: Page) -> Locator:
    """The one form on the page that saves a record."""
    return page.locator("main form:has(button[name=act][value=save])").first


def save(page: Page, act: str = "save") -> None:
    button(page, act).click()


def button(page: Page, act: str) -> Locator:
    """The one that a person sees, not the hidden one that Enter presses; the menu that holds it is opened."""
    page.locator(f"main details.save-more:not([open]):has(button[value='{act}'])").evaluate_all("all => all.forEach(one => one.open = true)")
    return page.locator(f"main button[name=act][value='{act}']:not([aria-hidden])").first


def tools(page: Page) -> Locator:
    """The menu of a list's tools, opened."""
    menu = page.locator("main .list-more")
    menu.locator("summary").click()
    return menu


def message(page: Page) -> Locator:
    """What the page says happened last."""
    return page.locator("main .flash[role=status] p")


def undo(page: Page) -> Locator:
    """The button beside that message which takes it back."""
    return page.locator("main .flash[role=status] form button")


DATES = {"moment": "17/05/2030 10:30", "day": "17/05/2030", "time": "10:30"}


@dataclass
class Field:
    """One control that a person fills, with what it says about itself."""

    name: str
    tag: str
    type: str
    mode: str
    value: str
    required: bool
    place: bool
    # How many characters the browser lets a person type; -1 for any number.
    most: int

    def sample(self, marker: str) -> str:
        """Something that the field can accept, recognisable where it may hold any words."""
        # As the pages write days, so that what is typed is what they show.
        if self.type in DATES:
            return DATES[self.type]
        if self.type == "url" or self.mode == "url":
            return "https://example.org/" + marker.lower().replace(" ", "-")
        if self.tag == "textarea" and self.name in ("phone", "email"):
            return "+39 0862 123456 portineria\n+39 0862 123457" if self.name == "phone" else "prova@example.org segreteria"
        if self.type == "email" or self.mode == "email":
            return "prova@example.org"
        if self.type == "tel" or self.mode == "tel":
            return "+39 0862 123456"
        if self.place:
            return "42.35120, 13.39900"
        if self.name == "rule":
            return "12-25"
        if self.name == "barcode":
            return f"{zlib.crc32(marker.encode()):010d}"
        if self.name == "opening":
            return "Mo-Fr 08:00-20:00"
        if self.name == "polygon":
            return "42.351, 13.399\n42.352, 13.399\n42.352, 13.400"
        if self.mode in ("numeric", "decimal"):
            return self.value if self.value and self.value != "0" else "1"
        return marker if self.most < 0 else marker[:self.most]


UNFOLD = "document.querySelectorAll('details.folded:not([open])').forEach(one => one.open = true)"


def unfold(page: Page) -> None:
    """Opens the closed sections of the form."""
    page.evaluate(UNFOLD)


def fields(page: Page) -> list[Field]:
    """Those in which words or numbers are typed; closed sections of the form are opened."""
    return [Field(**found) for found in record_form(page).evaluate("""form => {
        %s;
        const dated = e => 'date' in e.dataset ? ('time' in e.dataset ? 'moment' : 'day') : 'time' in e.dataset ? 'time' : e.type;
        return [...form.elements]
        .filter(e => e.name && !e.disabled && !e.readOnly
            && (e.tagName === 'TEXTAREA' || (e.tagName === 'INPUT'
                && ['text', 'search', 'tel', 'url', 'email', 'number'].includes(e.type))))
        .map(e => ({ name: e.name, tag: e.tagName.toLowerCase(), type: dated(e), mode: e.inputMode, value: e.value,
            required: e.required, place: e.closest('[data-map]') !== null, most: e.maxLength ?? -1 }));
        }""" % UNFOLD)]


def control(page: Page, name: str) -> Locator:
    unfold(page)
    return record_form(page).locator(f'[name="{name}"]')


def is_of_a_finder(name: str) -> bool:
    """`shop.find`, `picture.q`, `picture.alt`: questions about another field, not fields of the record."""
    return "." in name and not name.rsplit(".", 1)[0][-1:].isdigit()


def fill(page: Page, marker: str) -> dict[str, str]:
    """Fills what is typed, chooses where a choice is owed, and gives back what was typed in each field.

    A value that is owed and already there may be one of few that are possible, and stays.
    """
    typed = {}
    for field in fields(page):
        here = record_form(page).locator(f'[name="{field.name}"]')
        if not is_of_a_finder(field.name) and not (field.required and field.value):
            typed[field.name] = field.sample(marker)
            here.fill(typed[field.name])
        elif field.required and not field.value:
            here.fill(first_suggestion(page, field.name))
    for select in record_form(page).locator("select:is([required], [aria-required=true])").all():
        if not select.input_value():
            values = [value for value in select.locator("option").evaluate_all("all => all.map(o => o.value)") if value]
            if values:
                select.select_option(values[0])
    return typed


def first_suggestion(page: Page, name: str) -> str:
    """A name that a finder knows, from the page as it was sent: a script puts the list of suggestions away."""
    source = page.context.request.get(page.url).text()
    suggestions = re.search(rf'name="{re.escape(name)}"[^>]* list="([^"]+)"', source)[1]
    return html.unescape(re.search(rf'<datalist id="{suggestions}">\s*<option value="([^"]*)"', source)[1])


def values(page: Page) -> dict[str, str]:
    return {field.name: field.value for field in fields(page)}


def expect_refused_with_reasons(page: Page) -> None:
    """A summary that leads to the fields, and the reason at each of them, for eyes and ears."""
    expect(page.locator("main [role=alert] a[href^='#']").first).to_be_visible()
    expect(record_form(page).locator("[aria-invalid=true], fieldset.invalid").first).to_be_attached()
    page.wait_for_load_state("domcontentloaded")
    assert not (wrong := record_form(page).evaluate("""form => {
        const times = id => document.querySelectorAll(`[id='${id}']`).length;
        const wrong = [...document.querySelectorAll("main [role=alert] a[href^='#']")].map(link => link.getAttribute('href').slice(1))
            .filter(id => times(id) !== 1).map(id => `the summary leads to #${id}, which is there ${times(id)} times`);
        for (const field of form.querySelectorAll('[aria-invalid=true], fieldset.invalid')) {
            const reasons = (field.getAttribute('aria-describedby') ?? '').split(/\\s+/).filter(Boolean);
            if (!reasons.length) wrong.push(`${field.id} is marked wrong without a reason`);
            for (const id of reasons) if (times(id) !== 1) wrong.push(`the reason #${id} of ${field.id} is there ${times(id)} times`);
        }
        return wrong;
    }""")), wrong
