"""What a page says and leads to, read from its HTML without drawing it."""

from collections.abc import Iterator
from functools import cached_property
from urllib.parse import urlencode, urljoin

from lxml import etree, html

# Where words are not the interface's own: scripts, what somebody typed, and quotations in a named language.
UNREAD = "ancestor::script or ancestor::style or ancestor::template or ancestor::textarea or ancestor::*[@lang][not(self::html)]"


class Document:
    def __init__(self, source: str, address: str):
        self.source, self.address = source, address
        # Pages say themselves that they are UTF-8; libxml2 would believe a string that says so twice.
        self.root = html.document_fromstring(source.encode(), parser=html.HTMLParser(encoding="utf-8", huge_tree=True))

    @property
    def language(self) -> str | None:
        return self.root.get("lang")

    @cached_property
    def texts(self) -> list[str]:
        """Every run of text, and the texts that only assistive technology reads."""
        found = self.root.xpath(f"//title/text() | //body//text()[not({UNREAD})]")
        found += self.root.xpath("//body//@aria-label | //body//@title | //body//@placeholder")
        return [text for text in (" ".join(text.split()) for text in found) if text]

    @property
    def links(self) -> list[str]:
        return [address for address in (urljoin(self.address, link) for link in self.root.xpath("//a/@href")) if address.startswith("http")]

    @property
    def assets(self) -> list[str]:
        """Pictures, which may load late or only on wide screens, and sounds."""
        found = self.root.xpath("//img/@src | //video/@src | //audio/@src")
        for sources in self.root.xpath("//img/@srcset | //source/@srcset"):
            found += [part.split()[0] for part in sources.split(",") if part.strip()]
        return [address for address in (urljoin(self.address, link) for link in found) if address.startswith("http")]

    @property
    def questions(self) -> Iterator[str]:
        """What the forms that only ask (GET) lead to, each of their questions once."""
        for form in self.root.xpath("//form[not(@method) or translate(@method, 'GET', 'get') = 'get']"):
            action = urljoin(self.address, form.get("action") or self.address).split("?")[0]
            fixed = {field.get("name"): field.get("value", "") for field in form.xpath(".//input[@type = 'hidden'][@name]") if field.get("value")}
            controls = "[self::input or self::select][@name][not(@disabled)]"
            for control in form.xpath(f".//*{controls} | //*[@form = $id]{controls}", id=form.get("id", "")):
                if answer := self._answer(control):
                    yield f"{action}?{urlencode(fixed | {control.get('name'): answer})}"

    def _answer(self, control: html.HtmlElement) -> str | None:
        if control.tag == "select":
            return next((value for value in control.xpath(".//option[not(@selected)]/@value") if value), None)
        if control.get("inputmode") in ("numeric", "decimal"):
            return "1"
        if control.get("data-date") is not None:
            return "2026-01-31"
        match control.get("type", "text"):
            case "search" | "text":
                # A word that is somewhere on the page.
                return next(iter(self.root.xpath("string((//main//td | //main//li | //main//h2)[1])").split()), "a")
            case "checkbox" | "radio":
                return control.get("value", "on")

    @property
    def shapes(self) -> set[str]:
        """What the page is built of, without texts and repetitions: each element with its names and those of what it stands in."""
        found = set()
        waiting = [(self.root.find("body"), "")]
        while waiting:
            element, path = waiting.pop()
            for child in element.iterchildren(tag=etree.Element):
                here = f"{path}>{child.tag}.{child.get('class', '')}"
                found.add(here + ",".join(sorted(child.keys())))
                waiting.append((child, here))
        return found
