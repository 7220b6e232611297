"""Walks from page to page as a person would, along links and the forms that only ask, and looks hard at each kind of page."""

import re
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

from playwright.sync_api import APIResponse, BrowserContext, Error, Page, Response

import checks
from watch import Watch

# Two records of a kind are looked at in the browser (a full one and perhaps an odd one), of some others only the answer.
LOOKS_FOR_EACH_KIND = 2
ANSWERS_FOR_EACH_KIND = 20
ANSWERS_FOR_EACH_QUERY = 3
RECORD = re.compile(r"^(\d+|[0-9a-f]{8,}|[A-Za-z0-9_-]{20,})$")


@dataclass(frozen=True)
class Kind:
    """An address without what differs from record to record: /admin/house/products/{id}?page."""

    path: str
    asks: tuple[str, ...]

    @classmethod
    def of(cls, address: str) -> "Kind":
        parts = urlsplit(address)
        path = "/".join("{id}" if RECORD.match(part) else part for part in parts.path.split("/"))
        return cls(path, tuple(sorted({name for name, value in parse_qsl(parts.query) if value})))

    @property
    def looks(self) -> int:
        """How often it is drawn: a question once, several questions at once and questions about one record never."""
        if not self.asks:
            return LOOKS_FOR_EACH_KIND
        return 1 if len(self.asks) == 1 and "{id}" not in self.path else 0

    def __str__(self) -> str:
        return self.path + ("?" + "&".join(self.asks) if self.asks else "")


@dataclass
class Found:
    """What a page leads to."""

    links: list[str] = field(default_factory=list)
    assets: list[str] = field(default_factory=list)


# The builds of pages that axe has looked at in this run, for whichever account.
PASSED: set[tuple[str, str, bool]] = set()


class Crawl:
    def __init__(self, context: BrowserContext, watch: Watch, address: str, language: str, keep: Path, *, enhanced: bool = False):
        """With `enhanced`, texts must have a contrast of 7:1, as on guests' pages."""
        self.enhanced = enhanced
        self.context, self.watch, self.address, self.language, self.keep = context, watch, address, language, keep
        self.page = context.new_page()
        self.problems: list[str] = []
        self.looked_at: Counter[Kind] = Counter()
        self.answered: Counter[Kind] = Counter()
        self.known: set[str] = set()
        self.assets: set[str] = set()
        self.waiting: deque[tuple[str, str]] = deque()

    def run(self, starts: list[str]) -> None:
        self._remember([self.address + start for start in starts], "the start")
        while self.waiting:
            address, source = self.waiting.popleft()
            kind = Kind.of(address)
            if self.looked_at[kind] < kind.looks:
                self.looked_at[kind] += 1
                self._look_at(address, source)
            elif self.answered[kind] < (ANSWERS_FOR_EACH_QUERY if kind.asks else ANSWERS_FOR_EACH_KIND):
                self.answered[kind] += 1
                self._ask(address, source)
        self.problems += self.watch.problems + self.watch.refusals

    def _remember(self, addresses: list[str], source: str) -> None:
        for address in addresses:
            address = address.split("#")[0]
            # More than two questions at once only combine what fewer were seen to do.
            if address.startswith(self.address) and address not in self.known and len(Kind.of(address).asks) <= 2:
                self.known.add(address)
                self.waiting.append((address, source))

    def _look_at(self, address: str, source: str) -> None:
        try:
            response = self.page.goto(address, wait_until="load")
        except Error as error:
            if "Download is starting" in error.message or "ERR_ABORTED" in error.message:
                self._ask(address, source)
            else:
                self.problems.append(f"{address}: {error.message.splitlines()[0]} (linked from {source})")
            return
        if response is None or not response.ok:
            self.problems.append(f"{address}: answers {response.status if response else 'nothing'} (linked from {source})")
            return
        if not response.headers.get("content-type", "").startswith("text/html"):
            self.problems += self._about(address, checks.headers(response.headers, address))
            return
        self.problems += self._about(address, self._judge(address, response))
        found = self._leads_to()
        self._remember(found.links, address)
        # One at another host has already been noticed by the watch.
        for asset in {asset for asset in found.assets if asset.startswith(self.address)} - self.assets:
            self.assets.add(asset)
            self._ask(asset, address)

    def _judge(self, address: str, response: Response) -> Iterator[str]:
        html = response.text()
        self._save(address, html)
        checks.wait_until_quiet(self.page)
        yield from checks.headers(response.headers, address)
        yield from checks.language(self.page, html, self.language)
        yield from checks.outline(self.page)
        # Axe is the slow one: a page built exactly like one that passed would only pass again.
        skeleton = checks.skeleton(self.page)
        if (self.language, skeleton, self.enhanced) not in PASSED:
            PASSED.add((self.language, skeleton, self.enhanced))
            yield from checks.accessibility(self.page, enhanced=self.enhanced)
        yield from checks.narrow(self.page)

    def _ask(self, address: str, source: str) -> None:
        """Fetches without drawing."""
        try:
            response: APIResponse = self.context.request.get(address)
        except Error as error:
            self.problems.append(f"{address}: {error.message.splitlines()[0]} (linked from {source})")
            return
        if not response.ok:
            self.problems.append(f"{address}: answers {response.status} (linked from {source})")
        self.problems += self._about(address, checks.headers(response.headers, address))
        response.dispose()

    def _leads_to(self) -> Found:
        found = Found(**self.page.evaluate(LEADS_TO))
        for form in self.page.evaluate(ASKING_FORMS):
            action = urljoin(self.page.url, form["action"]).split("?")[0]
            for name, value in form["questions"]:
                found.links.append(f"{action}?{urlencode({name: value})}")
        return found

    def _about(self, address: str, problems: Iterator[str]) -> list[str]:
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
        return "\n".join(f"{count:4} {kind}" for kind, count in sorted(self.looked_at.items(), key=lambda item: str(item[0])))


# Addresses to follow: links on the page, and pictures, which may load late or only on wide screens.
LEADS_TO = """() => ({
    links: [...document.querySelectorAll('a[href]')].map(a => new URL(a.getAttribute('href'), location.href).href).filter(href => href.startsWith('http')),
    assets: [...document.querySelectorAll('img[src], source[srcset], video[src], audio[src]')].flatMap(e =>
        [e.src, ...(e.getAttribute('srcset') ?? '').split(',').map(part => part.trim().split(' ')[0])])
        .filter(Boolean).map(u => new URL(u, location.href).href).filter(u => u.startsWith('http')),
})"""

# Forms that only ask (GET): each of their questions once, a search for a word that is somewhere on the page.
ASKING_FORMS = """() => [...document.querySelectorAll('form')].filter(f => f.method === 'get').map(f => ({
    action: f.getAttribute('action') ?? location.pathname,
    questions: [...f.elements].flatMap(e => {
        if (!e.name || e.disabled) return [];
        if (e.tagName === 'SELECT') {
            const other = [...e.options].find(o => o.value && !o.defaultSelected);
            return other ? [[e.name, other.value]] : [];
        }
        if (['numeric', 'decimal'].includes(e.inputMode)) return [[e.name, '1']];
        if (['search', 'text'].includes(e.type)) {
            return [[e.name, (document.querySelector('main td, main li, main h2')?.innerText ?? 'a').trim().split(/\\s+/)[0]]];
        }
        return ['checkbox', 'radio'].includes(e.type) ? [[e.name, e.value]] : [];
    }),
}))"""
