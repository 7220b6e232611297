"""Questionnaires on a busy day, against the release build: the opening day, the results of a whole university, and sending.

    bench/.venv/bin/python bench/questionnaires.py [--students 20000] [--arriving 2000] [--seconds 300] [--submissions 100000] [--only-results]

Sending: answers sent by the web service, each a durable commit, the server on one core; 200 a second are asked. Opening day: of all students
some arrive within five minutes and fill in every page to the receipt; no error, and the 95th percentile of all answers under 100 ms. Results:
the page of one degree in one year among so many submissions, and its figures as a file; under 300 ms each.
"""

import argparse
import hashlib
import http.client
import json
import os
import re
import secrets
import sqlite3
import statistics
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

import portico
from measure import Service

RATE, PERCENTILE, RESULTS = 200, 0.100, 0.300
PATTERN = "800101"
NOW, LATER = "2026-01-01 00:00:00.000", "2999-01-01 00:00:00.000"


def copy(connection: sqlite3.Connection, table: str, original: dict, changes: dict) -> int:
    row = {name: value for name, value in original.items() if name != "id"} | changes
    sql = f"INSERT INTO {table} ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})"
    return connection.execute(sql, list(row.values())).lastrowid


def enrol(file: Path, count: int) -> list[str]:
    """Students like one of the seed, each with an account that is signed in; gives back the tokens of their sessions."""
    with sqlite3.connect(file) as connection:
        connection.row_factory = sqlite3.Row
        original = dict(connection.execute("SELECT * FROM student WHERE number = ?", [PATTERN]).fetchone())
        columns = [row[1] for row in connection.execute("PRAGMA table_info(student)")]
        activities = [row[0] for row in connection.execute("SELECT activity FROM recordBook WHERE student = ?", [original["id"]])]
        tokens = []
        for number in range(count):
            name, token = f"bench-{number}", secrets.token_urlsafe(32)
            names = {"key": name, "number": f"9{number:06}", "account": name, "folded": f"{name} {number}", "words": name}
            student = copy(connection, "student", original, {key: value for key, value in names.items() if key in columns})
            connection.executemany("INSERT INTO recordBook (student, activity) VALUES (?, ?)", [(student, one) for one in activities])
            account = connection.execute(
                "INSERT INTO account (key, name, language, createdAt, updatedAt) VALUES (?, ?, 'it', ?, ?)", [name, name, NOW, NOW]).lastrowid
            connection.execute("INSERT INTO roleAssignment (accountID, role) VALUES (?, 'student')", [account])
            connection.execute(
                "INSERT INTO session (tokenHash, accountID, createdAt, seenAt, expiresAt, address, device) VALUES (?, ?, ?, ?, ?, '', '')",
                [hashlib.sha256(token.encode()).digest(), account, time.strftime("%F %T.000", time.gmtime()),
                 time.strftime("%F %T.000", time.gmtime()), LATER])
            tokens.append(token)
    connection.close()
    return tokens


def answer_all(file: Path, count: int) -> str:
    """Submissions of the first version of the teaching evaluation, over 40 activities of five degrees, counted as the program counts what is
    sent; gives back the address of their results, cut by year and degree."""
    with sqlite3.connect(file) as connection:
        version, questionnaire = connection.execute(
            "SELECT v.id, q.id FROM questionnaireVersion v JOIN questionnaire q ON q.id = v.questionnaire WHERE q.key = 'valdid' AND number = 1"
        ).fetchone()
        year, degrees = connection.execute("SELECT min(id) FROM academicYear").fetchone()[0], [1, 2, 3, 4, 5]
        choices: dict[int, list[int]] = {}
        written: dict[str, tuple[int, int]] = {}
        for question, answer, format in connection.execute(
                "SELECT parent, id, format FROM element WHERE version = ? AND kind = 'answer' ORDER BY position", [version]):
            if format == "fixed":
                choices.setdefault(question, []).append(answer)
            elif question not in choices:
                written[format] = (question, answer)
        attendance = connection.execute(
            "SELECT element FROM elementTag JOIN element ON element.id = element WHERE tag = 'attendance' AND version = ?", [version]).fetchone()[0]
        triggers = {row[0] for row in connection.execute("SELECT answer FROM elementCondition WHERE version = ?", [version])}
        groups: Counter = Counter()
        counts: Counter = Counter()
        for number in range(count):
            id, activity, turn = secrets.token_urlsafe(32), number % 40, number // 40
            said = [(question, answers[(turn + question) % len(answers)], "") for question, answers in choices.items()]
            said.append((*written["number"], str(turn % 40)))
            said.append((*written["day"], f"2026-{turn % 12 + 1:02}-{turn % 28 + 1:02}"))
            text = [(*written["text"], f"Testo {number} di prova, lungo come una frase.")] if number % 3 == 0 else []
            attended = next(answer for question, answer, _ in said if question == attendance)
            place = f"y{year}.d{degrees[activity % 5]}.a{1_000 + activity}.g{attended}"
            chosen = sorted(answer for _, answer, _ in said if answer in triggers)
            groups[version, place, ",".join(map(str, chosen))] += 1
            for question, answer, value in said + [(question, answer, "") for question, answer, _ in text]:
                counts[version, place, question, answer, value] += 1
                counts[version, place, question, 0, ""] += 1
            connection.execute(
                "INSERT INTO compilation (id, questionnaire, version, place) VALUES (?, ?, ?, ?)", [id, questionnaire, version, place])
            connection.executemany(
                "INSERT INTO compilationAnswer (compilation, question, answer, value) VALUES (?, ?, ?, ?)",
                [(id, question, answer, value or None) for question, answer, value in said + text])
            tags = {"academicYear": year, "degree": degrees[activity % 5], "activity": 1_000 + activity}
            connection.executemany("INSERT INTO compilationTag (compilation, tag, value) VALUES (?, ?, ?)",
                                   [(id, tag, str(value)) for tag, value in tags.items()])
        for table, rows in (("resultGroup", groups), ("resultCount", counts)):
            for key, more in rows.items():
                connection.execute(
                    f"INSERT INTO {table} VALUES ({', '.join('?' * len(key))}, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count",
                    [*key, more])
        connection.execute("ANALYZE")
    connection.close()
    return f"/admin/questionnaires/questionnaires/{questionnaire}/results?version=1&part=y{year}.d{degrees[0]}"


class Student:
    """One who is signed in, with a connection that stays open, and the seconds that each answer took."""

    def __init__(self, ours: Service, cookie: str, token: str):
        self.connection = http.client.HTTPConnection("127.0.0.1", ours.port, timeout=60)
        self.headers = {"Cookie": f"{cookie}={token}", "Accept-Language": "it"} | ours.same_origin()
        self.seconds: list[float] = []

    def ask(self, method: str, path: str, body: str | None = None, kind: str = "application/x-www-form-urlencoded"):
        begin = time.perf_counter()
        self.connection.request(method, path, body, self.headers | ({"Content-Type": kind} if body is not None else {}))
        answer = self.connection.getresponse()
        text = answer.read().decode()
        self.seconds.append(time.perf_counter() - begin)
        return answer.status, answer.getheader("location") or "", text

    def message(self) -> tuple[str, str]:
        """An offer with the answers to everything it asks, as the web service takes them."""
        offer = next(row for row in json.loads(self.ask("GET", "/ws/questionari")[2]) if row["STATO_COMPILAZIONE"] == "DA_COMPILARE")
        id, address = offer["QUESTIONARIO_ID"], f"/ws/questionari/{offer['QUESTIONARIO_ID']}"
        rows = json.loads(self.ask("GET", f"{address}/quesiti?OFFERTA_ID={offer['OFFERTA_ID']}")[2])
        chosen = {row["PARENT_QUESITO_ID"]: row["QUESITO_ID"] for row in reversed(rows) if row["TIPO_FORMATO_COD"] == "TL_RSP_TFB"}
        # One address may hold 250 connections.
        self.connection.close()
        answers = [{"DOMANDA_ID": question, "RISPOSTA_ID": answer, "VALORE": None} for question, answer in chosen.items()]
        return address + "/compilazioni", json.dumps(
            {"OFFERTA_ID": offer["OFFERTA_ID"], "QUESTIONARIO_ID": id, "VERSIONE": offer["VERSIONE"], "NONCE": secrets.token_hex(8),
             "RISPOSTE": answers})

    def send(self, message: tuple[str, str]) -> int:
        """The status that such answers get."""
        status = self.ask("POST", *message, "application/json")[0]
        self.connection.close()
        return status

    def fill_in(self) -> bool:
        """From the list to the receipt, as without script."""
        text = self.ask("GET", "/questionnaires")[2]
        address = re.search(r"/questionnaires/offers/[\w-]{43}", text)[0]
        path = re.search(rf'href="({address}/pages/\d+)"', self.ask("GET", address)[2])[1]
        for _ in range(20):
            text = self.ask("GET", path)[2]
            if path.endswith("/summary"):
                break
            fields = [("act", "next")] + [("q", id) for id in re.findall(r'name="q" value="(\d+)"', text)]
            chosen = {name: value for name, value in reversed(re.findall(r'type="radio" name="(d_\d+)" value="(\d+)"', text))}
            status, path, _ = self.ask("POST", path, urlencode(fields + list(chosen.items())))
            if status != 303:
                return False
        form = dict(re.findall(r'name="(nonce|version)" value="([^"]+)"', text))
        status, location, _ = self.ask("POST", address + "/sending", urlencode(form))
        return status == 303 and location.endswith("/receipt")


def sending(ours: Service, cookie: str, tokens: list[str]) -> bool:
    students = [Student(ours, cookie, token) for token in tokens]
    with ThreadPoolExecutor(16) as pool:
        messages = list(pool.map(Student.message, students))
        begin = time.perf_counter()
        answers = list(pool.map(Student.send, students, messages))
        seconds = time.perf_counter() - begin
    wrong = sum(status != 201 for status in answers)
    rate = len(answers) / seconds
    print(f"sending: {rate:,.0f} a second, {wrong} refused; at least {RATE}: {'met' if rate >= RATE and not wrong else 'MISSED'}")
    return rate >= RATE and not wrong


def opening_day(ours: Service, cookie: str, tokens: list[str], seconds: float) -> bool:
    students, done = [Student(ours, cookie, token) for token in tokens], []
    threads = []
    for number, student in enumerate(students):
        def come(student=student, wait=seconds * number / len(students)):
            time.sleep(wait)
            try:
                done.append(student.fill_in())
            except (OSError, TypeError, http.client.HTTPException):
                done.append(False)
        threads.append(threading.Thread(target=come))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    times = sorted(time for student in students for time in student.seconds)
    percentile = times[int(len(times) * 0.95)]
    met = all(done) and percentile <= PERCENTILE
    print(f"opening day: {len(students):,} students, {len(times):,} answers, {done.count(False)} failed, 95th percentile "
          f"{percentile * 1000:.0f} ms; at most {PERCENTILE * 1000:g}: {'met' if met else 'MISSED'}")
    return met


def results(ours: Service, page: str, submissions: int) -> bool:
    """The page of one degree in one year, and what it shows as a file of figures."""
    portico.sign_in(ours)
    met = True
    for name, address, part in (("page", page, "<table"), ("figures", page.replace("?", "/figures.csv?"), "answered")):
        times = []
        for _ in range(5):
            begin = time.perf_counter()
            answer = ours.get(address)
            times.append(time.perf_counter() - begin)
            assert answer.status == 200 and part in answer.text, f"the results answer {answer.status}"
        median = statistics.median(times)
        met = met and median <= RESULTS
        print(f"results of {submissions:,} submissions by year and degree, {name}: {median * 1000:.0f} ms, at most {RESULTS * 1000:g}: "
              + ("met" if median <= RESULTS else "MISSED"))
    return met


@contextmanager
def running(ours: Service):
    ours.start()
    try:
        yield
    finally:
        ours.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--students", type=int, default=20_000)
    parser.add_argument("--arriving", type=int, default=2_000)
    parser.add_argument("--sending", type=int, default=2_000)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--submissions", type=int, default=100_000)
    parser.add_argument("--only-results", action="store_true")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "portico"
        ours = portico.service(data)
        portico.prepare(ours)
        if wanted.only_results:
            page = answer_all(portico.database(data), wanted.submissions)
            with running(ours):
                raise SystemExit(0 if results(ours, page, wanted.submissions) else 1)
        tokens = enrol(portico.database(data), max(wanted.students, wanted.arriving + wanted.sending))
        page = answer_all(portico.database(data), wanted.submissions)
        with running(ours):
            cookie = next(iter(ours.post("/sign-in", urlencode({"name": "student", "password": "portico-demo-account"})).cookies))
            met = [opening_day(ours, cookie, tokens[wanted.sending:wanted.sending + wanted.arriving], wanted.seconds)]
            met.append(results(ours, page, wanted.submissions))
        ours.command = ["taskset", "-c", str(min(os.sched_getaffinity(0))), *ours.command]
        with running(ours):
            met.append(sending(ours, cookie, tokens[:wanted.sending]))
    raise SystemExit(0 if all(met) else 1)


if __name__ == "__main__":
    main()
