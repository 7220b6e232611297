"""The databases of `Tests/Fixtures/databases`, and what today's program makes of them."""

import lzma
import os
import sqlite3
import subprocess
import tarfile
from contextlib import closing
from pathlib import Path

from portico import PROGRAM, ROOT

ARCHIVES = sorted((ROOT / "Tests/Fixtures/databases").glob("*.tar.xz"))
# SQLite's own, which follow from the rest.
DERIVED = ("sqlite_stat", "sqlite_sequence")
# Files on their way in, kept for a day; stagedImport took the place of the table.
REPLACED = {"importFile"}


def environment(data: Path, **settings: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PORTICO_")}
    return kept | {"PORTICO_ENV": os.devnull, "PORTICO_DATA": str(data)} | settings


def portico(data: Path, *words: str, **settings: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [PROGRAM, *words], cwd=ROOT, env=environment(data, **settings), capture_output=True, text=True, timeout=120)


def unpack(archive: Path, to: Path) -> tuple[Path, Path]:
    """Its data folder, and what the program of then exported from it."""
    with lzma.open(archive) as bytes_, tarfile.open(fileobj=bytes_) as tar:
        tar.extractall(to, filter="data")
    return to / "data", to / "export"


def check(data: Path) -> None:
    checked = portico(data, "check")
    assert (checked.returncode, checked.stdout) == (0, "Everything is in order.\n"), checked.stdout + checked.stderr


def schema(database: Path) -> dict[tuple[str, str], str]:
    """Every table, index and trigger."""
    with closing(sqlite3.connect(database)) as connection:
        found = connection.execute("SELECT type, name, sql FROM sqlite_schema").fetchall()
    return {(kind, name): sql for kind, name, sql in found if not name.startswith(DERIVED)}


def differing(one: dict[tuple[str, str], str], other: dict[tuple[str, str], str]) -> list[str]:
    return [f"{kind} {name}" for kind, name in sorted(one.keys() | other.keys()) if one.get((kind, name)) != other.get((kind, name))]


def rows(database: Path) -> dict[str, int]:
    """How many each table has, but those in which a search index keeps itself."""
    with closing(sqlite3.connect(database)) as connection:
        tables = [name for name, in connection.execute("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")]
        return {name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in tables if not name.startswith(DERIVED)}


def fewer(then: dict[str, int], now: dict[str, int]) -> list[str]:
    return [f"{table} had {count} rows and has {now.get(table, 'gone')}" for table, count in then.items()
            if table not in REPLACED and now.get(table, -1) < count]
