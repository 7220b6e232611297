"""No Italian on English pages of the campus and no English on Italian ones, where the words are ours: every text that the demonstration says in
both languages stands on a page only in the page's own, or says which it is in."""

import html.parser
import json
import re
import sqlite3
import urllib.parse
import urllib.request
from collections import Counter

import pytest

from portico import Server

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr", "use"}
# Pages of one kind are built alike: a few of each.
MOST_OF_A_KIND = 6


def texts_of_the_other_language(server: Server, language: str) -> set[str]:
    """Of all that is said in both languages, what does not belong on a page in this one."""
    own, others = set(), set()
    with sqlite3.connect(f"file:{server.data}/portico.sqlite?mode=ro", uri=True) as connection:
        connection.row_factory = sqlite3.Row
        tables = [row[0] for row in connection.execute(
            "SELECT m.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c ON c.name = 'translations' WHERE m.type = 'table'")]
        for table in tables:
            for row in connection.execute(f"SELECT * FROM {table} WHERE translations <> '{{}}'"):
                for field, said in json.loads(row["translations"]).get("en", {}).items():
                    (own if language == "it" else others).add(plain(row[field]))
                    (others if language == "it" else own).add(plain(said["text"]))
    return others - own


def plain(text: str) -> str:
    return " ".join(text.replace("**", "").split())


class Page(html.parser.HTMLParser):
    """The texts of a page, each with the language that it says it is in, and where its links lead."""

    def __init__(self, text: str):
        super().__init__()
        self.open: list[tuple[str, str | None]] = [("", None)]
        self.texts: list[tuple[str, str | None]] = []
        self.links: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        said = dict(attributes)
        language = said.get("lang", self.open[-1][1])
        if tag == "a" and said.get("href"):
            self.links.add(said["href"])
        self.texts += [(plain(said[name]), language) for name in ("alt", "title", "aria-label") if said.get(name)]
        if tag not in VOID:
            self.open.append((tag, language))

    def handle_endtag(self, tag):
        for index in range(len(self.open) - 1, 0, -1):
            if self.open[index][0] == tag:
                del self.open[index:]
                break

    def handle_data(self, data):
        if self.open[-1][0] not in ("script", "style"):
            self.texts.append((plain(data), self.open[-1][1]))


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_page_speaks_the_language_of_its_reader(server: Server, language: str):
    others = texts_of_the_other_language(server, language)
    assert len(others) > 500
    seen, wrong = set(), []
    kinds: Counter[str] = Counter()
    waiting = ["/campus"]
    while waiting:
        path = waiting.pop(0)
        kind = re.sub(r"\d+", "N", path)
        if path in seen or kinds[kind] == MOST_OF_A_KIND or re.search(r"/api/|\.(ics|vcf|json|atom|rss|cap)(\?|$)", path):
            continue
        seen.add(path)
        kinds[kind] += 1
        request = urllib.request.Request(server.address + path, headers={"Accept-Language": language, "Accept": "text/html"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            page = Page(answer.read().decode())
        for text, said in page.texts:
            pieces = {text, *re.split(r" · |, ", text)}
            if said == language and (found := pieces & others):
                wrong.append((path, found))
        waiting += [
            address.split("#")[0] for link in sorted(page.links) if (address := urllib.parse.urljoin(path, link)).startswith("/campus")
        ]
    assert len(seen) > 100
    assert not wrong
