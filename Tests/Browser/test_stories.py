"""The stories, from registering to a moderator's undo, as people do it: with and without script, on a phone."""

import email
import email.policy
import re
import time

import pytest
from playwright.sync_api import Page, expect

from conftest import Contexts
from crawl import Crawl
from portico import DEMO_PASSWORD, OUT, Server
from test_every_page import SCREEN, VISITOR, effort, judge

PHONE = {"width": 360, "height": 740}
PASSWORD = "una frase lunga per scrivere"


def link_in_mail(server: Server, address: str, within: float = 20) -> str:
    """The link in the newest message to an address, as the site keeps it where no mail program is."""
    deadline = time.monotonic() + within
    while time.monotonic() < deadline:
        for file in sorted((server.data / "mail").glob("*.eml"), key=lambda file: file.stat().st_mtime, reverse=True):
            message = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
            if message["To"] == address:
                return re.search(r"https?://\S+", message.get_content())[0]
        time.sleep(0.05)
    raise AssertionError(f"no message to {address} came within {within} s")


def register(server: Server, page: Page, name: str) -> None:
    page.goto("/stories/registration")
    for field, value in {
        "email": f"{name}@example.org", "firstName": "Prova", "lastName": "Inventata", "nickname": name, "birthYear": "1990",
        "password": PASSWORD, "passwordAgain": PASSWORD,
    }.items():
        page.locator(f"[name={field}]").fill(value)
    page.locator("[name=country]").select_option("IT")
    page.locator("main .primary").click()
    expect(page.locator("#privacy-error")).to_be_visible()
    # What was typed is still there; passwords are not sent back.
    expect(page.locator("[name=nickname]")).to_have_value(name)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("[name=passwordAgain]").fill(PASSWORD)
    page.locator("[name=privacy]").check()
    page.locator("[name=terms]").check()
    page.locator("main .primary").click()
    expect(page.locator("h1")).to_have_text("Controlla la posta")
    link = link_in_mail(server, f"{name}@example.org")
    page.goto(link)
    page.locator("main .primary").click()
    expect(page.locator("h1")).to_have_text("Indirizzo confermato")
    assert page.request.get(link).status == 410, "a link works once"


def sign_in(page: Page, address: str, password: str) -> None:
    page.goto("/stories/sign-in")
    page.locator("[name=email]").fill(address)
    page.locator("[name=password]").fill(password)
    page.locator("main .primary").click()
    expect(page.locator("form[action='/stories/exit']")).to_be_visible()


def test_from_registration_to_undo(server: Server, contexts: Contexts, script: bool):
    # Two readers: one who goes on with two stories within seconds is asked to wait.
    name, other = ("prima.penna", "lina@example.org") if script else ("seconda.penna", "ugo@example.org")
    writer = contexts.page(script=script, viewport=PHONE)
    register(server, writer, name)
    sign_in(writer, f"{name}@example.org", PASSWORD)

    writer.goto("/stories/new/text")
    writer.locator("[name=title]").fill(f"Il pozzo di {name}")
    writer.locator("[name=text]").fill("a" * 301)
    writer.locator("main .primary").click()
    expect(writer.locator(".notice.bad")).to_contain_text("300")
    writer.locator("[name=text]").fill("🏡" * 300)
    writer.locator("main .primary").click()
    expect(writer.locator("h1")).to_have_text(f"Il pozzo di {name}")
    story = writer.url

    reader = contexts.page(script=script, viewport=PHONE)
    sign_in(reader, other, DEMO_PASSWORD)
    reader.goto(story)
    reader.locator("#end a", has_text="Continua la storia").click()
    reader.locator("[name=text]").fill(f"E poi {name} sentì un insulto.")
    reader.locator("main .primary").click()
    expect(reader.locator(".fragments > li")).to_have_count(2)
    branch = reader.url

    writer.goto("/stories/notices")
    expect(writer.locator(".story-cards")).to_contain_text("ha continuato la tua storia")
    writer.goto(story)
    expect(writer.locator(".fragments > li")).to_have_count(2)
    writer.locator("#end button", has_text="Vota").click()
    expect(writer.locator("#end")).to_contain_text("1 voto")
    # The thanks are where the reader is.
    expect(writer.locator("#end [role=status]")).to_contain_text("Hai votato questo ramo")
    writer.locator(".fragments > li").last.locator("summary").click()
    writer.locator(".fragments > li").last.get_by_role("link", name="Segnala il frammento di").click()
    writer.locator("[value=insult]").check()
    writer.locator("main .primary").click()
    expect(writer.locator(".flash")).to_be_visible()
    expect(writer.locator(".fragments > li").last).to_contain_text("Segnalato")

    moderator = contexts.page("moderator", script=script, viewport=PHONE)
    moderator.goto("/admin/stories/cases")
    moderator.get_by_role("link", name=f"E poi {name} sentì un insulto.").click()
    expect(moderator.locator("[name=reason]")).to_have_value("insult")
    if script:
        moderator.locator("h1").click()
        moderator.keyboard.press("3")
    else:
        moderator.get_by_role("button", name="Nascondi e ammonisci").click()
    expect(moderator.locator(".flash")).to_be_visible()

    reader.goto(story)
    expect(reader.locator(".fragments > li")).to_have_count(1)
    reader.goto("/stories/notices")
    expect(reader.locator(".story-cards li").first).to_contain_text("Offese")
    writer.goto("/stories/notices")
    expect(writer.locator(".story-cards li").first).to_contain_text("era fondata")

    moderator.locator(".flash form button").click()
    expect(moderator.locator(".flash")).to_contain_text("annullata")
    reader.goto(branch)
    expect(reader.locator("#end")).to_contain_text("1 voto")
    expect(reader.locator(".fragments > li")).to_have_count(2)


def test_who_is_not_signed_in_is_led_to_the_door_and_back(contexts: Contexts):
    page = contexts.page(viewport=PHONE)
    page.goto("/stories")
    page.locator(".story-cards a").first.click()
    page.locator("#end a", has_text="Continua la storia").click()
    page.locator("[name=email]").fill("lina@example.org")
    page.locator("[name=password]").fill(DEMO_PASSWORD)
    page.locator("main .primary").click()
    expect(page.locator("[name=text]")).to_be_visible()


def test_who_is_signed_out_while_writing_is_told_so(contexts: Contexts):
    page = contexts.page(viewport=PHONE)
    sign_in(page, "lina@example.org", DEMO_PASSWORD)
    page.goto("/stories/new/text")
    form = page.locator("form[data-draft]")
    page.locator("[name=text]").fill("C’era una volta")
    expect(form.locator("p[role=status]")).to_have_text(form.get_attribute("data-draft"))
    page.context.clear_cookies()
    page.locator("[name=text]").fill("C’era una volta un pozzo")
    expect(form.locator("p[role=status]")).to_have_text(form.get_attribute("data-ended"))


def test_what_is_typed_before_the_script_runs_is_kept_too(contexts: Contexts):
    page = contexts.page(viewport=PHONE)
    sign_in(page, "lina@example.org", DEMO_PASSWORD)
    held = []
    page.route("**/draft.js*", lambda route: held.append(route))
    with page.expect_request("**/draft.js*"):
        page.goto("/stories/new/text")
    form = page.locator("form[data-draft]")
    page.locator("[name=text]").fill("Una mattina di nebbia")
    held[0].continue_()
    expect(form.locator("p[role=status]")).to_have_text(form.get_attribute("data-draft"))


def test_whoever_leaves_leaves_the_stories_whole(server: Server, contexts: Contexts):
    page = contexts.page(viewport=PHONE)
    register(server, page, "passa.e.va")
    sign_in(page, "passa.e.va@example.org", PASSWORD)
    page.goto("/stories/new/text")
    page.locator("[name=title]").fill("Un saluto")
    page.locator("[name=text]").fill("Ciao a tutti.")
    page.locator("main .primary").click()
    expect(page.locator("h1")).to_have_text("Un saluto")
    story = page.url
    page.goto("/stories/deletion")
    page.locator(".danger").click()
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main .danger").click()
    expect(page.locator("a[href='/stories/sign-in']")).to_be_visible()
    page.goto(story)
    expect(page.locator(".fragments")).to_contain_text("un autore che non c’è più")
    assert page.request.get("/stories/writers/passa.e.va").status == 404


@pytest.mark.parametrize("language, writer", [("it", "lina"), ("en", "sam")])
def test_every_page_of_a_writer(contexts: Contexts, language: str, writer: str, thorough: bool):
    context = contexts.new(**SCREEN)
    page = context.new_page()
    sign_in(page, f"{writer}@example.org", DEMO_PASSWORD)
    crawl = Crawl(context, contexts.open[-1][1], contexts.server.address, language, OUT / "pages" / f"writer-{language}",
                  within="/stories", **effort(VISITOR, language, thorough))
    crawl.run(["/stories/profile", "/stories/more"])
    contexts.open.clear()
    context.close()
    judge(crawl, "writer", more_than=15)
