"""A language that an installer adds with one folder: offered, chosen, stored, in English where it says nothing, checked by a command."""

import json
import os
import re
import sqlite3
import subprocess
import urllib.error
import urllib.parse
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from conftest import choose_language, sign_in
from portico import PROGRAM, ROOT, TEXTS, Server, copy_of, demo_accounts

EN = TEXTS["en"]
SLOVENE = {
    "layout.yaml": "layout: { signIn: Prijava, skip: Na vsebino }\n",
    "rows.yaml": "admin: { errors: { one: '{count} napaka', two: '{count} napaki', few: '{count} napake', other: '{count} napak' } }\n",
}
OUTSIDE = {name: value for name, value in os.environ.items() if not name.startswith(("PORTICO_", "LC_", "LANG"))}


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Texts in Slovene, whose plurals, numbers and dates come from the package."""
    folder = tmp_path_factory.mktemp("texts")
    (folder / "sl").mkdir()
    for name, text in SLOVENE.items():
        (folder / "sl" / name).write_text(text)
    return folder


@pytest.fixture(scope="module")
def speaking(seeded: Path, own: Path, tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("speaking")
    server = Server(copy_of(seeded, folder / "data"), folder / "log", PORTICO_TEXTS=str(own)).start()
    yield server
    assert server.stop() == 0


def read(server: Server, path: str, **headers: str) -> tuple[str, str]:
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    with urllib.request.urlopen(urllib.request.Request(server.address + path, headers=names), timeout=30) as answer:
        return answer.headers["Content-Language"], answer.read().decode()


def test_the_browsers_language_is_found(speaking: Server):
    for asked, given in [("sl", "sl"), ("sl-SI,en;q=0.5", "sl"), ("de-x-y;q=0.1,sl;q=0.9", "sl"), ("en,sl", "en"), ("xx,sl;q=0.2", "sl")]:
        language, page = read(speaking, "/", Accept_Language=asked)
        assert language == given, asked
        assert f'<html lang="{given}"' in page


def test_what_it_lacks_is_said_in_english(speaking: Server):
    language, page = read(speaking, "/", Accept_Language="sl")
    assert language == "sl"
    assert "Prijava" in page
    assert EN("layout.signIn") not in page
    assert EN("house.purpose") in page
    assert not re.search(r">\s*[a-z]+\.[a-z]+[A-Za-z.]*\s*<", page), "a key is shown"


def test_every_language_can_be_chosen(speaking: Server):
    for code in ["sl", "en", "it"]:
        language, page = read(speaking, "/", Cookie=f"language={code}")
        assert language == code
        assert f'name="language" value="{code}"' not in page
        offered = set(re.findall(r'name="language" value="([^"]+)"', page)) | {code}
        assert {"it", "en", "sl"} <= offered
    form = urllib.parse.urlencode({"language": "xx"}).encode()
    request = urllib.request.Request(speaking.address + "/language", data=form, headers={"Origin": speaking.address})
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=30)
    assert refused.value.code == 422


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_it_is_chosen_in_the_header_and_kept_with_the_account(browser: Browser, speaking: Server, script: bool):
    context = browser.new_context(base_url=speaking.address, locale="it-IT", java_script_enabled=script)
    page = context.new_page()
    page.goto("/")
    choose_language(page, "Slovenščina")
    expect(page.locator("html")).to_have_attribute("lang", "sl")
    expect(page.get_by_role("link", name="Prijava")).to_be_visible()
    account = demo_accounts()[1]
    sign_in(page, account)
    choose_language(page, "English")
    choose_language(page, "Slovenščina")
    with closing(sqlite3.connect(speaking.data / "portico.sqlite", timeout=10)) as database:
        assert database.execute("SELECT language FROM account WHERE key = ?", [account]).fetchone() == ("sl",)
    context.clear_cookies(name="language")
    page.goto("/admin")
    expect(page.locator("html")).to_have_attribute("lang", "sl")
    context.close()


def test_people_houses_and_the_site_take_it(browser: Browser, speaking: Server):
    context = browser.new_context(base_url=speaking.address, locale="en-GB")
    page = context.new_page()
    sign_in(page, demo_accounts()[0])
    choices = "[name=language][value=sl], [name=language] option[value=sl]"
    for address in ["/admin/house/houses/1", "/admin/people/1", "/admin/site"]:
        page.goto(address)
        expect(page.locator(f"main :is({choices})")).to_have_count(1)
    page.goto("/admin/house/houses/1")
    chosen = page.locator("main [name=language][value=sl]")
    if chosen.count():
        chosen.check()
    else:
        page.locator("main select[name=language]").select_option("sl")
    page.locator("main form button.primary").first.click()
    with closing(sqlite3.connect(speaking.data / "portico.sqlite", timeout=10)) as database:
        assert database.execute("SELECT language FROM house WHERE id = 1").fetchone() == ("sl",)
        database.execute("UPDATE house SET language = 'it' WHERE id = 1")
        database.commit()
    context.close()


def test_an_alert_goes_out_in_each_language_that_it_has(speaking: Server):
    said = json.dumps({"en": {"title": {"text": "Room closed"}}, "sl": {"title": {"text": "Učilnica zaprta"}}}, ensure_ascii=False)
    with closing(sqlite3.connect(speaking.data / "portico.sqlite", timeout=10)) as database, database:
        known = [row[1] for row in database.execute("PRAGMA table_info(campusBulletin)")]
        names = ", ".join(name for name in known if name not in ("id", "replaces", "expiresAt", "translations"))
        copied = f"INSERT INTO campusBulletin ({names}, translations) SELECT {names}, ? FROM campusBulletin WHERE state = 'published' LIMIT 1"
        made = database.execute(copied, [said]).lastrowid
    _, cap = read(speaking, f"/campus/alerts/{made}.cap")
    assert re.findall("<language>(.*)</language>", cap) == ["it-IT", "en-GB", "sl"]
    assert "<headline>Učilnica zaprta</headline>" in cap
    assert "Učilnica zaprta" in read(speaking, f"/campus/alerts/{made}", Accept_Language="sl")[1]
    assert "Room closed" in read(speaking, f"/campus/alerts/{made}", Accept_Language="en")[1]


def portico(*words: str, **settings: str) -> subprocess.CompletedProcess:
    environment = OUTSIDE | {"PORTICO_ENV": os.devnull, "PORTICO_DATA": "/nonexistent"} | settings
    return subprocess.run([PROGRAM, *words], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)


def test_a_command_lists_what_is_missing(own: Path):
    checked = portico("texts", "check", "sl", PORTICO_TEXTS=str(own), LANG="en_GB.UTF-8")
    assert checked.returncode == 1, checked.stderr
    assert re.match(r"sl \(Slovenščina\): 3 of [\d,]+ texts; [\d,]+ are missing and said in English\.", checked.stdout)
    assert re.search(r"^  \S*Templates/texts/en\.yaml:\d+: layout\.menu$", checked.stdout, re.MULTILINE)
    assert "lack plural forms" not in checked.stdout

    allowed = portico("texts", "check", "sl", "--allow-missing", PORTICO_TEXTS=str(own), LANG="it_IT.UTF-8")
    assert allowed.returncode == 0, allowed.stdout
    assert "si leggono in inglese" in allowed.stdout
    assert "layout.menu" not in allowed.stdout

    unknown = portico("texts", "check", "xx", PORTICO_TEXTS=str(own))
    assert unknown.returncode == 1
    assert "sl" in unknown.stderr
    assert portico("texts", "check", "it").returncode == 0


def test_wrong_texts_are_refused_at_the_start(tmp_path: Path, own: Path):
    wrong = tmp_path / "sl" / "wrong.yaml"
    wrong.parent.mkdir()
    wrong.write_text("layout:\n  signIn: [a, b]\n")
    refused = portico("texts", "check", PORTICO_TEXTS=str(tmp_path))
    assert refused.returncode == 1
    assert "sl/wrong.yaml:2: layout.signIn is a list" in refused.stderr
    (tmp_path / "Not a language").mkdir()
    assert "«Not a language» is not the code of a language" in portico("config", PORTICO_TEXTS=str(tmp_path)).stderr
    assert "PORTICO_TEXTS: there is no folder" in portico("config", PORTICO_TEXTS=str(tmp_path / "none")).stderr
