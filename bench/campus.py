"""What visitors of a campus wait for: lists, the search over everything, a month of 2,000 events, and many readers at once.

    bench/.venv/bin/python bench/campus.py [--events 2000] [--seconds 5] [--no-load]

The university of the seed, made larger: 2,000 events in one calendar and month, as many again around it, 1,000 articles, 2,000 people. Each
list and the search answer one reader within 30 ms, the first page ("now") within 20 ms, a month of the calendar and of the own agenda within
50 ms: the median of thirteen, with the connection; first as pages kept for all, then for a visitor who keeps something, for whom each is made anew and noted. Lists and single pages are then read over 16 connections: at least 10,000 a second with at most 0.25 ms of processor each.
`PORTICO_PROGRAM` names another program than the release build.
"""

import argparse
import shutil
import sqlite3
import tempfile
from datetime import datetime, timedelta
from pathlib import Path

import portico
from measure import Service, load, wall_ms

LIST, MONTH, NOW = 30.0, 50.0, 20.0
RATE, CPU = 10_000, 0.25
CONNECTIONS = 16
DAY = datetime(2027, 3, 1)

LISTS = [
    "/campus/people", "/campus/people?letter=R", "/campus/people?q=ri", "/campus/degrees", "/campus/degrees/1", "/campus/courses?q=a",
    "/campus/places", "/campus/places?type=2", "/campus/places?type=2&near=45.43,12.33", "/campus/places?accessible=yes", "/campus/news",
    "/campus/news?q=a", "/campus/alerts", "/campus/calendars", "/campus/calendars/CALENDAR", "/campus/calendars/CALENDAR?view=day&date=2027-03-10",
    "/campus/exams", "/campus/events?from=2027-03-01&to=2027-03-31", "/campus/events?q=bench&from=2027-03-01", "/campus/resources", "/campus/emergency",
    "/campus/agenda?view=day&date=2027-03-01", "/campus/api/v1/people", "/campus/api/v1/events?from=2027-03-01", "/campus/api/v1/news",
    "/campus/api/v1/places?near=45.43,12.33", "/campus/api/v1/sync", "/campus/alerts.atom",
]
SEARCHES = ["/campus/search?q=a", "/campus/search?q=ri", "/campus/search?q=seminario", "/campus/search?q=nothing-like-it"]
READ = ["/campus/news", "/campus/degrees/1", "/campus/people/1", "/campus/courses/1", "/campus/buildings/1", "/campus/emergency"]


def copies(connection: sqlite3.Connection, table: str, count: int, change) -> None:
    """Rows like the first of a table, each changed by its number."""
    connection.row_factory = sqlite3.Row
    original = dict(connection.execute(f"SELECT * FROM {table} WHERE deletedAt IS NULL ORDER BY id").fetchone())
    original.pop("id")
    for number in range(count):
        row = original | {"key": f"bench-{number}"} | change(number)
        connection.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})", list(row.values()))


def moment(date: datetime) -> str:
    return date.strftime("%Y-%m-%d %H:%M:%S.000")


def enlarge(file: Path, events: int) -> str:
    """Gives back the key of the calendar with the full month."""
    with sqlite3.connect(file) as connection:
        calendar, key = connection.execute("SELECT id, key FROM campusCalendar WHERE deletedAt IS NULL ORDER BY id").fetchone()

        def event(number: int) -> dict:
            # The first ones fill the month evenly, the others the months around it.
            inside = number < events
            minutes = 30 * 24 * 60 * (number % events) // events
            starts = DAY + timedelta(minutes=minutes) if inside else DAY - timedelta(days=200) + timedelta(minutes=minutes * 5)
            title = f"Bench {number}"
            return {"title": title, "folded": title.lower(), "words": title.lower(), "calendar": calendar, "starts": moment(starts),
                    "ends": moment(starts + timedelta(hours=1))}

        def person(number: int) -> dict:
            name = f"{'ABCDEFGHILMNOPRSTVZ'[number % 19]}rioni Ada {number}"
            return {"name": name, "surname": name.split()[0], "givenName": "Ada", "folded": name.lower(), "words": name.lower(), "code": f"bench{number}",
                    "account": ""}

        def article(number: int) -> dict:
            title = f"Articolo {number}"
            return {"title": title, "folded": title.lower(), "words": title.lower(), "posted": moment(DAY - timedelta(hours=number + 24 * 400))}

        copies(connection, "campusEvent", 2 * events, event)
        copies(connection, "person", 2_000, person)
        copies(connection, "campusArticle", 1_000, article)
        connection.execute("ANALYZE")
    connection.close()
    return key


def verdict(is_met: bool) -> str:
    return "met" if is_met else "MISSED"


def timed(ours: Service, paths: list[str], bar: float) -> bool:
    met = True
    for path in paths:
        taken = wall_ms(ours, path)
        met &= taken <= bar
        print(f"{path}: {taken:.1f} ms, at most {bar:g}: {verdict(taken <= bar)}", flush=True)
    return met


def keep_something(ours: Service) -> None:
    """From now on pages are those of one visitor, with a degree and a course, whom no page kept for all can serve."""
    for path, body in [("degree", "degree=1"), ("courses", "course=1&colour=red"), ("favourites", "kind=person&id=1")]:
        answer = ours.post(f"/campus/mine/{path}", body)
        assert answer.status == 303, f"{path} answers {answer.status}"
        ours.cookies |= answer.cookies


def read_by_many(ours: Service, seconds: int) -> bool:
    met = True
    for path in READ:
        found = load(ours, path, seconds, connections=CONNECTIONS)
        is_met = not found.refused and found.per_second >= RATE and found.cpu_ms <= CPU
        met &= is_met
        print(f"{path}: {found.per_second:,.0f} a second, {found.cpu_ms:.3f} ms of processor each, p99 {found.p99_ms:.1f} ms, "
              f"{found.refused} refused; at least {RATE:,} and at most {CPU:g} ms: {verdict(is_met)}", flush=True)
    return met


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=2_000)
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--no-load", action="store_true", help="one reader only")
    wanted = parser.parse_args()
    if not wanted.no_load and not shutil.which("wrk"):
        raise SystemExit("wrk is not installed: tools/setup --bench, or --no-load")
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "portico"
        ours = portico.service(data)
        portico.prepare(ours)
        calendar = enlarge(portico.database(data), wanted.events)
        ours.start()
        try:
            lists = [path.replace("CALENDAR", calendar) for path in LISTS] + SEARCHES
            month, agenda = f"/campus/calendars/{calendar}?view=month&date=2027-03-01", "/campus/agenda?view=month&date=2027-03-01"
            shown = ours.get(month).text.count('class="agenda-item')
            assert shown >= wanted.events, f"the month shows {shown} events"
            met = []
            for who in ("anybody", "a visitor who keeps something"):
                print(f"\n{who}:", flush=True)
                met += [timed(ours, ["/campus"], NOW), timed(ours, lists, LIST), timed(ours, [month, agenda], MONTH)]
                if not ours.cookies:
                    keep_something(ours)
            ours.cookies = {}
            if not wanted.no_load:
                met.append(read_by_many(ours, wanted.seconds))
        finally:
            ours.stop()
    raise SystemExit(0 if all(met) else 1)


if __name__ == "__main__":
    main()
