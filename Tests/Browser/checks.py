"""What must hold on every page, each check giving back what it found wrong."""

import hashlib
import re
from collections.abc import Iterator
from functools import cache

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from portico import TEXTS

ACCESSIBILITY_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# The width WCAG 1.4.10 asks for: 1280 px enlarged four times.
NARROWEST = 320
axe = Axe()


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
        if "/admin" in address and not {"no-store", "private, no-cache"} & {given.get("cache-control", "")}:
            yield f"a signed-in page may be kept by others or shown again unasked: Cache-Control is {given.get('cache-control')}"


def wait_until_quiet(page: Page) -> None:
    """Scripts that a page loads by itself have come and run."""
    page.evaluate("""async () => {
        await document.fonts.ready;
        await new Promise(done => requestIdleCallback(done, { timeout: 1000 }));
    }""")


def language(page: Page, html: str, wanted: str) -> Iterator[str]:
    """The page says which language it is in, and no text of the interface was left out of the translation."""
    given = page.evaluate("document.documentElement.lang")
    if given != wanted:
        yield f'lang="{given}"'
    for mark in ("[[", "]]", "{{", "}}"):
        if mark in html:
            yield f"an unfilled {mark} stands in the page: …{html[max(0, html.find(mark) - 40):html.find(mark) + 40]!r}…"
    lines = {line.strip() for line in page.evaluate(VISIBLE_TEXTS)}
    for line in lines:
        # {name} is a value that nobody filled in; {z}, {x} and {y} belong to addresses of map tiles, {id} to those of the API.
        if re.search(r"\{[a-z][A-Za-z]+\}", line) and not line.startswith("/api/"):
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


def outline(page: Page) -> Iterator[str]:
    found = page.evaluate("""() => ({
        title: document.title.trim(),
        headings: [...document.querySelectorAll('h1')].map(h => h.innerText.trim()),
        mains: document.querySelectorAll('main').length,
        twice: [...document.querySelectorAll('[id]')].map(e => e.id).filter((id, i, all) => all.indexOf(id) !== i),
        inline: document.querySelectorAll('[style], style, script:not([src]):not([type="application/json"])').length,
    })""")
    if not found["title"]:
        yield "no title"
    if len(found["headings"]) != 1 or not found["headings"][0]:
        yield f"one heading of the first rank is wanted, found {found['headings']}"
    if found["mains"] != 1:
        yield f"{found['mains']} main elements"
    if found["twice"]:
        yield f"ids used twice: {sorted(set(found['twice']))}"


def skeleton(page: Page) -> str:
    """The page without its texts and repetitions."""
    shape = page.evaluate("""() => {
        const shape = new Set();
        for (const e of document.querySelectorAll('body *')) {
            const names = [];
            for (let n = e; n && n !== document.body; n = n.parentElement) names.push(n.tagName + '.' + n.className);
            shape.add(names.join('<') + [...e.attributes].map(a => a.name).sort().join());
        }
        return [...shape].sort().join('\\n');
    }""")
    return hashlib.sha256(shape.encode()).hexdigest()


def accessibility(page: Page, *, enhanced: bool = False) -> Iterator[str]:
    """With `enhanced`, texts have a contrast of 7:1 as well."""
    rules = {"color-contrast-enhanced": {"enabled": enhanced}}
    results = axe.run(page, options={"runOnly": {"type": "tag", "values": ACCESSIBILITY_RULES}, "rules": rules, "resultTypes": ["violations"]})
    for violation in results.response["violations"]:
        places = [f"{' '.join(map(str, node['target']))} ({_why(node)})" for node in violation["nodes"][:3]]
        yield f"axe {violation['id']}: {violation['help']}: {'; '.join(places)} and {max(0, len(violation['nodes']) - 3)} more"


def _why(node: dict) -> str:
    reasons = [check["message"] for kind in ("any", "all", "none") for check in node[kind]]
    return reasons[0] if reasons else ""


def narrow(page: Page) -> Iterator[str]:
    """Nothing is read by scrolling sideways on a narrow phone or at four times the size."""
    before = page.viewport_size
    page.set_viewport_size({"width": NARROWEST, "height": 640})
    wide = page.evaluate("""() => {
        const room = document.documentElement.clientWidth;
        if (document.documentElement.scrollWidth <= room) return null;
        const out = [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > room + 1
            && getComputedStyle(e).position !== 'fixed');
        return { width: document.documentElement.scrollWidth,
                 culprits: out.slice(-3).map(e => e.tagName.toLowerCase() + (e.id ? '#' + e.id : '') + (e.className ? '.' + e.className : '')) };
    }""")
    page.set_viewport_size(before)
    if wide:
        yield f"scrolls sideways at {NARROWEST} px: {wide['width']} px wide because of {', '.join(wide['culprits'])}"


# Every run of text that is drawn, and the texts that only assistive technology reads.
VISIBLE_TEXTS = """() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), texts = [document.title];
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        if (!element.closest('script, style, template, textarea, [lang]:not(html)')) texts.push(walker.currentNode.data);
    }
    for (const e of document.querySelectorAll('[aria-label], [title], [placeholder], img[alt]')) {
        for (const name of ['aria-label', 'title', 'placeholder']) texts.push(e.getAttribute(name) ?? '');
    }
    return texts.map(text => text.replace(/\\s+/g, ' ').trim()).filter(Boolean);
}"""
