"""How the measuring scripts start Portico, sign in, and find its pages; whatever depends on its schema stands here."""

import shutil
import sqlite3
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from measure import Parts, Service, free_port

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = ROOT / ".build/release/portico"
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


def sign_in(ours: Service, account: str = "admin") -> None:
    answer = ours.post("/sign-in", urlencode({"name": account, "password": "portico-demo-account", "next": "/admin"}))
    assert answer.status == 303, f"sign-in answers {answer.status}"
    ours.cookies |= answer.cookies
    assert ours.get(LIST).status == 200, "signed in, but the list is not shown"


def new_product_form(ours: Service) -> tuple[str, str]:
    """The form of a new product as a browser would send it, with a name of its own each time."""
    page = Parts.of(ours.get(LIST + "/new").text)
    form = next(form for form in page.forms if form["method"] == "post" and any(name == "name" for name, _ in form["fields"]))
    fields = [("act", "save")] + [(name, "Bench COUNTER" if name == "name" else value) for name, value in form["fields"]]
    return urlsplit(form["action"] or LIST + "/new").path, urlencode(fields)
