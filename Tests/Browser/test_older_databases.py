"""Databases that older programs wrote: today's program takes each up, loses nothing of it and shows all of it.

`Tests/Fixtures/databases/README.md` says how each was made, and when to add one.
"""

import re
import sqlite3
from collections import deque
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from crawl import Kind
from older_databases import ARCHIVES, check, differing, fewer, portico, rows, schema, unpack
from portico import DEMO_PASSWORD, Server, load_yaml
from visitor import Page, Visitor

ADMINISTRATOR = "admin"
# One of these whom a database knows, each database another one.
OTHERS = ["educator", "student", "educator-blu"]
# What today's program says with another field: its name, and what it says for what was said.
OTHERWISE = {
    # Terms were written in one's own words before they were chosen.
    ("registry", "activities", "period"): ("term", {"primo semestre": "firstSemester", "secondo semestre": "secondSemester"}),
}
# Texts that had a field for each language and are translations now: where each stands, by its older name.
MOVED = {
    ("campus", "alerts"): {
        f"{name}En": ("translations", "en", name, "text") for name in ["title", "text", "instruction", "easy", "position"]
    },
    ("stories", "documents"): {"italian": ("text",), "english": ("translations", "en")},
}


@pytest.fixture(scope="session")
def new_schema(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], str]:
    """Every table, index and trigger of a database that begins today."""
    data = tmp_path_factory.mktemp("new") / "data"
    assert portico(data, "migrate", "--new").returncode == 0
    return schema(data / "portico.sqlite")


@pytest.mark.parametrize("archive", ARCHIVES, ids=lambda archive: archive.name.removesuffix(".tar.xz"))
def test_an_older_database_is_taken_up(archive: Path, tmp_path: Path, new_schema: dict[tuple[str, str], str]):
    data, then = unpack(archive, tmp_path)
    database = data / "portico.sqlite"
    before = rows(database)
    migrated = portico(data, "migrate")
    assert migrated.returncode == 0, migrated.stderr
    assert differing(schema(database), new_schema) == [], "it has another schema than a new database"
    assert fewer(before, rows(database)) == []
    check(data)

    exported = portico(data, "seed", "--export", str(tmp_path / "now"), "--with-people")
    assert exported.returncode == 0, exported.stderr
    lost = list(changed(load_yaml(then / "seed.yaml"), load_yaml(tmp_path / "now/seed.yaml"), ()))
    assert lost == [], "\n".join(lost[:40])

    keep_all(data)
    server = Server(data, tmp_path / "server.log").start()
    try:
        strange, _ = walk(server, None)
        walked = {account: walk(server, account) for account in accounts(then, ARCHIVES.index(archive))}
        brought_back = bring_back(Visitor(server.address).sign_in(ADMINISTRATOR, DEMO_PASSWORD))
    finally:
        ended = server.stop()
    assert strange == []
    assert [problem for problems, _ in walked.values() for problem in problems] == []
    assert {account: pages for account, (_, pages) in walked.items() if pages < 10} == {}, "almost nothing was read"
    assert len(brought_back) >= 8, "the trash and the versions of almost no list were tried"
    assert [problem for problems in brought_back.values() for problem in problems] == []
    assert ended == 0, server.last_words()
    check(data)


def keep_all(data: Path) -> None:
    """However long ago it was written: jobs empty the trash and forget versions after some days, and throw away events after a year."""
    with closing(sqlite3.connect(data / "portico.sqlite")) as database, database:
        database.executemany("INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)", [("trashDays", "0"), ("historyDays", "0")])
        database.execute("UPDATE campusEvent SET starts = '2099-11-26 18:00:00.000', ends = '2099-11-26 19:00:00.000'")


# MARK: the export

def changed(then, now, place: tuple[str, ...]) -> Iterator[str]:
    """What the export of then says and that of today does not; what is new is no loss."""
    if isinstance(then, dict) and isinstance(now, dict):
        for name, value in then.items():
            new_name, new_values = OTHERWISE.get((*place[:2], name), (name, {}))
            if name == "secrets":
                continue  # of guests: they are guessed quickly, so no export holds their hashes
            if path := MOVED.get(place[:2], {}).get(name):
                if found(now, path) != value:
                    yield f"{'/'.join((*place, name))}: {value!r} is gone"
                continue
            if name in now:
                yield from changed(value, now[name], (*place, name))
            elif new_name not in now or now[new_name] != new_values.get(value):
                yield f"{'/'.join((*place, name))}: {value!r} is gone"
    elif isinstance(then, list) and isinstance(now, list):
        if all(isinstance(one, dict) and "key" in one for one in [*then, *now]):
            yield from changed({one["key"]: one for one in then}, {one["key"]: one for one in now}, place)
        elif len(then) != len(now):
            yield f"{'/'.join(place)}: {len(then)} became {len(now)}"
        else:
            for number, (one, other) in enumerate(zip(then, now), 1):
                yield from changed(one, other, (*place, str(number)))
    elif then != now:
        yield f"{'/'.join(place)}: {then!r} became {now!r}"


def found(now: dict, path: tuple[str, ...]):
    """What stands at the end of a path; a text without its original stands one step before."""
    for name in path:
        if not isinstance(now, dict):
            return now
        now = now.get(name)
    return now


def accounts(export: Path, number: int) -> list[str]:
    """The administrator and another whom that database knows."""
    known = {account["key"] for account in load_yaml(export / "seed.yaml")["accounts"]}
    others = [name for name in OTHERS if name in known]
    return [ADMINISTRATOR, *others[number % len(others):][:1]] if others else [ADMINISTRATOR]


# MARK: the pages

def walk(server: Server, account: str | None) -> tuple[list[str], int]:
    """What was wrong with the pages that links lead to, and how many were read; None is without an account."""
    visitor = Visitor(server.address)
    if account:
        visitor.sign_in(account, DEMO_PASSWORD)
    problems, read = [], set()
    waiting = deque(["/", "/admin"] if account else ["/"])
    known = set(waiting)
    while waiting:
        path = waiting.popleft()
        kind = Kind.of(path)
        if kind in read:
            continue
        read.add(kind)
        page = visitor.get(path)
        # A drill ends by itself.
        if page.status >= 400 and not (page.status == 410 and path.startswith("/campus/alerts/")):
            problems.append(f"{account or 'a stranger'}: {path} answers {page.status}")
        for link in page.links:
            # A question is about the same records as the page that asks it.
            if not urlsplit(link).query and link not in known:
                known.add(link)
                waiting.append(link)
    return problems, len(read)


def bring_back(desk: Visitor) -> dict[str, list[str]]:
    """What was thrown away comes out of the trash of each list, and what was changed goes back to its oldest version.

    Gives back what was wrong with each list in which something was done then; it was done in one house.
    """
    start = desk.get("/admin")
    for house in start.all("//form[@action='/admin/scope']//button/@value"):
        start.form("//form[@action='/admin/scope']").send(f"scope={house}")
        if desk.get("/admin/house/products?q=cambiata").all(f"//main//tbody//a[{named('cambiata')}]"):
            break
    entries = [link for link in start.links if link.startswith("/admin/") and not urlsplit(link).query]
    # An entry of the menu leads to the first of its tabs.
    tabs = [tab for entry in entries for tab in desk.get(entry).all("//nav[@class='tabs']//a/@href")]
    lists = dict.fromkeys(entries + tabs)
    trashes = {place: desk.get(f"{place}/trash") for place in lists}
    return {place: list(wrong_with(place, desk, trash)) for place, trash in trashes.items() if trash.all(f"//main//tr[{named('cestinata')}]")}


def named(word: str) -> str:
    """In XPath: contains the name that `acts.py` gave to a record."""
    return f"contains(., 'Prova {word}')"


def wrong_with(place: str, desk: Visitor, trash: Page) -> Iterator[str]:
    thrown_away = trash.all(f"//main//tr[{named('cestinata')}]//input[@name='id']/@value")[0]
    restored = trash.form("//main//button[@name='act' and @value='restore']").set("id", thrown_away).send("act=restore")
    if restored.status != 200 or not desk.get(f"{place}?q=cestinata").all(f"//main//tbody//a[{named('cestinata')}]"):
        yield f"{place}: what was in the trash does not come back ({restored.status})"
    record = desk.get(f"{place}?q=cambiata").follow(f"//main//tbody//a[{named('cambiata')}]")
    history = desk.get(urlsplit(record.address).path + "/history")
    versions = [link for link in history.links if re.search(r"/history/\d+$", link)]
    if versions:
        gone_back = desk.get(versions[-1]).form("//main//form[@data-once]").send()
        if gone_back.status != 200 or not desk.get(f"{place}?q=rimasta").all(f"//main//tbody//a[{named('rimasta')}]"):
            yield f"{place}: {versions[-1]} does not come back ({gone_back.status})"
