"""Campus: what programs get, read by the parsers that they use."""

import json
import re
import urllib.request

import feedparser
import icalendar
import pytest
from lxml import etree
from playwright.sync_api import expect

from conftest import Contexts
from portico import Server

CAP = "{urn:oasis:names:tc:emergency:cap:1.2}"
# The order and the values of the schema of CAP 1.2.
ALERT = ["identifier", "sender", "sent", "status", "msgType", "source", "scope", "restriction", "addresses", "code", "note", "references", "incidents", "info"]
INFO = ["language", "category", "event", "responseType", "urgency", "severity", "certainty", "audience", "eventCode", "effective", "onset", "expires",
        "senderName", "headline", "description", "instruction", "web", "contact", "parameter", "resource", "area"]
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[-+]\d\d:\d\d")


def get(server: Server, path: str) -> bytes:
    request = urllib.request.Request(server.address + path, headers={"Accept-Language": "it"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return answer.read()


@pytest.mark.parametrize("kind", ["atom", "rss"])
def test_feeds_are_read_without_a_complaint(server: Server, kind: str):
    feed = feedparser.parse(get(server, f"/campus/alerts.{kind}"))
    assert not feed.bozo, feed.bozo_exception
    assert len(feed.entries) > 5
    assert all(entry.link.startswith("http") and entry.get("published_parsed") and entry.id for entry in feed.entries)
    assert len({entry.id for entry in feed.entries}) == len(feed.entries)


def in_order(element: etree._Element, order: list[str]) -> bool:
    places = [order.index(child.tag.removeprefix(CAP)) for child in element]
    return places == sorted(places)


def test_every_alert_is_a_message_of_cap(server: Server):
    alerts = json.loads(get(server, "/campus/alerts.json"))["items"]
    assert alerts
    for alert in alerts:
        root = etree.fromstring(get(server, f"/campus/alerts/{alert['id']}.cap"))
        assert root.tag == CAP + "alert" and in_order(root, ALERT)
        assert not re.search(r"[\s,<&]", root.findtext(CAP + "identifier"))
        assert MOMENT.fullmatch(root.findtext(CAP + "sent"))
        assert root.findtext(CAP + "status") == ("Exercise" if alert["drill"] else "Actual")
        infos = root.findall(CAP + "info")
        assert {info.findtext(CAP + "language") for info in infos} == {"it-IT", "en-GB"}
        for info in infos:
            assert in_order(info, INFO) and info.findtext(f"{CAP}area/{CAP}areaDesc")
            assert info.findtext(CAP + "urgency") in ("Immediate", "Expected", "Future", "Past", "Unknown")
            assert info.findtext(CAP + "severity") in ("Extreme", "Severe", "Moderate", "Minor", "Unknown")
            assert info.findtext(CAP + "certainty") in ("Observed", "Likely", "Possible", "Unlikely", "Unknown")


def test_a_calendar_is_read_whole(server: Server):
    bytes_ = get(server, "/campus/calendars/ateneo.ics")
    assert all(len(line) <= 75 for line in bytes_.split(b"\r\n"))
    events = icalendar.Calendar.from_ical(bytes_).walk("VEVENT")
    assert len(events) > 10
    assert len({str(event["UID"]) for event in events}) == len(events)
    assert all(event.decoded("DTEND") >= event.decoded("DTSTART") for event in events)
    assert {str(event["STATUS"]) for event in events} <= {"CONFIRMED", "CANCELLED"}


def test_the_own_calendar_has_a_secret_address_that_ends_when_it_is_deleted(contexts: Contexts, server: Server):
    page = contexts.page()
    page.goto("/campus/courses/2")
    page.locator("form[action='/campus/mine/courses'] button").first.click()
    expect(page.locator(".flash")).to_be_visible()
    page.goto("/campus/agenda")
    page.locator("form[action='/campus/agenda/address'] button").click()
    # It is shown again, with a link for the phone.
    page.goto("/campus/agenda")
    address = re.search(r"/campus/agenda/[\w-]{43}\.ics", page.locator(".subscribe .address").text_content()).group()
    assert page.locator(".subscribe a[href^='webcal:']").get_attribute("href").startswith("webcal://")
    calendar = icalendar.Calendar.from_ical(get(server, address))
    weekly = [event for event in calendar.walk("VEVENT") if "RRULE" in event]
    assert weekly and all(event["RRULE"]["FREQ"] == ["WEEKLY"] for event in weekly)
    assert calendar.walk("VTIMEZONE")
    page.locator("form[action='/campus/agenda/address/removal'] button").click()
    expect(page.locator("form[action='/campus/agenda/address/removal']")).to_have_count(0)
    with pytest.raises(urllib.error.HTTPError, match="404"):
        get(server, address)
