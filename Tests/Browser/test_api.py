"""The JSON interface as other programs meet it: its tokens, its description, and whatever a fuzzer thinks of."""

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate
from playwright.sync_api import Page, expect

import guests
from conftest import Contexts
from portico import OUT, TEXTS, Server, demo_accounts

HERE = Path(__file__).resolve().parent
TOKENS = "/admin/account/tokens"
# Five of them are good for 7,500 requests; see tokens_in_turn.py.
TOKEN_COUNT = 5
# Every address is asked these few things, the same each time; a thorough run thinks of others as long as it may.
EVERYWHERE = ["--phases", "fuzzing", "--max-examples", "2", "--generation-deterministic"]
THOROUGH = ["--max-time", "600"]


def make_token(page: Page, name: str) -> str:
    page.goto(TOKENS)
    form = page.locator("form.record")
    form.locator("[name=name]").fill(name)
    form.locator("[name=access][value=write]").check()
    form.locator("button.primary").click()
    return page.locator(".secret code").inner_text()


def ask(server: Server, path: str, token: str | None = None, language: str = "it", sent: dict | None = None) -> tuple[int, dict]:
    headers = {"Accept-Language": language} | ({"Authorization": f"Bearer {token}"} if token else {})
    body = None if sent is None else json.dumps(sent).encode()
    if body:
        headers["Content-Type"] = "application/json"
    try:
        with urllib.request.urlopen(urllib.request.Request(server.address + path, body, headers), timeout=10) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refusal:
        return refusal.code, json.load(refusal)


def join(server: Server, educator: Page) -> str:
    """The token of a new device of the house that the educator looks at."""
    educator.goto("/admin/house/living")
    educator.locator("form[action$='/pairing'] button").click()
    status, answer = ask(server, "/api/v1/pairing", sent={"code": educator.locator(".pairing-code").inner_text()})
    assert status == 201, answer
    return answer["device_token"]


def come_in(server: Server, device: str) -> str:
    """The token of a guest who comes in with nothing."""
    people = ask(server, "/api/v1/people", device)[1]["items"]
    guest = next(person["id"] for person in people if person["entry"] == "none")
    status, answer = ask(server, "/api/v1/session", device, sent={"guest_id": guest})
    assert status == 201, answer
    return answer["token"]


def test_a_guests_program_and_page_see_the_same_list(server: Server, contexts: Contexts):
    educator = contexts.page("educator")
    device = join(server, educator)
    token = come_in(server, device)
    products = ask(server, "/api/v1/products", token)[1]["items"]
    status, changed = ask(server, "/api/v1/lists/current/items", token, sent={"product_id": products[0]["id"], "quantity": 3})
    assert status == 201 and changed["item"]["quantity"] >= 3
    page = guests.guest(contexts, ask(server, "/api/v1/me", token)[1]["guest"]["name"])
    page.goto("/house/list")
    expect(page.locator("main")).to_contain_text(products[0]["name"])


def test_the_line_of_events_says_the_version_of_the_list(server: Server, contexts: Contexts):
    device = join(server, contexts.page("educator"))
    listening, writing = come_in(server, device), come_in(server, device)
    line = urllib.request.urlopen(
        urllib.request.Request(server.address + "/api/v1/events", headers={"Authorization": f"Bearer {listening}"}), timeout=10)

    def next_version() -> int:
        while line.readline().strip() != b"event: list":
            pass
        return int(line.readline().split(b":")[1])

    with line:
        assert next_version() == ask(server, "/api/v1/lists/current", writing)[1]["version"]
        product = ask(server, "/api/v1/products", writing)[1]["items"][0]["id"]
        changed = ask(server, "/api/v1/lists/current/items", writing, sent={"product_id": product})[1]
        assert next_version() == changed["version"]


def test_a_line_of_events_ends_with_its_page(server: Server, contexts: Contexts):
    token = come_in(server, join(server, contexts.page("educator")))
    asked = urllib.request.Request(server.address + "/api/v1/events", headers={"Authorization": f"Bearer {token}"})
    ended = server.log.read_text().count("GET /api/v1/events 200")
    with urllib.request.urlopen(asked, timeout=10) as line:
        assert line.readline().startswith(b"retry:")
    # The server writes to an open line every 20 seconds; it must not take that to find out that nobody listens.
    deadline = time.monotonic() + 10
    while server.log.read_text().count("GET /api/v1/events 200") == ended:
        assert time.monotonic() < deadline, "the server still holds a line that nobody listens to"
        time.sleep(0.05)


@pytest.mark.parametrize("language", TEXTS)
def test_its_description_is_valid(server: Server, language: str):
    status, description = ask(server, "/api/openapi.json", language=language)
    assert status == 200 and description["openapi"].startswith("3.1")
    validate(description)


def test_every_example_fits_its_schema(server: Server):
    description = ask(server, "/api/openapi.json")[1]

    def misfits(part, place: str = ""):
        if isinstance(part, dict):
            if "example" in part and "schema" in part:
                # References begin at the whole.
                schema = Draft202012Validator(part["schema"] | {"components": description["components"]})
                yield from (f"{place}: {error.message}" for error in schema.iter_errors(part["example"]))
            for name, inner in part.items():
                yield from misfits(inner, f"{place} {name}")

    assert not list(misfits(description["paths"]))


def test_a_token_works_until_it_is_revoked(server: Server, admin: Page, script: bool):
    token = make_token(admin, "Cassa")
    # The example on the page is a command that works as it stands.
    example = admin.locator("pre code").inner_text()
    answer = subprocess.run(["bash", "-c", f"{example} --silent --fail"], capture_output=True, text=True, timeout=10)
    assert answer.returncode == 0 and "items" in json.loads(answer.stdout), answer.stderr
    admin.goto(TOKENS)
    expect(admin.locator("main")).not_to_contain_text(token)
    row = admin.get_by_role("row").filter(has_text=token[:10])
    row.get_by_role("button").click()
    expect(admin.get_by_role("row").filter(has_text=token[:10])).to_contain_text(TEXTS["it"]("api.tokens.revoked"))
    status, problem = ask(server, "/api/v1/house/products", token)
    assert status == 401 and problem["title"] == TEXTS["it"]("api.problems.token.title")


def test_answers_to_every_request_are_those_of_the_description(server: Server, contexts: Contexts, thorough: bool):
    page = contexts.page(demo_accounts()[0])
    tokens = [make_token(page, f"schemathesis {number}") for number in range(TOKEN_COUNT)]
    device = join(server, contexts.page("educator"))
    guest_tokens = [come_in(server, device) for _ in range(TOKEN_COUNT)]
    environment = os.environ | {
        "PYTHONPATH": str(HERE), "SCHEMATHESIS_HOOKS": "tokens_in_turn", "PORTICO_TOKENS": " ".join(tokens),
        "PORTICO_GUEST_TOKENS": " ".join(guest_tokens), "PORTICO_DEVICE_TOKENS": device,
        "PORTICO_LEAVING_TOKENS": come_in(server, device)}
    report = OUT / "schemathesis.txt"
    with report.open("w") as output:
        run = subprocess.run(
            [Path(sys.executable).with_name("schemathesis"), "--config-file", HERE / "schemathesis.toml", "run",
             f"{server.address}/api/openapi.json", *(THOROUGH if thorough else EVERYWHERE), "--continue-on-failure", "--warnings", "off",
             "--no-color"],
            cwd=OUT, env=environment, stdout=output, stderr=output, timeout=900)
    assert run.returncode == 0, report.read_text()
