"""Stories at full size, against the release build: a million fragments in twenty thousand stories, and many votes at once.

    bench/.venv/bin/python bench/stories.py [--stories 20000] [--fragments 1000000] [--seconds 20] [--data folder]

Pages: a story, the recommended list, a feed and the queue of reports, each under 20 ms, asked by somebody who is signed in, one after the other, a
different story each time. Acts: a vote that turns the best branch over in a branch 500 deep, and hiding one of its inner fragments, each under 20 ms
with all of the answer. Votes: a thousand a second, each a durable commit. Other pages are measured beside them, without a bar.

The data are written straight into the database. With --data they are kept there and used again.
"""

import argparse
import hashlib
import http.client
import random
import sqlite3
import tempfile
import threading
import time
from datetime import datetime, timedelta, timezone
from pathlib import Path
from urllib.parse import urlencode

import portico
from measure import Service

PAGE, RATE = 0.020, 1000
WRITERS, DEEP, FOLLOWED, OPEN, DECIDED = 5_000, 500, 100, 2_000, 20_000
LATER = "2999-01-01 00:00:00.000"
WORDS = "il mare la notte un faro una lettera il vento la strada nessuno sapeva quando tornò la barca il paese dormiva e poi".split()


def moment(days_ago: float) -> str:
    return (datetime.now(timezone.utc) - timedelta(days=days_ago)).strftime("%F %T.000")


def token_of(number: int) -> str:
    return hashlib.sha256(f"bench writer {number}".encode()).hexdigest()[:43]


def insert(connection: sqlite3.Connection, table: str, columns: str, rows: list[tuple]) -> None:
    connection.executemany(f"INSERT INTO {table} ({columns}) VALUES ({', '.join('?' * (columns.count(',') + 1))})", rows)


def text(chance: random.Random) -> str:
    return " ".join(chance.choice(WORDS) for _ in range(40)).capitalize()[:290] + "."


def add_writers(connection: sqlite3.Connection, chance: random.Random) -> list[int]:
    first = connection.execute("SELECT max(id) FROM writer").fetchone()[0] + 1
    ids = list(range(first, first + WRITERS))
    insert(connection, "writer", "id, email, nickname, firstName, lastName, birthYear, country, verifiedAt, acceptedAt, acceptedEdition, createdAt",
           [(id, f"bench{id}@example.org", f"bench{id}", "Prova", f"Numero {id}", 1980, "IT", moment(400), moment(400), 1, moment(400)) for id in ids])
    insert(connection, "writerSession", "tokenHash, writer, kind, device, createdAt, expiresAt",
           [(hashlib.sha256(token_of(id).encode()).digest(), id, "browser", "", moment(1), LATER) for id in ids])
    for id in ids:
        insert(connection, "follow", "follower, followed, at",
               [(id, other, moment(chance.uniform(0, 300))) for other in chance.sample(ids, FOLLOWED) if other != id])
    return ids


def shape(size: int, chance: random.Random) -> list[int | None]:
    """The parent of each fragment by its place: mostly the last one, sometimes an earlier one."""
    return [None] + [place - 1 if chance.random() < 0.7 else chance.randrange(place) for place in range(1, size)]


def deep_shape(size: int) -> list[int | None]:
    """Two branches of 500 that part after ten fragments, and many short ones beside them."""
    parents: list[int | None] = [None] + list(range(9))
    for _ in range(2):
        parents.append(9)
        parents += range(len(parents) - 1, len(parents) + DEEP - 12)
    return parents + [place % 200 for place in range(size - len(parents))]


def add_story(connection: sqlite3.Connection, first: int, parents: list[int | None], writers: list[int], age: float, chance: random.Random,
              votes: list[int]) -> None:
    """A story with all that is kept worked out of it, as the program works it out."""
    ids = range(first, first + len(parents))
    depth, weight, best, children = [0] * len(parents), list(votes), [0] * len(parents), [[] for _ in parents]
    for place, parent in enumerate(parents):
        if parent is not None:
            depth[place], weight[place] = depth[parent] + 1, weight[parent] + votes[place]
            children[parent].append(place)
    for place in reversed(range(len(parents))):
        best[place] = max((best[child] for child in children[place]), default=weight[place])
    branch = [0]
    while children[branch[-1]]:
        heaviest = max(best[child] for child in children[branch[-1]])
        branch.append(next(child for child in children[branch[-1]] if best[child] == heaviest))
    authors = [chance.choice(writers) for _ in parents]
    times = [moment(age * (1 - place / len(parents))) for place in range(len(parents))]
    title = f"{' '.join(chance.sample(WORDS, 3)).capitalize()} {first}"
    insert(connection, "fragment", "id, story, parent, writer, kind, title, text, createdAt, depth, weight, continuations",
           [(ids[place], first, None if parent is None else ids[parent], authors[place], "text", title if parent is None else "", text(chance),
             times[place], depth[place], weight[place], len(children[place])) for place, parent in enumerate(parents)])
    story = {"id": first, "createdAt": times[0], "changedAt": times[-1], "weight": best[0], "voters": best[0], "tip": ids[branch[-1]],
             "folded": title.lower()}
    # An older database has no column of voters.
    columns = [name for _, name, *_ in connection.execute("PRAGMA table_info(story)") if name in story]
    insert(connection, "story", ", ".join(columns), [tuple(story[name] for name in columns)])
    insert(connection, "bestBranch", "story, position, fragment", [(first, position, ids[place]) for position, place in enumerate(branch)])
    insert(connection, "vote", "writer, fragment, at",
           [(voter, ids[place], times[place]) for place, count in enumerate(votes) if count
            for voter in chance.sample([writer for writer in chance.sample(writers, count + 1) if writer != authors[place]], count)])


def add_reports(connection: sqlite3.Connection, writers: list[int], first: int, last: int, chance: random.Random) -> None:
    reasons = ["insult", "spam", "hate", "other", "violence"]
    for number, fragment in enumerate(chance.sample(range(first, last), OPEN + DECIDED)):
        is_open, age = number < OPEN, chance.uniform(0, 300)
        case = connection.execute(
            "INSERT INTO moderationCase (fragment, state, title, text, openedAt, urgency, reach) SELECT id, ?, title, text, ?, ?, ? FROM fragment"
            " WHERE id = ?", ["open" if is_open else "decided", moment(age), chance.uniform(0.5, 12), chance.uniform(0.5, 8), fragment]).lastrowid
        decision = None if is_open else connection.execute(
            "INSERT INTO decision (caseID, fragment, writer, moderatorName, hides, warns, suspends, at) SELECT ?, id, writer, 'Prova', 0, 0, 0, ?"
            " FROM fragment WHERE id = ?", [case, moment(age / 2), fragment]).lastrowid
        insert(connection, "fragmentReport", "fragment, writer, caseID, reason, at, outcome, decision",
               [(fragment, writer, case, chance.choice(reasons), moment(age), None if is_open else "rejected", decision)
                for writer in chance.sample(writers, chance.randint(1, 3))])


def fill(file: Path, stories: int, fragments: int) -> None:
    chance = random.Random(1)
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA cache_size = -400000")
        writers = add_writers(connection, chance)
        start = next_id = connection.execute("SELECT max(id) FROM fragment").fetchone()[0] + 1
        parents = deep_shape(2_000)
        add_story(connection, next_id, parents, writers, 20, chance, [0] * len(parents))
        next_id += len(parents)
        sizes = [max(1, round(chance.expovariate(stories / fragments))) for _ in range(stories - 1)]
        for size in sizes:
            # A few stories are new, some of this month, most are older.
            age = chance.uniform(0, 3) if chance.random() < 0.02 else chance.uniform(3, 300)
            votes = [chance.choice([0, 0, 0, 1, 2]) for _ in range(size)]
            add_story(connection, next_id, shape(size, chance), writers, age, chance, votes)
            next_id += size
        add_reports(connection, writers, start + len(parents), next_id, chance)
        insert(connection, "storyNotice", "writer, kind, actor, at, readAt",
               [(followed, "follower", follower, at, None if chance.random() < 0.1 else at)
                for follower, followed, at in connection.execute("SELECT follower, followed, at FROM follow WHERE at > ? AND follower >= ?", [moment(89), writers[0]]).fetchall()])
        connection.execute("ANALYZE")
    connection.close()


class Person:
    """A writer who is signed in, with a connection that stays open."""

    def __init__(self, ours: Service, cookie: str):
        self.connection = http.client.HTTPConnection("127.0.0.1", ours.port, timeout=60)
        self.headers = {"Cookie": cookie, "Accept-Language": "it", "Content-Type": "application/x-www-form-urlencoded"} | ours.same_origin()

    def ask(self, method: str, path: str, body: str | None = None, cookie: str | None = None) -> tuple[int, float, str]:
        begin = time.perf_counter()
        self.connection.request(method, path, body, self.headers | ({"Cookie": cookie} if cookie else {}))
        answer = self.connection.getresponse()
        content = answer.read().decode()
        return answer.status, time.perf_counter() - begin, content


def told(name: str, times: list[float], bar: float | None = PAGE) -> bool:
    times.sort()
    median, worst = times[len(times) // 2], times[int(len(times) * 0.95)]
    met = bar is None or worst < bar
    print(f"{name}: {median * 1000:.1f} ms, 95th percentile {worst * 1000:.1f} ms"
          + ("" if bar is None else f", under {bar * 1000:g}: {'met' if met else 'MISSED'}"), flush=True)
    return met


def pages(name: str, person: Person, addresses: list[str], bar: float | None = PAGE) -> bool:
    times = []
    for address in addresses[:3] + addresses:
        status, seconds, content = person.ask("GET", address)
        assert status == 200 and "<h1" in content, f"{address} answers {status}"
        times.append(seconds)
    return told(name, times[3:], bar)


def cookie_of(writer: int) -> str:
    return f"portico-writer={token_of(writer)}"


def acts(ours: Service, file: Path, writers: list[int]) -> list[bool]:
    with sqlite3.connect(file) as connection:
        story = connection.execute("SELECT story FROM fragment WHERE depth = ? ORDER BY id LIMIT 1", [DEEP - 1]).fetchone()[0]
        ends = [row[0] for row in connection.execute("SELECT id FROM fragment WHERE story = ? AND depth = ? ORDER BY id", [story, DEEP - 1])]
        inner = connection.execute("SELECT fragment FROM bestBranch WHERE story = ? AND position = 250", [story]).fetchone()[0]
        authors = {row[0] for row in connection.execute("SELECT writer FROM fragment WHERE id IN (?, ?)", ends)}
        known = {row[0] for row in connection.execute("SELECT writer FROM vote WHERE fragment IN (?, ?)", ends)}
        weights = dict(connection.execute("SELECT id, weight FROM fragment WHERE id IN (?, ?)", ends))
    voters = [writer for writer in writers if writer not in authors | known][:40]
    person, times = Person(ours, ""), []
    for number, voter in enumerate(voters):
        # Each vote makes the other of the two the best branch: of equal ones it is the older, so the younger is one ahead in its turn.
        end = ends[1] if weights[ends[1]] <= weights[ends[0]] else ends[0]
        weights[end] += 1
        status, seconds, _ = person.ask("POST", f"/stories/fragments/{end}/votes", "", cookie_of(voter))
        assert status == 303, f"a vote answers {status}"
        times.append(seconds)
    met = [told(f"a vote that turns over a branch {DEEP} deep", times)]
    with sqlite3.connect(file) as connection:
        counted = connection.execute("SELECT weight FROM story WHERE id = ?", [story]).fetchone()[0]
    assert counted == max(weights.values()), f"the best branch weighs {counted}, not {max(weights.values())}"
    moderator, hidden, restored = Person(ours, ours.cookie), [], []
    for _ in range(20):
        status, seconds, content = moderator.ask("POST", f"/admin/stories/fragments/{inner}/decisions", urlencode({"way": "hide", "reason": "spam"}))
        assert status == 303, f"hiding answers {status}"
        hidden.append(seconds)
        with sqlite3.connect(file) as connection:
            decision, cover = connection.execute(
                "SELECT max(decision.id), cover FROM decision JOIN fragment ON fragment.id = fragment WHERE fragment = ?", [inner]).fetchone()
        assert cover == 1, "the fragment is not hidden"
        status, seconds, _ = moderator.ask("POST", f"/admin/stories/decisions/{decision}/undoing", "batch=no")
        assert status == 303, f"undoing answers {status}"
        restored.append(seconds)
    return met + [told(f"hiding in a branch {DEEP} deep", hidden), told("bringing it back", restored)]


def votes(ours: Service, file: Path, writers: list[int], seconds: float, connections: int = 8) -> bool:
    chance, wanted = random.Random(time.time()), int(RATE * 3 * seconds)
    with sqlite3.connect(file) as connection:
        before = connection.execute("SELECT count(*) FROM vote").fetchone()[0]
        ends = connection.execute(
            "SELECT id, writer FROM fragment WHERE cover = 0 AND continuations = 0 AND writer >= ? AND id % 10 = ? LIMIT ?",
            [writers[0], chance.randrange(10), wanted]).fetchall()
        known = set(connection.execute("SELECT fragment, writer FROM vote").fetchall())
    chance.shuffle(ends)
    ballots = [(end, voter) for number, (end, author) in enumerate(ends * (wanted // len(ends) + 1))
               if (voter := writers[(number * 7 + end) % len(writers)]) != author and (end, voter) not in known]
    ballots = list(dict.fromkeys(ballots))[:wanted]
    people = [Person(ours, "") for _ in range(connections)]
    counts, refused, until = [0] * connections, [0] * connections, time.perf_counter() + seconds

    def cast(lane: int) -> None:
        for end, voter in ballots[lane::connections]:
            if time.perf_counter() > until:
                return
            status, _, _ = people[lane].ask("POST", f"/stories/fragments/{end}/votes", "", cookie_of(voter))
            counts[lane] += 1
            refused[lane] += status != 303
    begin = time.perf_counter()
    threads = [threading.Thread(target=cast, args=[lane]) for lane in range(connections)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    rate = sum(counts) / (time.perf_counter() - begin)
    with sqlite3.connect(file) as connection:
        kept = connection.execute("SELECT count(*) FROM vote").fetchone()[0] - before
    met = rate >= RATE and not sum(refused) and kept == sum(counts)
    print(f"votes: {rate:,.0f} a second for {seconds:g} s, {kept:,} of {sum(counts):,} kept; at least {RATE}: {'met' if met else 'MISSED'}", flush=True)
    return met


def measure(ours: Service, file: Path, seconds: float) -> bool:
    chance = random.Random(2)
    with sqlite3.connect(file) as connection:
        writers = [row[0] for row in connection.execute("SELECT id FROM writer WHERE nickname GLOB 'bench*' ORDER BY id")]
        stories = [row[0] for row in connection.execute("SELECT id FROM story WHERE tip IS NOT NULL ORDER BY id")]
        inner = connection.execute("SELECT story, id FROM fragment WHERE id % 5003 = 0 AND cover = 0 LIMIT 200").fetchall()
        deep = connection.execute("SELECT story FROM fragment WHERE depth = ? ORDER BY id LIMIT 1", [DEEP - 1]).fetchone()[0]
        cases = [row[0] for row in connection.execute("SELECT id FROM moderationCase WHERE state = 'open' LIMIT 50")]
    reader, moderator = Person(ours, cookie_of(writers[7])), Person(ours, ours.cookie)
    met = [
        pages("a story", reader, [f"/stories/{id}" for id in chance.sample(stories, 100)]),
        pages("the recommended list", reader, ["/stories"] * 50),
        pages("a feed", reader, ["/stories/feed"] * 50),
        pages("the queue", moderator, ["/admin/stories/cases"] * 30),
    ]
    pages("a branch", reader, [f"/stories/{story}/branches/{id}" for story, id in inner[:50]], None)
    pages(f"a story {DEEP} deep", reader, [f"/stories/{deep}"] * 20, None)
    pages("the most voted", reader, [f"/stories/most-voted?page={number}" for number in range(1, 51)], None)
    pages("a search", reader, ["/stories/search?q=faro"] * 10 + ["/stories/search?q=nonesiste"] * 10, None)
    pages("a writer", reader, [f"/stories/writers/bench{id}" for id in chance.sample(writers, 20)], None)
    pages("notices", reader, ["/stories/notices"] * 20, None)
    pages("a case", moderator, [f"/admin/stories/cases/{id}" for id in cases], None)
    met += acts(ours, file, writers)
    met.append(votes(ours, file, writers, seconds))
    return all(met)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stories", type=int, default=20_000)
    parser.add_argument("--fragments", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--data", type=Path)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = (wanted.data or Path(folder)) / "portico"
        is_new = not list(data.glob("*.sqlite"))
        ours = portico.service(data)
        if is_new:
            portico.prepare(ours)
            fill(portico.database(data), wanted.stories, wanted.fragments)
        ours.start()
        try:
            portico.sign_in(ours)
            met = measure(ours, portico.database(data), wanted.seconds)
        finally:
            ours.stop()
    raise SystemExit(0 if met else 1)


if __name__ == "__main__":
    main()
