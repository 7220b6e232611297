"""The peers that are measured beside Portico in the same run."""

import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlencode

from measure import Service, free_port

HERE = Path(__file__).parent / "peers"
PASSWORD = "bench-of-the-peer"


def django(folder: Path, products: int) -> Service:
    """Django's own admin behind gunicorn with two workers, signed in."""
    folder.mkdir(parents=True)
    environment = {"PEER_DATA": str(folder), "DJANGO_SETTINGS_MODULE": "django_admin.settings", "PYTHONPATH": str(HERE)}
    subprocess.run([sys.executable, "-m", "django_admin.prepare", str(products)], cwd=HERE, env=os.environ | environment, check=True)
    port = free_port()
    service = Service(
        [str(Path(sys.executable).parent / "gunicorn"), "--workers", "2", "--bind", f"127.0.0.1:{port}", "--log-level", "warning",
         "django.core.wsgi:get_wsgi_application()"],
        environment, HERE, port, "/admin/login/", folder / "peer.log")
    return service


def sign_in_to_django(service: Service) -> None:
    page = service.get("/admin/login/")
    service.cookies |= page.cookies
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.text)[1]
    answer = service.post("/admin/login/", urlencode(
        {"csrfmiddlewaretoken": token, "username": "bench", "password": PASSWORD, "next": "/admin/"}))
    assert answer.status == 302, f"the peer's sign-in answers {answer.status}"
    service.cookies |= answer.cookies


def djangos_form(service: Service) -> str:
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', service.get("/admin/django_admin/product/add/").text)[1]
    return urlencode({"csrfmiddlewaretoken": token, "name": "Bench COUNTER", "category": "1", "position": "1", "stock": "3", "price": "1.20",
                      "picture": "", "alternative": "", "rank": "1", "published": "on", "_save": "Save"})


def rows_of_django(folder: Path) -> int:
    import sqlite3

    with sqlite3.connect(folder / "peer.sqlite") as database:
        return database.execute("SELECT count(*) FROM django_admin_product").fetchone()[0]
