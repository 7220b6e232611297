"""Campus: news for visitors, and what editors do with it."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import feedparser
import pytest
from playwright.sync_api import expect

from conftest import OUT, Contexts
from forms import control, save
from portico import Server, copy_of

FEED = b"""<?xml version="1.0"?><rss version="2.0"><channel><title>Blog</title><item><guid>1</guid>
<title>Dal pontile</title><link>https://example.org/pontile</link><description>&lt;b&gt;Due&lt;/b&gt; parole</description></item></channel></rss>"""


class Blog(BaseHTTPRequestHandler):
    """A site elsewhere with one article."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(FEED)))
        self.end_headers()
        self.wfile.write(FEED)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def server(seeded: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("data")
    running = Server(copy_of(seeded, folder / "data"), OUT / "test_campus_news.log", PORTICO_NEIGHBOURS="127.0.0.1").start()
    yield running
    assert running.stop() == 0


@pytest.fixture
def blog() -> Iterator[str]:
    made = ThreadingHTTPServer(("127.0.0.1", 0), Blog)
    threading.Thread(target=made.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{made.server_port}/feed.xml"
    made.shutdown()


@pytest.mark.parametrize("script", [True, False])
def test_a_visitor_finds_an_article_and_keeps_it(contexts: Contexts, script: bool):
    page = contexts.page(None, script=script)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/campus")
    page.locator(".campus-tiles a", has_text="Notizie").click()
    page.locator(".chip", has_text="Biblioteche").click()
    page.fill("#q", "mezzanotte")
    page.press("#q", "Enter")
    expect(page.locator(".hits.news .hit")).to_have_count(1)
    page.locator(".hits.news .hit").click()
    expect(page.locator("h1")).to_have_text("La biblioteca Ancora apre fino a mezzanotte")
    page.locator("button", has_text="preferiti").click()
    expect(page.locator(".flash")).to_be_visible()
    page.goto("/campus/mine")
    expect(page.locator(".hit", has_text="La biblioteca Ancora").first).to_be_visible()


def test_an_editor_has_a_feed_read_and_visitors_are_led_to_the_original(contexts: Contexts, blog: str):
    page = contexts.page("campus-editor", script=False)
    page.goto("/admin/campus/news-sources/new")
    control(page, "name").fill("Blog del pontile")
    control(page, "feed").fill(blog)
    save(page)
    page.goto("/admin/campus/feeds")
    row = page.locator("tr", has_text="Blog del pontile")
    row.locator("button").click()
    expect(page.locator("tr", has_text="Blog del pontile")).to_contain_text("1 notizia nuova")
    visitor = contexts.page(None)
    visitor.goto("/campus/news?q=pontile")
    visitor.locator(".hit", has_text="Dal pontile").first.click()
    expect(visitor.locator(".news-page")).to_contain_text("Due parole")
    expect(visitor.locator("a[rel~=external]")).to_have_attribute("href", "https://example.org/pontile")


@pytest.mark.parametrize("kind", ["atom", "rss"])
def test_news_is_read_by_feed_readers(server: Server, kind: str):
    feed = feedparser.parse(f"{server.address}/campus/news.{kind}")
    assert not feed.bozo, feed.bozo_exception
    assert len(feed.entries) >= 40 and all(entry.id and entry.link for entry in feed.entries)
