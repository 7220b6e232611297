"""Measures the release build of Portico and a peer beside it, and prints one table: `make bench`.

Everything runs on the loopback of this machine, so absolute figures move with it and with what else it does;
compare the ratios. Bounded: about four minutes. `make bench ARGS="--quick"` takes a quarter of that.
"""

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

import peers
import portico
from measure import Load, Service, load, read_wrk, wall_ms, walls_ms, weight, wrk

PEERS_PRODUCTS = 130
MANY = 100_000
EVENT_STREAMS = 500
SAVES = 200
IMPORTED = 10_000


@dataclass
class Figure:
    name: str
    value: float
    unit: str
    bar: float | None = None
    peer: float | None = None
    more_is_better: bool = False

    @property
    def verdict(self) -> str:
        if self.bar is None:
            return ""
        return "met" if (self.value >= self.bar if self.more_is_better else self.value <= self.bar) else "MISSED"

    @property
    def ratio(self) -> str:
        if not self.peer or not self.value:
            return ""
        return f"{self.value / self.peer if self.more_is_better else self.peer / self.value:.1f} x"

    def cells(self) -> list[str]:
        sign = "" if self.bar is None else "at least " if self.more_is_better else "at most "
        return [self.name, f"{self.value:,.2f} {self.unit}" if self.value < 100 else f"{self.value:,.0f} {self.unit}",
                "" if self.bar is None else f"{sign}{self.bar:g}", self.verdict, "" if self.peer is None else f"{self.peer:,.2f}", self.ratio]


class Bench:
    def __init__(self, folder: Path, seconds: int, many: int):
        self.folder, self.seconds, self.many = folder, seconds, many
        self.figures: list[Figure] = []

    def add(self, *args, **named) -> None:
        figure = Figure(*args, **named)
        self.figures.append(figure)
        print("  " + "  ".join(cell for cell in figure.cells() if cell), flush=True)

    def say(self, words: str) -> None:
        print(words, flush=True)

    # One small site, as a house keeps it.

    def small(self) -> None:
        self.say("A house's own data, Portico and Django's admin one after the other:")
        ours = portico.service(self.folder / "portico")
        portico.prepare(ours)
        # Before anything else is measured: the flood of sign-ins is remembered in the database.
        shutil.copytree(self.folder / "portico", self.folder / "portico-many")
        portico.adopt(self.folder / "portico-many")
        theirs = peers.django(self.folder / "django", PEERS_PRODUCTS)
        self.starts(ours, theirs)
        theirs.start()
        ours.start()
        try:
            idle = ours.memory_mib(), theirs.memory_mib()
            self.add("memory, idle", idle[0], "MiB", peer=idle[1])
            visitor = load(ours, "/", self.seconds)
            self.add("visitor's home page, CPU", good(visitor).cpu_ms, "ms", bar=0.25)
            self.public(ours)
            portico.sign_in(ours)
            peers.sign_in_to_django(theirs)
            self.lists(ours, theirs)
            self.saves(ours, theirs)
            self.weights(ours, theirs)
            self.house(ours)
            self.flood(ours)
            # The passwords that still wait are worked out first: two at a time, 128 MiB each.
            ours.rest()
            self.add("memory, after all of this", ours.memory_mib(), "MiB", bar=60, peer=theirs.memory_mib())
            self.stop_under_load(ours)
        finally:
            ours.stop()
            theirs.stop()

    def starts(self, ours: Service, theirs: Service) -> None:
        taken = {}
        for service in (ours, theirs):
            taken[service.port] = []
            for _ in range(5):
                taken[service.port].append(service.start() * 1000)
                service.stop()
        self.add("start to first good page", statistics.median(taken[ours.port]), "ms", bar=50, peer=statistics.median(taken[theirs.port]))

    def public(self, ours: Service) -> None:
        for name, path in portico.public_pages(ours):
            seen = good(load(ours, path, self.seconds, connections=16))
            self.add(f"{name}, requests a second", seen.per_second, "/s", bar=10_000, more_is_better=True)
            self.add(f"{name}, CPU", seen.cpu_ms, "ms", bar=0.25)
            self.add(f"{name}, p99", seen.p99_ms, "ms", bar=5)

    def lists(self, ours: Service, theirs: Service) -> None:
        mine = good(load(ours, portico.LIST_OF_100, self.seconds))
        other = good(load(theirs, "/admin/django_admin/product/", self.seconds))
        self.add("list of 100 rows, CPU", mine.cpu_ms, "ms", bar=2, peer=other.cpu_ms)
        self.add("list of 100 rows, requests a second", mine.per_second, "/s", peer=other.per_second, more_is_better=True)
        alone = good(load(ours, portico.LIST_OF_100, self.seconds, connections=1))
        self.add("list of 100 rows, one user, p99", alone.p99_ms, "ms", bar=5)
        asked = good(load(ours, portico.search_and_filter(ours), self.seconds))
        self.add("the same with search and filter, CPU", asked.cpu_ms, "ms", bar=2)

    def saves(self, ours: Service, theirs: Service) -> None:
        path, form = portico.new_product_form(ours)
        before = portico.rows(ours)
        mine = good(load(ours, path, self.seconds, connections=16, script="save.lua", form=form, warm=False))
        saved = portico.rows(ours) - before
        if saved < mine.requests * 0.99:
            raise SystemExit(f"of {mine.requests} forms only {saved} were saved")
        before = peers.rows_of_django(self.folder / "django")
        other = good(load(theirs, "/admin/django_admin/product/add/", self.seconds, connections=16, script="save.lua",
                          form=peers.djangos_form(theirs), warm=False))
        assert peers.rows_of_django(self.folder / "django") - before >= other.requests * 0.99
        self.add("saving a form, CPU", mine.cpu_ms, "ms", bar=0.5, peer=other.cpu_ms)
        self.add("saving a form, a second", mine.per_second, "/s", bar=3000, peer=other.per_second, more_is_better=True)

    def weights(self, ours: Service, theirs: Service) -> None:
        mine, other = weight(ours, portico.LIST_OF_100), weight(theirs, "/admin/django_admin/product/")
        self.add("list, first visit", mine.total / 1000, "kB", bar=30, peer=other.total / 1000)
        self.add("list, first visit, script", mine.script / 1000, "kB", bar=10, peer=other.script / 1000)
        self.add("list, first visit, requests", mine.requests, "", bar=4, peer=other.requests)
        form = weight(ours, portico.LIST + "/new")
        self.add("form, first visit", form.total / 1000, "kB", bar=30, peer=weight(theirs, "/admin/django_admin/product/add/").total / 1000)
        self.add("form, first visit, requests", form.requests, "", bar=4)
        cookies, ours.cookies = ours.cookies, {}
        public = weight(ours, "/")
        ours.cookies = cookies
        self.add("home page, first visit", public.total / 1000, "kB", bar=14)

    def house(self, ours: Service) -> None:
        """Two guests of one house, each in a browser of his own."""
        marta, luca = portico.guest(ours), portico.guest(ours)
        portico.change_list(marta)
        pages = ["/house/home", "/house/shopping", "/house/list"]
        heaviest = max(weight(luca, page, with_pictures=True).total for page in pages)
        self.add("guests' pages, first visit, the heaviest", heaviest / 1000, "kB", bar=40)
        self.add("guests' home page, CPU", good(load(luca, "/house/home", self.seconds)).cpu_ms, "ms", bar=0.5)
        self.speech(luca)
        recipes = statistics.median(portico.preview_recipe(ours) for _ in range(9))
        self.add("a recipe's page, from its bytes to the preview", recipes, "ms", bar=1000)
        line = portico.EventStream(luca)
        line.wait(b"event: list")
        begin = time.perf_counter()
        portico.change_list(marta)
        line.wait(b"event: list")
        self.add("a change of the list on another open page", time.perf_counter() - begin, "s", bar=1)
        before = ours.memory_mib()
        lines = [line] + [portico.EventStream(luca, number) for number in range(1, EVENT_STREAMS)]
        self.add(f"memory that {EVENT_STREAMS} open event streams cost", ours.memory_mib() - before, "MiB", bar=60)
        for line in lines:
            line.socket.close()

    def speech(self, guest: Service) -> None:
        """Sentences in the server's voice, made and then kept."""
        paths = ["/house/speech/it?" + urlencode({"text": f"Mancano {number} minuti e poi la pasta è pronta."}) for number in range(11, 20)]
        for name, bar in (("made", 300), ("kept", 2)):
            taken = []
            for path in paths:
                begin = time.perf_counter()
                answer = guest.get(path)
                taken.append((time.perf_counter() - begin) * 1000)
                assert answer.status == 200, f"speech answers {answer.status}"
            self.add(f"a spoken sentence, {name}", statistics.median(taken), "ms", bar=bar)

    def flood(self, ours: Service) -> None:
        """Wrong passwords on sixteen connections; meanwhile one person reads a list."""
        quiet = good(load(ours, portico.LIST, 2, connections=1))
        with ThreadPoolExecutor(1) as pool:
            stranger = portico.service(self.folder / "portico", port=ours.port)
            flood = pool.submit(subprocess.run, wrk(stranger, "/sign-in", self.seconds + 2, 16, "sign-in.lua"), capture_output=True, text=True)
            time.sleep(1)
            reading = read_wrk(subprocess.run(wrk(ours, portico.LIST, self.seconds, 1), capture_output=True, text=True, check=True).stdout, 0)
            attempts = read_wrk(flood.result().stdout, 0)
        self.add("sign-in flood: attempts answered", attempts.per_second, "/s")
        self.add("sign-in flood: p99 of another page", reading.p99_ms, "ms", bar=20)
        self.add("the same page without the flood, p99", quiet.p99_ms, "ms")

    def stop_under_load(self, ours: Service) -> None:
        with ThreadPoolExecutor(1) as pool:
            pool.submit(subprocess.run, wrk(ours, "/", 3, 16), capture_output=True)
            time.sleep(1)
            self.add("stop under load", ours.stop(), "s", bar=1)

    # The same list over far more than a house will ever have.

    def large(self) -> None:
        self.say(f"The same list over {self.many:,} products, one user:")
        ours = portico.service(self.folder / "portico-many")
        portico.multiply_products(self.folder / "portico-many", self.many)
        theirs = peers.django(self.folder / "django-many", self.many)
        ours.start()
        theirs.start()
        try:
            portico.sign_in(ours)
            peers.sign_in_to_django(theirs)
            peer = "/admin/django_admin/product/"
            for name, mine, other in [
                ("first page", portico.LIST_OF_100, peer),
                ("last page", portico.last_page(ours, self.many), None),
                ("filter", portico.filtered(ours), peer + "?category__id__exact=3"),
                ("search", portico.LIST_OF_100 + "&q=00421", peer + "?q=00421"),
                ("search without a match", portico.LIST_OF_100 + "&q=xyzzy", peer + "?q=xyzzy"),
                ("sort", portico.sorted_by_price(ours), peer + "?o=5"),
            ]:
                if mine:
                    self.add(f"{self.many:,} products: {name}", wall_ms(ours, mine), "ms", bar=30,
                             peer=wall_ms(theirs, other, times=6) if other else None)
            self.add(f"{self.many:,} products: all filters", wall_ms(ours, portico.LIST_OF_100 + "&panel=filters"), "ms", bar=50)
            self.bulk(ours)
            portico.multiply_products(self.folder / "portico-many", 2 * self.many)
            self.records(ours)
        finally:
            ours.stop()
            theirs.stop()

    def records(self, ours: Service) -> None:
        """What the back office promises of single records and of all of them together."""
        self.add(f"history of {SAVES} changes", wall_ms(ours, portico.saved_often(ours, SAVES)), "ms", bar=30)
        words = [f"/admin/search?{urlencode({'q': word})}" for word in ["pane", "latte", "bio", "00421", "ri", "farina 0", "xyzzy", "olio extra", "sa", "1234"]]
        taken = sorted(walls_ms(ours, words * 10)[len(words):])
        self.add(f"search over {portico.rows(ours):,} products and all else, p95", taken[int(len(taken) * 0.95)], "ms", bar=30)
        before = portico.rows(ours)
        seconds = portico.import_products(ours, IMPORTED)
        if portico.rows(ours) != before + IMPORTED:
            raise SystemExit(f"{portico.rows(ours) - before} of {IMPORTED} products came out of the file")
        self.add(f"{IMPORTED:,} products out of a file, with the trial before", seconds, "s", bar=10)

    def bulk(self, ours: Service) -> None:
        """The copies are numbered, so two digits are ten thousand of them."""
        before = portico.hidden_products(ours)
        progress, seconds = portico.bulk(ours, "unpublish", "?q=00&published=yes")
        changed = portico.hidden_products(ours) - before
        undone, back = portico.taken_back(ours, progress)
        if changed < min(self.many, 10_000) * 0.9 or portico.hidden_products(ours) != before:
            raise SystemExit(f"{changed} were hidden, and {portico.hidden_products(ours)} are after taking it back ({undone})")
        self.add(f"an act on {changed:,} of them", seconds, "s", bar=5)
        self.add("taking it back", back, "s", bar=5)

    def table(self) -> str:
        rows = [["figure", "Portico", "bar", "", "Django", "better by"], *(figure.cells() for figure in self.figures)]
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        rows.insert(1, ["-" * width for width in widths])
        return "\n".join("  ".join(
            cell.ljust(width) if column in (0, 3) else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths))) for row in rows)


def good(result: Load) -> Load:
    if result.refused:
        raise SystemExit(f"{result.refused} of {result.requests} answers were refusals: nothing was measured")
    return result


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--quick", action="store_true", help="a quarter of the time, rougher figures")
    options.add_argument("--products", type=int, default=MANY, help="rows of the large list")
    options.add_argument("--keep", type=Path, help="work in this empty folder and leave it there")
    given = options.parse_args()
    folder = given.keep or Path(tempfile.mkdtemp(prefix="portico-bench-"))
    folder.mkdir(parents=True, exist_ok=True)
    bench = Bench(folder, 2 if given.quick else 6, given.products)
    try:
        bench.small()
        bench.large()
    finally:
        print("\n" + bench.table(), flush=True)
        if not given.keep:
            shutil.rmtree(folder, ignore_errors=True)
    missed = [figure.name for figure in bench.figures if figure.verdict == "MISSED"]
    print(f"\n{len(bench.figures)} figures, {len(missed)} bars missed" + (": " + ", ".join(missed) if missed else ""))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
