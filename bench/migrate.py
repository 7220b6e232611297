"""An update of a large site, against the release build: a million fragments in the schema of an older program.

    bench/.venv/bin/python bench/migrate.py [--archive 2026-11-22-d9cbd664] [--stories 20000] [--fragments 1000000] [--data folder]

The site is that of an archive of Tests/Fixtures/databases, enlarged in its own schema. `portico migrate`, with its copy of the database from before,
takes under a minute. What `portico migrate --dry-run` takes and foretells is measured beside it, without a bar. PORTICO_PROGRAM names another
program than the release build. With --data the older site is kept there and used again.
"""

import argparse
import os
import re
import shutil
import sqlite3
import subprocess
import tarfile
import tempfile
import time
from contextlib import closing
from pathlib import Path

import stories
from portico import PROGRAM, ROOT

SECONDS = 60
# In these nothing may be lost.
TABLES = ("fragment", "story", "vote", "writer", "follow", "moderationCase", "fragmentReport", "product", "audit")


def older_site(archive: str, folder: Path, number_of_stories: int, fragments: int) -> Path:
    if not (folder / "data").exists():
        with tarfile.open(ROOT / f"Tests/Fixtures/databases/{archive}.tar.xz") as tar:
            tar.extractall(folder, filter="data")
        stories.fill(folder / "data/portico.sqlite", number_of_stories, fragments)
    return folder / "data"


def counts(file: Path) -> dict[str, int]:
    with closing(sqlite3.connect(file)) as connection:
        return {table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in TABLES}


def run(data: Path, *words: str) -> tuple[int, float, int, str]:
    """The exit code, the seconds, the largest memory in MB, and what it says."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PORTICO_")}
    environment |= {"PORTICO_ENV": os.devnull, "PORTICO_DATA": str(data), "LC_ALL": "C.UTF-8"}
    begin = time.perf_counter()
    process = subprocess.Popen([PROGRAM, *words], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
    said = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, time.perf_counter() - begin, usage.ru_maxrss >> 10, said


def measure(older: Path, data: Path) -> bool:
    shutil.copytree(older, data)
    size, before = (data / "portico.sqlite").stat().st_size, counts(data / "portico.sqlite")
    print(f"{before['fragment']:,} fragments in {before['story']:,} stories, {size >> 20} MB; {PROGRAM}", flush=True)

    code, seconds, memory, said = run(data, "migrate", "--dry-run")
    assert code == 2, said
    foretold = float(re.search(r"takes about ([\d.]+) s", said)[1])
    print(f"portico migrate --dry-run: {seconds:.1f} s, {memory} MB of memory; foretells {foretold:g} s", flush=True)
    for line in sorted(re.findall(r"^  .*, [\d.]+ s$", said, re.MULTILINE), key=lambda line: -float(line.split()[-2]))[:5]:
        print(line)

    code, seconds, memory, said = run(data, "migrate")
    assert code == 0, said
    met = seconds < SECONDS
    print(f"portico migrate: {seconds:.1f} s, {memory} MB of memory; under {SECONDS}: {'met' if met else 'MISSED'}", flush=True)

    after = counts(data / "portico.sqlite")
    assert all(after[table] >= before[table] for table in TABLES), f"{before} became {after}"
    assert counts(data / "before-update.sqlite") == before
    with closing(sqlite3.connect(data / "portico.sqlite")) as connection:
        assert connection.execute("PRAGMA quick_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    return met


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--archive", default="2026-11-22-d9cbd664")
    parser.add_argument("--stories", type=int, default=20_000)
    parser.add_argument("--fragments", type=int, default=1_000_000)
    parser.add_argument("--data", type=Path)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        kept = wanted.data or Path(temporary, "kept")
        kept.mkdir(parents=True, exist_ok=True)
        met = measure(older_site(wanted.archive, kept, wanted.stories, wanted.fragments), Path(temporary, "data"))
    raise SystemExit(0 if met else 1)


if __name__ == "__main__":
    main()
