"""Writes .build/function-order, by which the linker lays the next release build out: `make layout`.

The program is many times larger than what a busy day uses of it, and the system reads and counts it in windows of 64 KiB. Where the
functions that are used lie side by side, the rest stays on the disk. Names that the program has no longer are passed over, and new
functions lie where they would without the list: make it anew now and then, when `make bench` says that memory has grown.

What is used often comes first, so that what a page of the back office needs now and then stays away until somebody opens it.
"""

import re
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlencode

import portico
from measure import Service, load

ORDER = portico.ROOT / ".build/function-order"
VISITORS = ["/", "/sign-in", "/campus", "/campus/people", "/campus/courses", "/campus/places", "/campus/events", "/campus/alerts",
            "/campus/news.atom", "/stories", "/citations", "/questionnaires", "/house", "/health", "/metrics", "/api", "/api/openapi.json",
            "/nowhere"]
LINK = re.compile(r'href="(/admin[^"#?]*)"')


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="portico-layout-") as temporary:
        folder = Path(temporary)
        ours = portico.service(folder / "data")
        portico.prepare(ours)
        # Valgrind stumbles over what the linker writes for debuggers.
        bare, counted = folder / "portico", folder / "calls"
        subprocess.run(["strip", "--strip-debug", "-o", bare, portico.PROGRAM], check=True)
        ours.command = ["valgrind", "--tool=callgrind", "--demangle=no", f"--callgrind-out-file={counted}", bare, *ours.command[1:], "--alone"]
        ours.patience = 600
        ours.start(within=ours.patience)
        try:
            use_often(ours)
            subprocess.run(["callgrind_control", "--dump", str(ours.process.pid)], check=True)
            use_sometimes(ours)
        finally:
            ours.stop()
        often, sometimes = (called(file) & defined(portico.PROGRAM) for file in (Path(f"{counted}.1"), counted))
    ORDER.write_text("".join(f"{name}\n" for name in sorted(often) + sorted(sometimes - often)))
    print(f"{len(often | sometimes)} functions in {ORDER.relative_to(portico.ROOT)}, {len(often)} of them used often")
    return 0


def use_often(ours: Service) -> None:
    """What happens in most hours: visitors, guests, somebody who keeps the products, somebody who guesses passwords."""
    for path in VISITORS + [path for _, path in portico.public_pages(ours)]:
        seen(ours, path)
    portico.sign_in(ours)
    for path in ["/admin", portico.LIST, portico.search_and_filter(ours), "/admin/search?q=riso"]:
        seen(ours, path)
    path, form = portico.new_product_form(ours)
    ours.post(path, form.replace("COUNTER", "one"))
    # Where many come at once, some wait and some share: those are ways of their own.
    for page in ["/", "/campus/news", portico.LIST, portico.search_and_filter(ours)]:
        load(ours, page, seconds=4, connections=16)
    load(ours, path, seconds=4, connections=16, script="save.lua", form=form)
    ours.post(path, urlencode({"act": "save"}))
    guest = portico.guest(ours)
    line = portico.EventStream(guest)
    portico.change_list(guest)
    line.wait(b"event: list")
    for path in ["/house/home", "/house/shopping", "/house/list", "/house/recipes", "/house/clock", "/house/euro"]:
        seen(guest, path)
    line.socket.close()
    replace(ours, cookies={}).post("/sign-in", urlencode({"name": "admin", "password": "wrong"}))
    # The program does some things by itself every few minutes.
    time.sleep(200)


def use_sometimes(ours: Service) -> None:
    """Every list of the back office, and a record and a form of each."""
    for path in sorted(set(LINK.findall(seen(ours, "/admin")))):
        records = [link for link in LINK.findall(seen(ours, path)) if re.fullmatch(re.escape(path) + r"/(\d+|new)", link)]
        for link in records[:1] + [link for link in records if link.endswith("/new")][:1]:
            seen(ours, link)


def seen(browser: Service, path: str) -> str:
    answer = browser.get(path)
    print(answer.status, path, flush=True)
    return answer.text if answer.headers.get("content-type", "").startswith("text/html") else ""


def called(counted: Path) -> set[str]:
    """The functions in what callgrind counted; an apostrophe and a number mark how deep a function called itself."""
    return {name.split("'")[0] for name in re.findall(r"^c?fn=\(\d+\) (.+)$", counted.read_text(errors="replace"), re.MULTILINE)}


def defined(program: Path) -> set[str]:
    listed = subprocess.run(["nm", "--defined-only", "--format=posix", program], capture_output=True, text=True, check=True).stdout
    return {name for name, kind, *_ in map(str.split, listed.splitlines()) if kind in "tTwW"}


if __name__ == "__main__":
    sys.exit(main())
