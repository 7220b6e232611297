"""Backing up while the program serves, restoring into a new folder, serving from it, and finding what is missing."""

import os
import re
import sqlite3
import subprocess
import tarfile
import time
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from prometheus_client.parser import text_string_to_metric_families

from conftest import Contexts, sign_in
from portico import PROGRAM, ROOT, TEXTS, Server, copy_of, demo_accounts

IT = TEXTS["it"]
TOKEN = "a-token-for-the-test-alone"


OUTSIDE = {name: value for name, value in os.environ.items() if not name.startswith("PORTICO_")}


def portico(data: Path, *words: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [PROGRAM, *words], cwd=ROOT, env=OUTSIDE | {"PORTICO_DATA": str(data)}, capture_output=True, text=True, timeout=120)


def products(browser: Browser, server: Server) -> list[str]:
    context = browser.new_context(base_url=server.address, locale="it-IT")
    page = context.new_page()
    sign_in(page, demo_accounts()[0])
    page.goto("/admin/house/products?size=100")
    names = page.locator("th.main a").all_inner_texts()
    context.close()
    return names


def test_a_backup_becomes_the_same_site(server: Server, contexts: Contexts, browser: Browser, tmp_path: Path):
    archive = tmp_path / "site.tar"
    made = portico(server.data, "backup", "--to", str(archive))
    assert made.returncode == 0, made.stderr
    assert archive.stat().st_mode & 0o777 == 0o600
    with tarfile.open(archive) as tar:
        assert tar.getnames()[:2] == ["manifest.json", "portico.sqlite"]
        assert all(member.isfile() for member in tar)
    assert portico(server.data, "backup", "--to", str(archive)).returncode == 1
    before = products(browser, server)
    assert len(before) > 10

    # What is served is not touched.
    served = portico(server.data, "restore", str(archive), "--to", str(server.data), "--replace")
    assert served.returncode == 1 and "is using" in served.stderr, served.stderr
    assert products(browser, server) == before

    folder = tmp_path / "restored"
    assert portico(server.data, "restore", str(archive), "--to", str(folder)).returncode == 0
    assert portico(server.data, "restore", str(archive), "--to", str(folder)).returncode == 1
    other = Server(folder, tmp_path / "restored.log").start()
    try:
        assert products(browser, other) == before
    finally:
        assert other.stop() == 0
    assert portico(folder, "check").returncode == 0

    picture = next(path for path in sorted((folder / "pictures").iterdir()) if not path.name.startswith("."))
    (picture / "480.webp").unlink()
    found = portico(folder, "check")
    assert found.returncode == 1 and f"pictures/{picture.name}/480.webp" in found.stdout and "1 problem." in found.stdout

    assert portico(server.data, "restore", str(archive), "--to", str(folder), "--replace").returncode == 0
    assert list(folder.glob("before-restore-*/portico.sqlite"))
    assert portico(folder, "check").returncode == 0


def test_the_page_makes_one_and_gives_it_away(contexts: Contexts, script: bool):
    page = contexts.page(demo_accounts()[0], script=script)
    page.goto("/admin/backups")
    page.get_by_role("button", name=IT("backups.make")).click()
    expect(page.locator("[data-flash], .flash").first).to_contain_text(IT("backups.begun"))
    end = time.monotonic() + 60
    while page.get_by_text(IT("backups.underway")).count() and time.monotonic() < end:
        page.goto("/admin/backups")
    expect(page.locator(".notice.good")).to_contain_text("copia buona")
    with page.expect_download() as download:
        page.get_by_role("button", name=re.compile(IT("backups.download"))).first.click()
    with tarfile.open(download.value.path()) as tar:
        assert "portico.sqlite" in tar.getnames()


def test_prometheus_reads_the_metrics(seeded: Path, tmp_path: Path):
    server = Server(copy_of(seeded, tmp_path / "data"), tmp_path / "metrics.log", PORTICO_METRICS_TOKEN=TOKEN).start()
    try:
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"{server.address}/metrics")
        request = urllib.request.Request(f"{server.address}/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
        with urllib.request.urlopen(request) as answer:
            assert answer.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
            families = {family.name: family for family in text_string_to_metric_families(answer.read().decode())}
    finally:
        assert server.stop() == 0
    values = {(s.name, tuple(sorted(s.labels.items()))): s.value for family in families.values() for s in family.samples}
    assert values["portico_http_requests_total", (("class", "metrics"), ("status", "404"))] == 1
    assert values["process_resident_memory_bytes", ()] > 1e6
    assert values["portico_database_bytes", ()] > 1e5
    assert {s.labels["state"] for s in families["portico_jobs"].samples} == {"waiting", "running", "done", "failed", "cancelled"}
    durations = families["portico_http_request_duration_seconds"]
    assert durations.type == "histogram"
    health = [s for s in durations.samples if s.labels["class"] == "health"]
    counts = [s.value for s in health if s.name.endswith("_bucket")]
    assert counts == sorted(counts) and counts[-1] == next(s.value for s in health if s.name.endswith("_count"))


def test_a_killed_backup_leaves_nothing_in_place(seeded: Path, tmp_path: Path):
    data = copy_of(seeded, tmp_path / "data")
    work = subprocess.Popen([PROGRAM, "backup", "--data", str(data)], cwd=ROOT, env=OUTSIDE, stdout=subprocess.DEVNULL)
    while work.poll() is None and not list(data.glob(".portico-work-*")):
        pass
    work.kill()
    assert work.wait() != 0
    assert not list((data / "backups").glob("portico-*.tar"))
    assert portico(data, "backup").returncode == 0
    assert len(list((data / "backups").glob("portico-*.tar"))) == 1


def count(data: Path, table: str) -> int:
    with closing(sqlite3.connect(f"file:{data / 'portico.sqlite'}?mode=ro", uri=True)) as database:
        return database.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0]


def test_the_demonstration_goes_with_all_it_brought(seeded: Path, browser: Browser, tmp_path: Path):
    data = copy_of(seeded, tmp_path / "data")
    server = Server(data, tmp_path / "emptied.log").start()
    try:
        page = browser.new_context(base_url=server.address, locale="it-IT").new_page()
        sign_in(page, demo_accounts()[0])
        page.goto("/admin/people/new?role=admin")
        page.fill("[name=key]", "vera")
        page.fill("[name=name]", "Vera")
        page.locator("form.record .primary").first.click()
        invitation = re.search(r"/welcome/\S+", page.locator("main").inner_text())[0]
        page.context.clear_cookies()
        page.goto(invitation)
        page.fill("[name=password]", "una frase lunga di prova")
        page.fill("[name=passwordAgain]", "una frase lunga di prova")
        page.locator("main form button.primary").click()
        page.wait_for_url(lambda address: "/welcome/" not in address)
        expect(page.get_by_role("status").filter(has_text="La password è salvata")).to_contain_text("vera")
        expect(page.locator("[name=name]")).to_have_value("vera")
        sign_in(page, "vera", "una frase lunga di prova")
        page.goto("/admin/people/demo")
        page.get_by_label(IT("people.demo.contents")).check()
        page.locator("form .danger").click()
        expect(page.locator(".flash").first).to_contain_text("copia di sicurezza")
        end = time.monotonic() + 600
        while count(data, "product") and time.monotonic() < end:
            page.goto("/admin/jobs")
        assert [count(data, table) for table in ("product", "course", "compilation", "fragment", "citationWork", "picture", "revision")] == [0] * 7
        assert count(data, "account") > 10 and count(data, "audit") > 1_000 and count(data, "storySettings") == 1
        page.goto("/admin")
        addresses = {link.get_attribute("href") for link in page.locator("a[href^='/']").all()}
        for entry in page.locator("nav.menu a[href^='/admin/']").evaluate_all("all => all.map(a => a.getAttribute('href'))"):
            page.goto(entry)
            addresses |= {link.get_attribute("href") for link in page.locator("nav.tabs a").all()}
        assert len(addresses) > 40
        for address in addresses | {"/", "/house", "/stories", "/campus", "/questionnaires", "/citations", "/campus/api/v1/sync"}:
            assert page.request.get(address).status in (200, 403, 404), address
    finally:
        assert server.stop() == 0
    assert portico(data, "check").returncode == 0
    assert len(list((data / "backups").glob("*.tar"))) == 1


def test_what_goes_on_is_heard_when_it_changes(contexts: Contexts):
    page = contexts.page(demo_accounts()[0])
    page.goto("/admin/jobs")
    whole, states = page.content(), iter(["In corso", "In corso", "Fatto"])

    def answer(route):
        state = next(states)
        more = "" if state == "Fatto" else ' data-poll="/admin/jobs" data-every="1"'
        work = f'<div id="work"{more}><p role="status">{state}</p></div>'
        route.fulfill(body=whole.replace('<div id="jobs"', work + '<div id="jobs"', 1), content_type="text/html; charset=utf-8")

    page.route("**/admin/jobs", answer)
    page.goto("/admin/jobs")
    voice = page.locator("#work + [role=status]")
    expect(voice).to_have_text("")
    there = voice.element_handle()
    expect(voice).to_have_text("Fatto")
    # Still the same element, and the only one that speaks of it.
    assert there.evaluate("element => element.isConnected") and page.locator("#work [role=status]").count() == 0
