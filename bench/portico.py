"""How the measuring scripts start Portico, sign in, and find its pages; whatever depends on its schema stands here."""

import contextlib
import json
import os
import re
import socket
import sqlite3
import time
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from measure import Parts, Service, free_port

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = Path(os.environ.get("PORTICO_PROGRAM", ROOT / ".build/release/portico"))
LIST = "/admin/house/products"
LIST_OF_100 = LIST + "?size=100"


def service(folder: Path, port: int | None = None) -> Service:
    folder.mkdir(parents=True, exist_ok=True)
    port = port or free_port()
    environment = {"PORTICO_HOST": "127.0.0.1", "PORTICO_PORT": str(port), "PORTICO_DATA": str(folder), "PORTICO_SEED": str(ROOT / "seed.yaml")}
    return Service([str(PROGRAM), "serve"], environment, ROOT, port, "/", folder.parent / f"{folder.name}.log")


def prepare(ours: Service) -> None:
    """The first start creates and fills the database, which is not what the start time means."""
    ours.start(within=300)
    ours.stop()


def adopt(folder: Path) -> None:
    """Has a copied data folder be a site of its own; as a copy it would be quiet."""
    with contextlib.closing(sqlite3.connect(database(folder))) as connection, connection:
        connection.execute("UPDATE siteIdentity SET place = NULL")


def sign_in(ours: Service, account: str = "admin") -> None:
    answer = ours.post("/sign-in", urlencode({"name": account, "password": "portico-demo-account", "next": "/admin"}))
    assert answer.status == 303, f"sign-in answers {answer.status}"
    ours.cookies |= answer.cookies
    # The house with most products, which is the one that `multiply_products` enlarges.
    answer = ours.post("/admin/scope", urlencode({"scope": largest_house(database(Path(ours.environment["PORTICO_DATA"]))), "next": LIST}))
    assert answer.status == 303, f"choosing a house answers {answer.status}"
    shown = ours.get(LIST_OF_100).text.count('name="id"')
    assert shown == 100, f"the list shows {shown} rows instead of 100"


def largest_house(file: Path) -> int:
    with sqlite3.connect(file) as connection:
        return connection.execute("SELECT houseID FROM product GROUP BY houseID ORDER BY count(*) DESC").fetchone()[0]


def new_product_form(ours: Service) -> tuple[str, str]:
    """The form of a new product as a browser would send it, with a name of its own each time."""
    page = Parts.of(ours.get(LIST + "/new").text)
    form = next(form for form in page.forms if form["method"] == "post" and any(name == "name" for name, _ in form["fields"]))
    fields = [("act", "save")] + [(name, "Bench COUNTER" if name == "name" else value) for name, value in form["fields"]]
    return urlsplit(form["action"] or LIST + "/new").path, urlencode(fields)


def database(ours_folder: Path) -> Path:
    return next(iter(sorted(ours_folder.glob("*.sqlite"))))


def rows(ours: Service) -> int:
    with sqlite3.connect(database(Path(ours.environment["PORTICO_DATA"]))) as connection:
        return connection.execute("SELECT count(*) FROM product").fetchone()[0]


# Acts on many records.

def bulk(ours: Service, act: str, query: str) -> tuple[str, float]:
    """Does it to all that match, as a person who confirms at once; gives back the page that follows it and the seconds it took."""
    asked = Parts.of(ours.post(LIST + "/bulk", urlencode({"act": act, "all": "yes", "back": query})).text)
    fields = next(form["fields"] for form in asked.forms if ("confirmed", "yes") in form["fields"])
    return followed(ours, LIST + "/bulk", fields)


def taken_back(ours: Service, progress: str) -> tuple[str, float]:
    return followed(ours, LIST + "/bulk/undoing", [("act", progress.rsplit("/", 1)[1])])


def followed(ours: Service, path: str, fields: list[tuple[str, str]]) -> tuple[str, float]:
    begin = time.perf_counter()
    answer = ours.post(path, urlencode(fields))
    progress = answer.headers.get("location", "")
    assert answer.status == 303 and "/bulk/" in progress, f"{path} answers {answer.status} and leads to {progress}"
    while "data-poll" in ours.get(progress).text:
        time.sleep(0.02)
    return progress, time.perf_counter() - begin


def hidden_products(ours: Service) -> int:
    with sqlite3.connect(database(Path(ours.environment["PORTICO_DATA"]))) as connection:
        return connection.execute("SELECT count(*) FROM product WHERE published = 0").fetchone()[0]


# What a product went through, and products out of a file.

def saved_often(ours: Service, times: int) -> str:
    """Saves the first product that often, each time with another price; gives back the address of its history."""
    with sqlite3.connect(database(Path(ours.environment["PORTICO_DATA"]))) as connection:
        house = largest_house(database(Path(ours.environment["PORTICO_DATA"])))
        product, = connection.execute("SELECT min(id) FROM product WHERE houseID = ? AND deletedAt IS NULL", [house]).fetchone()
    path = f"{LIST}/{product}"
    for number in range(times):
        page = Parts.of(ours.get(path).text)
        form = next(form for form in page.forms if form["method"] == "post" and any(name == "price" for name, _ in form["fields"]))
        fields = [("act", "save")] + [(name, f"{1 + number % 90},{number % 100:02}" if name == "price" else value) for name, value in form["fields"]]
        answer = ours.post(urlsplit(form["action"] or path).path, urlencode(fields))
        assert answer.status == 303, f"saving {path} answers {answer.status}"
    return path + "/history"


def import_products(ours: Service, count: int) -> float:
    """Takes in a file of new products as a person who changes nothing on the way; gives back the seconds from the file to the end."""
    lines = ["name;price"] + [f"Dal file {number};{1 + number % 90},{number % 100:02}" for number in range(count)]
    begin = time.perf_counter()
    address = sent_file(ours, LIST, "p.csv", "\r\n".join(lines))
    columns = next(form["fields"] for form in Parts.of(ours.get(address).text).forms if form["action"] == address)
    answer = ours.post(address, urlencode(columns))
    assert answer.status == 303, f"the columns' answer is {answer.status}"
    wait_for_import(ours, address)
    trial = Parts.of(ours.get(address + "/items").text)
    fields = next(form["fields"] for form in trial.forms if form["action"] == address + "/application")
    answer = ours.post(address + "/application", urlencode(fields))
    assert answer.status == 303, f"confirming answers {answer.status}"
    wait_for_import(ours, address)
    return time.perf_counter() - begin


def wait_for_import(ours: Service, address: str) -> None:
    while "data-poll" in ours.get(address).text:
        time.sleep(0.02)


def sent_file(ours: Service, list_: str, name: str, text: str) -> str:
    """Brings a file to a list's workbench; the address where it goes on."""
    border = "bench-border"
    head = f'--{border}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\nContent-Type: text/plain\r\n\r\n'
    answer = ours.post(list_ + "/imports", head + text + f"\r\n--{border}--\r\n",
                       headers={"Content-Type": f"multipart/form-data; boundary={border}"})
    address = answer.headers.get("location", "")
    assert answer.status == 303 and address.startswith("/admin/imports/"), f"the file's answer is {answer.status}"
    return address


def preview_recipe(ours: Service) -> float:
    """Milliseconds from the page of a recipe, as it is fetched from its address, to the page with each line beside its reading."""
    recipe = {
        "@context": "https://schema.org", "@type": "Recipe", "name": "Torta della misura", "recipeYield": "6 porzioni", "totalTime": "PT1H",
        "recipeIngredient": [f"{number + 1} cucchiai (15 g) di farina numero {number}, setacciata" for number in range(20)],
        "recipeInstructions": [{"@type": "HowToStep", "text": f"Mescolate la farina numero {number} e cuocetela per {number + 5} minuti."}
                               for number in range(10)],
    }
    page = f'<html><head><script type="application/ld+json">{json.dumps(recipe)}</script></head><body>{"<p>Una storia.</p>" * 5_000}</body></html>'
    begin = time.perf_counter()
    items = ours.get(sent_file(ours, "/admin/house/recipes", "page.html", page))
    taken = (time.perf_counter() - begin) * 1000
    assert items.status == 200 and "farina numero 19" in items.text, f"the preview's answer is {items.status}"
    return taken


# The guests of a house.

def public_pages(ours: Service) -> list[tuple[str, str]]:
    """What visitors without a cookie read: a list and a page of it."""
    with sqlite3.connect(database(Path(ours.environment["PORTICO_DATA"]))) as connection:
        article, = connection.execute("SELECT id FROM campusArticle WHERE published AND deletedAt IS NULL ORDER BY id LIMIT 1").fetchone()
        story, = connection.execute("SELECT id FROM story WHERE tip IS NOT NULL ORDER BY id LIMIT 1").fetchone()
    return [("list of news", "/campus/news"), ("article", f"/campus/news/{article}"), ("stories", "/stories"), ("story", f"/stories/{story}")]


def guest(ours: Service) -> Service:
    """A browser of the house in which a guest has come in; a guest of its own where there are several."""
    with sqlite3.connect(database(Path(ours.environment["PORTICO_DATA"]))) as connection:
        house = largest_house(database(Path(ours.environment["PORTICO_DATA"])))
        open_ones = [id for (id,) in connection.execute(
            "SELECT id FROM guest WHERE houseID = ? AND active AND deletedAt IS NULL AND entry = 'none' ORDER BY id", [house])]
        come_in = connection.execute("SELECT count(*) FROM guestSession").fetchone()[0]
    code = re.search(r'pairing-code">(\d{8})<', ours.post("/admin/house/living/pairing", "").text)[1]
    device = replace(ours, cookies={})
    device.cookies |= device.post("/house/device", urlencode({"code": code})).cookies
    answer = device.post(f"/house/guests/{open_ones[come_in % len(open_ones)]}/entry", "")
    assert answer.headers.get("location") == "/house/home", f"coming in answers {answer.status}"
    device.cookies |= answer.cookies
    return device


def change_list(browser: Service) -> None:
    """Puts the first product of the first category into the list, as a touch does."""
    with sqlite3.connect(database(Path(browser.environment["PORTICO_DATA"]))) as connection:
        house = largest_house(database(Path(browser.environment["PORTICO_DATA"])))
        product = connection.execute("SELECT id FROM product WHERE houseID = ? AND published AND deletedAt IS NULL", [house]).fetchone()[0]
    answer = browser.post("/house/list/items", urlencode({"product": product}))
    assert answer.status == 303, f"adding to the list answers {answer.status}"


class EventStream:
    """An open page that listens, from one of the loopback's many addresses: one may hold 250 connections."""

    def __init__(self, browser: Service, number: int = 0):
        self.socket = socket.create_connection(("127.0.0.1", browser.port), browser.patience, (f"127.0.0.{1 + number // 200}", 0))
        self.socket.sendall(f"GET /house/events HTTP/1.1\r\nHost: 127.0.0.1:{browser.port}\r\nCookie: {browser.cookie}\r\n\r\n".encode())
        self.heard = b""
        self.wait(b"retry:")

    def wait(self, words: bytes) -> None:
        """Until the server has said so, after what was heard before."""
        while words not in self.heard:
            more = self.socket.recv(65536)
            assert more, f"the line of events ended after {self.heard!r}"
            self.heard += more
        self.heard = self.heard.split(words, 1)[1]


# Addresses that the list itself offers.

def chosen(ours: Service) -> tuple[str, str]:
    """The list's first filter and one of its choices."""
    form = next(form for form in Parts.of(ours.get(LIST).text).forms if form["method"] == "get" and form["choices"])
    name, values = next(iter(form["choices"].items()))
    return name, values[1]


def filtered(ours: Service) -> str:
    return f"{LIST_OF_100}&{urlencode([chosen(ours)])}"


def search_and_filter(ours: Service) -> str:
    return f"{filtered(ours)}&q=a"


def sorted_by_price(ours: Service) -> str:
    return LIST_OF_100 + "&sort=-price"


def last_page(ours: Service, products: int) -> str:
    return f"{LIST_OF_100}&page={products // 100}"


def multiply_products(folder: Path, products: int) -> None:
    """Copies the products of the largest house under new names until it has that many, with what they are linked to."""
    with sqlite3.connect(database(folder)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = OFF")
        columns = [row[1] for row in connection.execute("PRAGMA table_info(product)") if row[1] != "id"]
        links = link_tables(connection)
        originals = connection.execute(
            f"SELECT id, {', '.join(columns)} FROM product WHERE deletedAt IS NULL"
            " AND houseID = ?", [largest_house(database(folder))]).fetchall()
        next_id = connection.execute("SELECT max(id) FROM product").fetchone()[0] + 1
        linked = {table: {} for table in links}
        for table, (owner, other) in links.items():
            for id, value in connection.execute(f"SELECT {owner}, {other} FROM {table}"):
                linked[table].setdefault(id, []).append(value)
        copied = connection.execute("SELECT count(*) FROM product WHERE key LIKE 'bench-%'").fetchone()[0]
        new, pairs = [], {table: [] for table in links}
        for number in range(products - len(originals)):
            original = originals[number % len(originals)]
            values = dict(zip(columns, original[1:]))
            mark = f"{copied + number:06}"
            values |= {"key": f"bench-{mark}"} | {name: f"{values[name]} {mark}" for name in ("name", "folded", "words")}
            new.append((next_id + number, *values.values()))
            for table in links:
                pairs[table] += [(next_id + number, other) for other in linked[table].get(original[0], [])]
        connection.executemany(f"INSERT INTO product (id, {', '.join(columns)}) VALUES ({', '.join('?' * (len(columns) + 1))})", new)
        for table, (owner, other) in links.items():
            connection.executemany(f"INSERT INTO {table} ({owner}, {other}) VALUES (?, ?)", pairs[table])
        connection.execute("ANALYZE")
    connection.close()


def link_tables(connection: sqlite3.Connection) -> dict[str, tuple[str, str]]:
    """Tables that only say which products belong to which other records."""
    found = {}
    for (table,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        keys = {row[3]: row[2] for row in connection.execute(f"PRAGMA foreign_key_list({table})")}
        if len(columns) == 2 and set(columns) == set(keys) and "product" in keys.values():
            owner = next(column for column in columns if keys[column] == "product")
            found[table] = (owner, next(column for column in columns if column != owner))
    return found
