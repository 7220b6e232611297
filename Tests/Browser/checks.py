"""What must hold on every page, each check giving back what it found wrong."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from document import Document
from portico import TEXTS

ACCESSIBILITY_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# The width WCAG 1.4.10 asks for: 1280 px enlarged four times.
NARROWEST = 320
# A phone, on which letters may be of twice the size.
PHONE = 360
AXE = Axe().axe_script


def headers(given: dict[str, str], address: str) -> Iterator[str]:
    """Security headers, which every answer carries: pages, files, redirections, refusals."""
    policy = given.get("content-security-policy", "")
    for part in ("default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"):
        if part not in policy:
            yield f"Content-Security-Policy lacks {part}"
    if "unsafe-" in policy or "*" in policy:
        yield f"Content-Security-Policy is loose: {policy}"
    if given.get("x-content-type-options") != "nosniff":
        yield "X-Content-Type-Options is not nosniff"
    if given.get("referrer-policy") not in ("no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"):
        yield f"Referrer-Policy is {given.get('referrer-policy')}"
    if "permissions-policy" not in given:
        yield "Permissions-Policy is missing"
    for name in ("cross-origin-opener-policy", "cross-origin-resource-policy"):
        if given.get(name) != "same-origin":
            yield f"{name} is {given.get(name)}"
    kind = given.get("content-type", "")
    if not kind and given.get("content-length") != "0":
        yield "Content-Type is missing"
    if kind.startswith("text/html"):
        if "charset=utf-8" not in kind.lower():
            yield f"Content-Type has no charset: {kind}"
        if "form-action 'self'" not in policy:
            yield "Content-Security-Policy lacks form-action 'self'"
        if "/admin" in address and not {"no-store", "no-store, no-transform", "private, no-cache"} & {given.get("cache-control", "")}:
            yield f"a signed-in page may be kept by others or shown again unasked: Cache-Control is {given.get('cache-control')}"


def wait_until_quiet(page: Page) -> None:
    """Scripts that a page loads by itself have come and run. A page without script never answers: nothing calls it back."""
    page.evaluate(f"async () => {{ {QUIET} }}")


def settled(page: Page) -> tuple[str, list[str]]:
    """Waits until the page is quiet, and gives back its HTML and its shapes: what it is built of, as `Document.shapes` says it of the page
    that was sent, each as a number."""
    html, shapes = page.evaluate("""async () => {
        %s
        const shapeOf = (%s)();
        return [document.documentElement.outerHTML, [...new Set([...document.body.querySelectorAll('*')].map(shapeOf))]];
    }""" % (QUIET, SHAPE_OF))
    return "<!DOCTYPE html>" + html, shapes


QUIET = """
        await document.fonts.ready;
        await new Promise(done => requestIdleCallback(done, { timeout: 1000 }));
"""


def language(document: Document, wanted: str) -> Iterator[str]:
    """The page says which language it is in, and no text of the interface was left out of the translation."""
    if document.language != wanted:
        yield f'lang="{document.language}"'
    html = document.source
    for mark in ("[[", "]]", "{{", "}}"):
        if mark in html:
            yield f"an unfilled {mark} stands in the page: …{html[max(0, html.find(mark) - 40):html.find(mark) + 40]!r}…"
    lines = set(document.texts)
    for line in lines:
        # {name} is a value that nobody filled in; {z}, {x} and {y} belong to addresses of map tiles, {id} to those of the API.
        if re.search(r"\{[a-z][A-Za-z]+\}", line) and not line.startswith(("/api/", "/campus/api/", "/ws/")):
            yield f"an unfilled value: {line!r}"
        if any(word.strip(".,:;()") in all_keys() for word in line.split() if "." in word):
            yield f"a text's key instead of the text: {line!r}"
    for line in sorted(lines & of_the_other_language(wanted)):
        yield f"not translated: {line!r}"


@cache
def all_keys() -> frozenset[str]:
    return frozenset(key for texts in TEXTS.values() for key in texts.all)


@cache
def of_the_other_language(wanted: str) -> frozenset[str]:
    """Sentences of the interface that only the other language has; single words could be somebody's data."""
    other = next(language for language in TEXTS if language != wanted)
    ours = set(TEXTS[wanted].all.values())
    return frozenset(
        text for text in TEXTS[other].all.values() if text not in ours and "{" not in text and len(text.split()) > 1)


def outline(document: Document) -> Iterator[str]:
    root = document.root
    if not "".join(root.xpath("//title/text()")).strip():
        yield "no title"
    headings = [" ".join(heading.text_content().split()) for heading in root.xpath("//h1")]
    if len(headings) != 1 or not headings[0]:
        yield f"one heading of the first rank is wanted, found {headings}"
    if (mains := len(root.xpath("//main"))) != 1:
        yield f"{mains} main elements"
    if twice := [id for id, times in Counter(root.xpath("//@id")).items() if times > 1]:
        yield f"ids used twice: {sorted(twice)}"


def mark(page: Page, shapes: list[str]) -> int:
    """Marks the first two elements of each of these shapes as what is to be looked at, and gives back how many there are."""
    return page.evaluate("""wanted => {
        const shapeOf = (%s)(), times = new Map(wanted.map(shape => [shape, 0]));
        for (const element of document.body.querySelectorAll('*')) {
            const shape = shapeOf(element);
            if (!(times.get(shape) < 2)) continue;
            times.set(shape, times.get(shape) + 1);
            element.toggleAttribute('data-looked-at', true);
        }
        return document.querySelectorAll('[data-looked-at]').length;
    }""" % SHAPE_OF, shapes)


MARKED = {"include": [["[data-looked-at]"]]}
# An element's shape is its name, class and attributes' names, and the names and classes of what it stands in: 53 bits of it (cyrb53), since
# the words of all elements of a page would be long.
SHAPE_OF = """() => {
    const paths = new Map();
    const pathOf = e => {
        if (e === document.body) return '';
        if (!paths.has(e)) paths.set(e, pathOf(e.parentElement) + '>' + e.localName + '.' + (e.getAttribute('class') ?? ''));
        return paths.get(e);
    };
    const numbers = new Map();
    const numberOf = words => {
        if (numbers.has(words)) return numbers.get(words);
        let one = 0xdeadbeef, other = 0x41c6ce57;
        for (let place = 0; place < words.length; place++) {
            one = Math.imul(one ^ words.charCodeAt(place), 2654435761);
            other = Math.imul(other ^ words.charCodeAt(place), 1597334677);
        }
        one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
        other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
        const number = (4294967296 * (2097151 & other) + (one >>> 0)).toString(36);
        numbers.set(words, number);
        return number;
    };
    return e => numberOf(pathOf(e) + e.getAttributeNames().filter(name => name !== 'data-looked-at').sort().join());
}"""


def accessibility(page: Page, *, within: dict | None = None, enhanced: bool = False) -> Iterator[str]:
    """With `enhanced`, texts have a contrast of 7:1 as well."""
    rules = {"color-contrast-enhanced": {"enabled": enhanced}}
    yield from _violations(page, within, {"runOnly": {"type": "tag", "values": ACCESSIBILITY_RULES}, "rules": rules})


def dark_contrast(page: Page, *, within: dict | None = None, enhanced: bool = False) -> Iterator[str]:
    """What `accessibility` says of the colours, in the dark ones; the page is left in light ones."""
    page.emulate_media(color_scheme="dark")
    rules = ["color-contrast"] + ["color-contrast-enhanced"] * enhanced
    for problem in _violations(page, within, {"runOnly": {"type": "rule", "values": rules}}):
        yield f"in dark colours: {problem}"
    page.emulate_media(color_scheme="light")


def _violations(page: Page, within: dict | None, options: dict) -> Iterator[str]:
    # Its half megabyte of script is brought once for each page, not for each question.
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    ask = "([within, options]) => axe.run(within ?? document, options).then(found => found.violations)"
    for violation in page.evaluate(ask, [within, options | {"resultTypes": ["violations"]}]):
        places = [f"{' '.join(map(str, node['target']))} ({_why(node)})" for node in violation["nodes"][:3]]
        yield f"axe {violation['id']}: {violation['help']}: {'; '.join(places)} and {max(0, len(violation['nodes']) - 3)} more"


def _why(node: dict) -> str:
    reasons = [check["message"] for kind in ("any", "all", "none") for check in node[kind]]
    return reasons[0] if reasons else ""


def narrow(page: Page) -> Iterator[str]:
    """Nothing is read by scrolling sideways on a narrow phone or at four times the size, nor with letters of twice the size on a phone.

    Pages for everybody and desk pages hold letters of four times the size, too.
    """
    before = page.viewport_size
    for width, sizes in ((NARROWEST, [""]), (PHONE, ["200%", "400%"])):
        page.set_viewport_size({"width": width, "height": 640})
        for text, wide in page.evaluate(SIDEWAYS, sizes):
            at = f"{width} px" + (f" with text of {text}" if text else "")
            yield f"scrolls sideways at {at}: {wide['width']} px wide because of {', '.join(wide['culprits'])}"
    if small := page.evaluate(SMALL_TARGETS):
        yield f"less than 44 px to touch at {PHONE} px: {', '.join(small[:4])} and {max(0, len(small) - 4)} more"
    page.set_viewport_size(before)


# One question for each width: each answer costs a trip to the browser.
SIDEWAYS = """sizes => {
        const found = [];
        for (const text of sizes) {
            if (text === '400%' && !['page', 'desk'].includes(document.body.dataset.density)) continue;
            document.documentElement.style.fontSize = text;
            const room = document.documentElement.clientWidth;
            const width = document.documentElement.scrollWidth;
            if (width <= room) continue;
            const out = [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > room + 1
                && getComputedStyle(e).position !== 'fixed');
            // A pixel that no element fills comes from rounding.
            if (width === room + 1 && !out.length) continue;
            found.push([text, { width,
                culprits: out.slice(-3).map(e => e.tagName.toLowerCase() + (e.id ? '#' + e.id : '') + (e.className ? '.' + e.className : '')) }]);
        }
        document.documentElement.style.fontSize = '';
        return found;
    }"""
# What is touched on public pages; a link in a sentence has the height of its line.
SMALL_TARGETS = """() => {
        if (document.body.dataset.density === 'desk') return [];
        const inSentence = e => getComputedStyle(e).display.startsWith('inline') && e.localName === 'a'
            && e.parentElement.textContent.trim().length > e.textContent.trim().length + 2;
        const touched = e => e.closest('label') ?? e.labels?.[0] ?? e;
        return [...document.querySelectorAll('a[href], button, summary, select, textarea, input:not([type=hidden])')].filter(e => {
            const box = (['checkbox', 'radio'].includes(e.type) ? touched(e) : e).getBoundingClientRect();
            return e.checkVisibility({ visibilityProperty: true }) && box.width > 1 && box.height > 1 && Math.min(box.width, box.height) < 43.5
                && box.right > 0 && box.bottom + scrollY > 0 && !inSentence(e);
        }).map(e => `${e.localName}.${e.className?.baseVal ?? e.className}«${(e.textContent || e.name).trim().slice(0, 20)}» ${Math.round(e.getBoundingClientRect().width)}x${Math.round(e.getBoundingClientRect().height)}`);
    }"""


def forced_colours(page: Page) -> Iterator[str]:
    """What is chosen differs from its neighbours where a person has forced all colours."""
    page.emulate_media(forced_colors="active")
    if alike := page.evaluate(ALIKE):
        yield f"with forced colours nothing shows what is chosen: {', '.join(alike[:3])}"
    page.emulate_media(forced_colors="none")


ALIKE = """() => {
        const mark = '[aria-current], [aria-pressed=true], [aria-selected=true]';
        const look = e => [null, '::before', '::after'].map(part => {
            const style = getComputedStyle(e, part);
            return part && style.content === 'none' ? '' : [style.borderTopWidth, style.borderBottomWidth, style.borderColor, style.backgroundColor, style.color, style.outlineStyle,
                style.fontWeight, style.textDecorationLine].join();
        }).join('|');
        return [...document.querySelectorAll(mark)].filter(e => e.checkVisibility() && e.matches('a, button, summary, [role]')).filter(e => {
            const group = e.closest('ul, ol, nav, fieldset, [role=listbox], [role=group], [role=tablist], form, div');
            const other = [...(group?.querySelectorAll(e.localName) ?? [])].find(o => o !== e && !o.matches(mark) && o.className === e.className && o.checkVisibility());
            return other && look(other) === look(e);
        }).map(e => `${e.localName}.${e.className?.baseVal ?? e.className}«${e.textContent.trim().slice(0, 20)}»`);
    }"""
