"""Walks from page to page as a person would, along links and the forms that only ask; reads what it finds, and looks hard at what is new."""

import hashlib
import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

from playwright.sync_api import APIResponse, BrowserContext, Error

import checks
from document import Document
from watch import Watch

# Of each kind of page, so many are read: full records, odd ones, empty ones. Of these, what is built like none before is drawn as well.
READINGS_OF_A_KIND = 5
DRAWINGS_OF_A_KIND = 2
# The HTML checker sees as many, and answers to questions only when they are drawn: the others come from the same templates.
RECORD = re.compile(r"^(\d+|[0-9a-f]{8,}|[A-Za-z0-9_-]{20,})$")
# What people call themselves stands for a record, as numbers do.
NAMED = re.compile(r"(?<=/stories/writers/)[^/]+")
# Pages that every list of the back office has, from the same templates.
OF_EVERY_LIST = re.compile(r"^(/admin/[^/]+)/[^/]+/(columns|export|imports|trash|views|\{id\}/deletion|\{id\}/history|\{id\}/history/\{id\})$")


@dataclass(frozen=True)
class Kind:
    """An address without what differs from record to record: /admin/house/products/{id}?page."""

    path: str
    asks: tuple[str, ...]

    @classmethod
    def of(cls, address: str) -> "Kind":
        parts = urlsplit(address)
        named = NAMED.sub("{id}", parts.path)
        path = "/".join("{id}" if RECORD.match(part) else part for part in named.split("/"))
        return cls(path, tuple(sorted({name for name, value in parse_qsl(parts.query) if value})))

    @property
    def family(self) -> str:
        """Kinds that come from the same templates in one system."""
        return OF_EVERY_LIST.sub(r"\1/{list}/\2", self.path)

    def drawings(self, most: int) -> int:
        """How often it is drawn at most: a question once, several questions at once and questions about one record never."""
        if not self.asks:
            return most
        return min(most, 1) if len(self.asks) == 1 and "{id}" not in self.path else 0

    def __str__(self) -> str:
        return self.path + ("?" + "&".join(self.asks) if self.asks else "")


class Crawl:
    def __init__(self, context: BrowserContext, watch: Watch, address: str, language: str, keep: Path, *, enhanced: bool = False,
                 readings: int = READINGS_OF_A_KIND, drawings: int = DRAWINGS_OF_A_KIND, questions: int | None = None, elsewhere: tuple[str, ...] = (),
                 within: str = "", thorough: bool = False):
        """With `enhanced`, texts must have a contrast of 7:1, as on pages for everybody and guests' pages. What begins with `elsewhere`,
        or does not begin with `within`, is another walk's.

        When `thorough`, pages are drawn even if others built like them have been. Of the kinds of questions that one kind of page is asked,
        `questions` are put: its filters, orders and formats; None is all.
        """
        self.enhanced, self.readings, self.drawings, self.thorough = enhanced, readings, drawings, thorough
        self.questions = questions
        self.asked: Counter[str] = Counter()
        self.elsewhere = tuple(address + path for path in elsewhere)
        self.within = address + within
        self.context, self.watch, self.address, self.language, self.keep = context, watch, address, language, keep
        self.page = context.new_page()
        self.problems: list[str] = []
        self.read: Counter[Kind] = Counter()
        self.drawn: Counter[Kind] = Counter()
        self.met: set[tuple[str, str]] = set()
        self.known: set[str] = set()
        self.assets: set[str] = set()
        self.waiting: deque[tuple[str, str]] = deque()

    def run(self, starts: list[str]) -> None:
        self._remember([self.address + start for start in starts], "the start")
        while self.waiting:
            address, source = self.waiting.popleft()
            kind = Kind.of(address)
            # A question is answered by the same templates however it is put.
            if self.read[kind] < (self.readings if not kind.asks else 2 if self.thorough else 1) and self._is_asked(kind):
                self.read[kind] += 1
                self._read(address, source, kind)
        self.problems += self.watch.problems + self.watch.refusals

    def _is_asked(self, kind: Kind) -> bool:
        """Everything that is no question, and so many kinds of questions about each kind of page."""
        if not kind.asks or self.questions is None or self.read[kind]:
            return True
        self.asked[kind.path] += 1
        return self.asked[kind.path] <= self.questions

    def _remember(self, addresses: Iterable[str], source: str) -> None:
        # Answers lead to the same questions again, two at once; and more than two only combine what fewer were seen to do.
        most = 1 if Kind.of(source).asks else 2
        for address in addresses:
            address = address.split("#")[0]
            if address.startswith(self.elsewhere) or not address.startswith(self.within) or address in self.known:
                continue
            if len(Kind.of(address).asks) <= most:
                self.known.add(address)
                self.waiting.append((address, source))

    def _read(self, address: str, source: str, kind: Kind) -> None:
        html = self._ask(address, source)
        if html is None:
            return
        document = Document(html, address)
        self.problems += self._about(address, self._words(document))
        self._follow(document)
        self._remember(document.questions, address)
        is_drawn = self.drawn[kind] < kind.drawings(self.drawings) and self._is_worth_drawing(kind, document)
        if is_drawn or not kind.asks and self.read[kind] <= max(1, self.drawings):
            self._save(address, html)
        if is_drawn:
            self.drawn[kind] += 1
            self.problems += self._about(address, self._draw(address))

    def _is_worth_drawing(self, kind: Kind, document: Document) -> bool:
        """What is built of something that no page had, and the first page of a family; questions are answered by what has been drawn."""
        is_first = not kind.asks and bool(self._new("family", [kind.family]))
        return bool(self._new("read", document.shapes)) or is_first or self.thorough

    def _ask(self, address: str, source: str) -> str | None:
        """The page without drawing it; nothing when it is none."""
        try:
            response: APIResponse = self.context.request.get(address, headers={"Accept": "text/html,*/*"})
        except Error as error:
            self.problems.append(f"{address}: {error.message.splitlines()[0]} (linked from {source})")
            return None
        if not response.ok:
            self.problems.append(f"{address}: answers {response.status} (linked from {source})")
        self.problems += self._about(address, checks.headers(response.headers, address))
        is_page = response.ok and response.headers.get("content-type", "").startswith("text/html")
        html = response.text() if is_page else None
        response.dispose()
        return html

    def _words(self, document: Document) -> Iterator[str]:
        yield from checks.language(document, self.language)
        yield from checks.outline(document)

    def _follow(self, document: Document) -> None:
        self._remember(document.links, document.address)
        # One at another host is noticed by the watch when the page is drawn.
        for asset in {asset for asset in document.assets if asset.startswith(self.address)} - self.assets:
            self.assets.add(asset)
            self._ask(asset, document.address)

    def _draw(self, address: str) -> Iterator[str]:
        """The page as scripts have left it, with its colours and its room."""
        self.page.goto(address, wait_until="load")
        html, shapes = checks.settled(self.page)
        document = Document(html, address)
        self._follow(document)
        yield from self._words(document)
        yield from checks.narrow(self.page)
        # Axe is the slow one: what is built exactly like something that passed would only pass again, and so with forced colours.
        if self.thorough or checks.mark(self.page, self._new("drawn", shapes)):
            within = None if self.thorough else checks.MARKED
            yield from checks.forced_colours(self.page)
            yield from checks.accessibility(self.page, within=within, enhanced=self.enhanced)
            yield from checks.dark_contrast(self.page, within=within, enhanced=self.enhanced)

    def _new(self, what: str, names: Iterable[str]) -> list[str]:
        """Those that no walk of this run, for whichever account and in whichever process, has met before; now they are met."""
        contrast = "enhanced" if self.enhanced else "plain"
        folder = self.keep.parent / f"{what}-{contrast}"
        folder.mkdir(parents=True, exist_ok=True)
        unknown = [name for name in names if (what, name) not in self.met]
        self.met.update((what, name) for name in unknown)
        return [name for name in unknown if _is_first(folder / hashlib.sha256(name.encode()).hexdigest())]

    def _about(self, address: str, problems: Iterable[str]) -> list[str]:
        place = address.removeprefix(self.address)
        return [f"{place} [{self.language}]: {problem}" for problem in problems]

    def _save(self, address: str, html: str) -> None:
        """For the HTML checker, which looks at all pages in one go."""
        name = re.sub(r"[^A-Za-z0-9]+", "-", address.removeprefix(self.address)).strip("-")[:120] or "home"
        self.keep.mkdir(parents=True, exist_ok=True)
        (self.keep / f"{name}.html").write_text(html, encoding="utf-8")

    def complaint(self) -> str:
        """Each problem once, with the first pages that have it."""
        places: dict[str, list[str]] = {}
        for problem in self.problems:
            place, _, what = problem.partition(": ")
            places.setdefault(what, []).append(place)
        return f"{len(places)} problems:\n" + "\n".join(
            f"- {what}\n    at {', '.join(dict.fromkeys(at[:3]))}" + (f" and {len(at) - 3} more" if len(at) > 3 else "")
            for what, at in places.items())

    def report(self) -> str:
        """How many pages of each kind were read and drawn."""
        return "\n".join(f"{times:4} {self.drawn[kind]:3} {kind}" for kind, times in sorted(self.read.items(), key=lambda item: str(item[0])))


def _is_first(mark: Path) -> bool:
    try:
        mark.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True
