"""Notices for closed pages: switched on by a touch, sent encrypted to a push service, shown by the worker."""

import base64
import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue

import http_ece
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import Browser, Page, expect

import checks
from conftest import Contexts
from document import Document
from forms import message
from guests import EDUCATOR, guest, until
from portico import OUT, Server, copy_of
from test_guests import large

PAGE = "/house/notices/device"
PATIENCE = 5  # seconds: longer than the worker waits for a page of which it has a copy
SWITCH_ON, SWITCH_OFF = "[data-state=off] button", "[data-state=on] button"


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@pytest.fixture(scope="module")
def browser(whole_browser: Browser) -> Browser:
    return whole_browser


class Station:
    """A push service with the one browser it serves: keeps what it is told."""

    def __init__(self):
        self.key, self.secret = ec.generate_private_key(ec.SECP256R1()), b"sixteen bytes ok"
        self.calls: Queue = Queue()
        calls = self.calls

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                calls.put((dict(self.headers), self.rfile.read(int(self.headers["Content-Length"]))))
                self.send_response(201)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.origin = f"http://127.0.0.1:{self.server.server_port}"

    @property
    def subscription(self) -> dict:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": f"{self.origin}/p/1", "keys": {"p256dh": encoded(point), "auth": encoded(self.secret)}}

    def read(self, body: bytes) -> dict:
        return json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm"))


@pytest.fixture(scope="module")
def server(seeded: Path, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("data")
    running = Server(copy_of(seeded, folder / "data"), OUT / f"{request.module.__name__}.log", PORTICO_PUSH_PRIVATE="yes").start()
    yield running
    assert running.stop() == 0


@pytest.fixture
def station() -> Iterator[Station]:
    made = Station()
    yield made
    made.server.shutdown()


def with_subscription(page: Page, station: Station) -> None:
    """Debian's Chromium has no push service of its own: the browser's answers are the station's."""
    page.context.grant_permissions(["notifications"])
    page.add_init_script(f"""
        const given = {json.dumps(station.subscription)};
        const kept = () => localStorage.getItem('subscription') && {{
          endpoint: given.endpoint, options: {{ applicationServerKey: null }}, toJSON: () => given, unsubscribe: async () => true }};
        PushManager.prototype.getSubscription = async () => kept();
        PushManager.prototype.subscribe = async ({{ applicationServerKey, userVisibleOnly }}) => {{
          if (!userVisibleOnly || applicationServerKey.length !== 87) throw new Error('asked wrongly');
          localStorage.setItem('subscription', applicationServerKey);
          return kept();
        }};
    """)


def choose(contexts: Contexts, name: str, **choices: str) -> Page:
    """An educator chooses for a guest that notices come with the page closed too."""
    educator = contexts.page(EDUCATOR)
    educator.goto("/admin/house/guests")
    educator.locator("tbody a", has_text=name).first.click()
    educator.locator(".tabs a[href$='/living']").click()
    for field, value in ({"notices": "push"} | choices).items():
        educator.locator(f"select[name={field}]").select_option(value)
    educator.locator(".savebar .primary").click()
    expect(message(educator)).to_be_visible()
    return educator


def switch_on(page: Page) -> None:
    page.goto("/house/notices")
    page.locator(f"a[href='{PAGE}']").click()
    page.locator(SWITCH_ON).click()
    expect(page.locator(".said")).to_be_visible()
    expect(page.locator(SWITCH_OFF)).to_be_visible()


def test_a_message_reaches_a_closed_page_and_only_the_browser_can_read_it(contexts: Contexts, station: Station):
    educator = choose(contexts, "Marta")
    page = guest(contexts, "Marta")
    with_subscription(page, station)
    switch_on(page)
    page.close()

    educator.goto("/admin/house/messages")
    educator.locator("[name=text]").fill("Alle sei usciamo, con ombrello.")
    educator.locator("form[action$='/messages'] button.primary").click()
    expect(message(educator)).to_be_visible()
    headers, body = station.calls.get(timeout=30)
    assert headers["Content-Encoding"] == "aes128gcm" and 0 < int(headers["TTL"]) <= 43_200 and headers["Urgency"] == "high"
    notice = station.read(body)
    assert notice["body"].endswith("Alle sei usciamo, con ombrello.") and notice["url"] == "/house/notices" and "Marta" in notice["title"]

    # The signature holds against the key that it names (RFC 8292), and is made for this push service.
    token, key = (part.split("=", 1)[1] for part in headers["Authorization"].removeprefix("vapid ").split(", "))
    text, _, signature = token.rpartition(".")
    halves = decoded(signature)
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
    public.verify(
        encode_dss_signature(int.from_bytes(halves[:32]), int.from_bytes(halves[32:])), text.encode(), ec.ECDSA(hashes.SHA256()))
    assert json.loads(decoded(text.split(".")[1]))["aud"] == station.origin

    educator.goto("/admin/house/messages")
    expect(educator.locator(".letters-log .badge", has_text="Marta").first).to_contain_text("a pagina chiusa")
    educator.locator("a[href$='/notice-devices']").click()
    row = educator.locator("tbody tr", has_text="Marta")
    expect(row.locator(".badge.good")).to_be_visible()
    row.locator("button").click()
    expect(message(educator)).to_be_visible()
    expect(row).to_have_count(0)


def test_is_switched_off_again(contexts: Contexts, station: Station):
    choose(contexts, "Sara")
    page = guest(contexts, "Sara")
    with_subscription(page, station)
    switch_on(page)
    page.locator(SWITCH_OFF).click()
    expect(page.locator(SWITCH_ON)).to_be_visible()


def test_what_was_done_is_said_however_late_the_answer_comes(contexts: Contexts, station: Station):
    """The device has a copy of the page, and shows copies after four seconds; but a copy knows nothing of what was just done."""
    choose(contexts, "Luca")
    page = guest(contexts, "Luca")
    with_subscription(page, station)
    page.goto(PAGE)
    until(page, f"caches.match('{PAGE}')")
    page.context.route("**" + PAGE, lambda route: (time.sleep(PATIENCE if route.request.method == "GET" else 0), route.continue_()))
    page.locator(SWITCH_ON).click()
    expect(page.locator(".said")).to_be_visible()


def test_a_browser_that_cannot_says_so(contexts: Contexts, script: bool):
    choose(contexts, "Luca")
    page = guest(contexts, "Luca", script=script)
    if script:
        page.add_init_script("delete window.PushManager")
    page.goto(PAGE)
    expect(page.locator("[data-state=none]")).to_be_visible()
    expect(page.locator(SWITCH_ON)).to_be_hidden()


def test_a_browser_that_was_told_no_is_not_asked_again(contexts: Contexts):
    choose(contexts, "Pino")
    page = guest(contexts, "Pino")
    page.add_init_script("Object.defineProperty(Notification, 'permission', { get: () => 'denied' })")
    page.goto(PAGE)
    expect(page.locator("[data-state=denied]")).to_be_visible()
    expect(page.locator(SWITCH_ON)).to_be_hidden()


def test_the_worker_shows_a_notice_once_and_a_touch_leads_to_the_list(contexts: Contexts, station: Station):
    choose(contexts, "Nora")
    page = guest(contexts, "Nora")
    with_subscription(page, station)
    switch_on(page)
    protocol = page.context.new_cdp_session(page)
    registrations: Queue = Queue()
    protocol.on("ServiceWorker.workerRegistrationUpdated", lambda event: [registrations.put(one) for one in event["registrations"]])
    protocol.send("ServiceWorker.enable")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    registration = registrations.get(timeout=5)["registrationId"]
    notice = {"id": 7, "kind": "list", "title": "Per Nora", "body": "Luisa ha cambiato la lista della spesa.", "tag": "list-1",
              "url": "/house/list", "lang": "it", "at": 1_800_000_000_000}

    def deliver() -> int:
        protocol.send("ServiceWorker.deliverPushMessage",
                      {"origin": contexts.server.address, "registrationId": registration, "data": json.dumps(notice)})
        return page.evaluate("navigator.serviceWorker.ready.then(r => r.getNotifications()).then(all => all.length)")

    # Chromium drops what reaches a worker that is just starting or stopping: it is sent until it is shown, and once more.
    deadline = time.monotonic() + 30
    while not deliver() and time.monotonic() < deadline:
        page.wait_for_timeout(200)
    deliver()
    shown = page.evaluate("""navigator.serviceWorker.ready.then(r => r.getNotifications())
        .then(all => all.map(n => [n.title, n.body, n.tag, n.lang, n.data.url]))""")
    assert shown == [["Per Nora", notice["body"], "list-1", "it", "/house/list"]]

    # A touch cannot be made here: the event is, and what only a touch may do (focus) is left out.
    worker = next(worker for worker in page.context.service_workers if worker.url.endswith("/house/worker.js"))
    with page.expect_navigation(url="**/house/list"):
        worker.evaluate("""async () => {
            WindowClient.prototype.focus = async function () { return this; };
            const [notification] = await registration.getNotifications();
            dispatchEvent(new NotificationEvent('notificationclick', { notification }));
        }""")
    assert page.evaluate("navigator.serviceWorker.ready.then(r => r.getNotifications()).then(all => all.length)") == 0


@pytest.mark.parametrize("language, colours", [("it", "light"), ("en", "dark")])
def test_the_page_of_the_switch(contexts: Contexts, station: Station, language: str, colours: str):
    choose(contexts, "Dino", language=language)
    page = guest(contexts, "Dino", color_scheme=colours, reduced_motion="reduce")
    with_subscription(page, station)
    problems = []
    for state in ("off", "on"):
        response = page.goto(PAGE)
        expect(page.locator(f"[data-state={state}] button")).to_be_visible()
        document = Document(page.content(), PAGE)
        found = [*checks.headers(response.headers, PAGE), *checks.language(document, language), *checks.outline(document),
                 *checks.accessibility(page), *large(page), *checks.narrow(page)]
        problems += [f"{state}: {problem}" for problem in found]
        if state == "off":
            page.locator(SWITCH_ON).click()
            expect(page.locator(SWITCH_OFF)).to_be_visible()
    assert not problems, "\n".join(problems)
