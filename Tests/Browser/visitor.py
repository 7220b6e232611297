"""A person with a browser that has no script: reads pages, fills their forms, sends them. It needs lxml and nothing else."""

import http.cookiejar
import re
import urllib.error
import urllib.request
from urllib.parse import urlencode, urljoin

from lxml import html

TYPED = {"text", "search", "tel", "url", "email", "number", "password"}


class Refused(Exception):
    """A page did not have what was looked for, or did not take what was sent."""


class Form:
    """A form of a page, with the values that its controls have."""

    def __init__(self, page: "Page", element: html.HtmlElement):
        self.page, self.element = page, element
        self.values = [pair for control in self.controls for pair in _value(control)]

    @property
    def controls(self) -> list[html.HtmlElement]:
        here = "[self::input or self::select or self::textarea][@name][not(@disabled)]"
        own = self.element.xpath(f".//*{here}[not(@form)]")
        if name := self.element.get("id"):
            own += self.page.root.xpath(f"//*{here}[@form=$id]", id=name)
        return own

    def set(self, name: str, value: str) -> "Form":
        self.values = [pair for pair in self.values if pair[0] != name] + [(name, value)]
        return self

    def fill(self, marker: str) -> "Form":
        """Types what a field can accept wherever nothing is typed, and chooses where a choice is owed; words are `marker`."""
        filled = dict(self.values)
        for control in self.controls:
            name, kind = control.get("name"), control.get("type", "text")
            is_owed = control.get("required") is not None or control.get("aria-required") == "true"
            # Dates that are not owed say when something is shown.
            if re.search(r"\.(find|q|alt)$", name) or filled.get(name) or control.get("data-date") and control.get("data-time") is not None and not is_owed:
                continue
            if control.tag == "textarea" or control.tag == "input" and kind in TYPED:
                self.set(name, sample(control, marker))
            elif kind == "radio" and name not in filled:
                self.set(name, control.get("value", "on"))
                filled[name] = "chosen"
            elif control.tag == "select" and is_owed:
                if value := next((value for value in control.xpath(".//option/@value") if value), None):
                    self.set(name, value)
        return self

    def send(self, button: str = "") -> "Page":
        """Sends it with the button whose name and value are `name=value`, or with its first."""
        values = list(self.values)
        if button:
            values.append(tuple(button.split("=", 1)))
        elif first := self.element.xpath("(.//button[not(@type) or @type='submit'])[1][@name]"):
            values.append((first[0].get("name"), first[0].get("value", "")))
        address = urljoin(self.page.address, self.element.get("action") or self.page.address)
        if self.element.get("method", "get").lower() == "get":
            return self.page.visitor.get(f"{address.split('?')[0]}?{urlencode(values)}")
        if self.element.get("enctype") != "multipart/form-data":
            return self.page.visitor.open(address, urlencode(values).encode(), "application/x-www-form-urlencoded")
        body = "".join(f'--border\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in values)
        return self.page.visitor.open(address, (body + "--border--\r\n").encode(), "multipart/form-data; boundary=border")


def help_of(control: html.HtmlElement) -> str:
    """What a field says of itself: in it, or below it."""
    below = [element.text_content() for name in control.get("aria-describedby", "").split() for element in control.xpath(f"//*[@id='{name}']")]
    return " ".join([control.get("placeholder", ""), *below])


def sample(control: html.HtmlElement, marker: str) -> str:
    name, kind, mode = control.get("name"), control.get("type", "text"), control.get("inputmode", "")
    if control.get("data-date"):
        return "17/05/2030" if control.get("data-time") is None else "17/05/2030 10:30"
    if control.get("data-time") is not None:
        return "10:30"
    if kind == "url" or mode == "url":
        return "https://example.org/prova"
    if kind == "email" or mode == "email" or name == "email":
        return "prova@example.org"
    if kind == "tel" or mode == "tel" or name == "phone":
        return "+39 0862 123456"
    if re.search(r"\d\d/\d\d/\d{4}", help_of(control)):
        return "31/01/2030"
    if mode in ("numeric", "decimal") or kind == "number":
        return "1"
    if control.xpath("ancestor::*[@data-map]"):
        return "42.35120, 13.39900"
    if name == "polygon":
        return "42.351, 13.399\n42.352, 13.399\n42.352, 13.400"
    return marker[:int(control.get("maxlength", 200))]


def _value(control: html.HtmlElement) -> list[tuple[str, str]]:
    name, kind = control.get("name"), control.get("type", "text")
    if control.tag == "textarea":
        return [(name, (control.text or "").removeprefix("\n"))]
    if control.tag == "select":
        chosen = control.xpath(".//option[@selected]") or ([] if control.get("multiple") is not None else control.xpath("(.//option)[1]"))
        return [(name, option.get("value", option.text or "")) for option in chosen]
    if kind in ("checkbox", "radio"):
        return [(name, control.get("value", "on"))] if control.get("checked") is not None else []
    return [] if kind in ("submit", "button", "image", "file") else [(name, control.get("value", ""))]


class Page:
    def __init__(self, visitor: "Visitor", address: str, status: int, source: bytes, headers):
        self.visitor, self.address, self.status, self.source, self.headers = visitor, address, status, source, headers
        self.root = html.document_fromstring(source or b"<html></html>", parser=html.HTMLParser(encoding="utf-8", huge_tree=True))

    @property
    def text(self) -> str:
        return " ".join(self.root.text_content().split())

    def all(self, path: str) -> list:
        return self.root.xpath(path)

    @property
    def links(self) -> list[str]:
        """Addresses on the same site, without their host and place on the page."""
        found = (urljoin(self.address, href).split("#")[0] for href in self.root.xpath("//a/@href"))
        return [address.removeprefix(self.visitor.address) for address in found if address.startswith(self.visitor.address)]

    def form(self, path: str) -> Form:
        """The form at this path, or around what is there."""
        for found in self.root.xpath(path):
            form = found if found.tag == "form" else next(iter(found.xpath("ancestor::form")), None)
            if form is None and (name := found.get("form")):
                form = next(iter(self.root.xpath("//form[@id=$id]", id=name)), None)
            if form is not None:
                return Form(self, form)
        raise Refused(f"{self.address} ({self.status}) has no form {path}")

    def follow(self, path: str) -> "Page":
        for found in self.root.xpath(path):
            return self.visitor.get(urljoin(self.address, found.get("href")))
        raise Refused(f"{self.address} ({self.status}) has no link {path}")

    def require(self, *statuses: int) -> "Page":
        if self.status not in (statuses or (200,)):
            reasons = [" ".join(found.text_content().split()) for found in self.root.xpath("//*[@role='alert' or contains(@class,'error')]")]
            raise Refused(f"{self.address}: {self.status} {'; '.join(reasons)[:300]}")
        return self


class Visitor:
    def __init__(self, address: str):
        self.address = address
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))

    def get(self, path: str) -> Page:
        return self.open(urljoin(self.address, path))

    def open(self, address: str, body: bytes | None = None, kind: str | None = None) -> Page:
        headers = {
            "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0", "Accept": "text/html,*/*", "Accept-Language": "it",
            "Origin": self.address, "Sec-Fetch-Site": "same-origin", "Referer": address,
        } | ({"Content-Type": kind} if kind else {})
        try:
            answer = self.opener.open(urllib.request.Request(address, body, headers), timeout=60)
        except urllib.error.HTTPError as refused:
            answer = refused
        with answer:
            source = answer.read()
        is_page = answer.headers.get("Content-Type", "").startswith("text/html")
        return Page(self, answer.url, answer.status, source if is_page else b"", answer.headers)

    def sign_in(self, name: str, password: str, at: str = "/sign-in", field: str = "name") -> "Visitor":
        page = self.get(at).form("//form[.//input[@name='password']]").set(field, name).set("password", password).send().require()
        if page.all("//main//input[@name='password']"):
            raise Refused(f"{name} was not let in at {at}")
        return self
