"""An update of a site's database: tried beforehand, killed at any moment, and taken back as docs/upgrading.md says.

PORTICO_KILLS says how often it is killed (`make update-kills`: fifty times), PORTICO_KILLS_SEED at which moments.
"""

import hashlib
import os
import random
import re
import shutil
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path

import pytest

from older_databases import ARCHIVES, check, differing, environment, fewer, portico, rows, schema, unpack
from portico import PROGRAM, ROOT, TEXTS

KILLS = int(os.environ.get("PORTICO_KILLS", "6"))
SEED = int(os.environ.get("PORTICO_KILLS_SEED", "32"))
# So many that copying, migrating and checking references each take a good part of the time.
FRAGMENTS, STORIES = 60_000, 6_000
# The oldest with all systems.
ARCHIVE = next(archive for archive in ARCHIVES if "d9cbd664" in archive.name)


def contents(folder: Path) -> dict[str, str]:
    """Every file with its content and its time."""
    return {str(file.relative_to(folder)): f"{hashlib.sha256(file.read_bytes()).hexdigest()} {file.stat().st_mtime_ns}"
            for file in folder.rglob("*") if file.is_file()}


# MARK: before an update

@pytest.mark.parametrize("archive", [ARCHIVES[0], ARCHIVE], ids=lambda archive: archive.name.removesuffix(".tar.xz"))
def test_an_update_is_tried_beforehand(archive: Path, tmp_path: Path):
    data, _ = unpack(archive, tmp_path)
    before, around = contents(data), sorted(tmp_path.iterdir())
    tried = portico(data, "migrate", "--dry-run", LC_ALL="C.UTF-8")
    assert tried.returncode == 2, tried.stderr
    assert contents(data) == before
    assert sorted(tmp_path.iterdir()) == around
    in_italian = portico(data, "migrate", "--dry-run", "--language", "it")
    assert in_italian.returncode == 2, in_italian.stderr

    done = portico(data, "migrate", LC_ALL="C.UTF-8")
    assert done.returncode == 0 and "The database is up to date: " in done.stdout, done.stderr
    assert str(data / "before-update.sqlite") in done.stdout
    with closing(sqlite3.connect(data / "portico.sqlite")) as after, closing(sqlite3.connect(data / "before-update.sqlite")) as former:
        applied, known = (sorted(name for name, in one.execute("SELECT identifier FROM grdb_migrations")) for one in (after, former))
    missing = [name for name in applied if name not in known]
    assert missing
    for language, text in (("en", tried.stdout), ("it", in_italian.stdout)):
        said = {line.split(": ")[0].strip() for line in text.splitlines() if line.startswith("  ")}
        assert said == {TEXTS[language]("migrations." + "-".join(re.findall(r"[a-z0-9]+", name.lower()))) for name in missing}

    again = portico(data, "migrate", "--dry-run", LC_ALL="C.UTF-8")
    assert again.returncode == 0 and "nothing to do" in again.stdout, again.stdout + again.stderr
    assert "nothing to do" in portico(data, "migrate", LC_ALL="C.UTF-8").stdout


@pytest.mark.parametrize("words", [["--dry-run", "--new"], ["--copy-in", "/tmp"]], ids=" ".join)
def test_a_dry_run_is_of_a_site(tmp_path: Path, words: list[str]):
    assert portico(tmp_path / "data", "migrate", *words).returncode == 64
    assert not (tmp_path / "data").exists()


# MARK: during an update

def enlarge(database: Path) -> None:
    """Adds stories without changing what is there."""
    with closing(sqlite3.connect(database)) as connection, connection:
        writer, = connection.execute("SELECT min(id) FROM writer WHERE deletedAt IS NULL").fetchone()
        first = connection.execute("SELECT max(id) FROM fragment").fetchone()[0] + 1
        words = "il mare e la notte, un faro e una lettera, il vento sulla strada " * 4
        at = "2026-11-20 08:00:00.000"
        numbers = range(first, first + FRAGMENTS)
        connection.executemany(
            "INSERT INTO fragment (id, story, parent, writer, kind, title, text, createdAt, depth) VALUES (?, ?, ?, ?, 'text', ?, ?, ?, ?)",
            [(id, story, None if id == story else id - 1, writer, f"L’isola di prima {id}" if id == story else "", words, at, id - story)
             for id in numbers for story in [first + (id - first) // (FRAGMENTS // STORIES) * (FRAGMENTS // STORIES)]])
        connection.execute(
            f"INSERT INTO story (id, createdAt, changedAt, tip, folded) SELECT id, createdAt, createdAt, id, lower(title) FROM fragment"
            f" WHERE id = story AND id >= {first}")


def applied(database: Path) -> set[str]:
    with closing(sqlite3.connect(database)) as connection:
        return {name for name, in connection.execute("SELECT identifier FROM grdb_migrations")}


def is_sound(database: Path) -> bool:
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute("PRAGMA quick_check").fetchall() == [("ok",)]


class Update:
    """A site of an older program, and what an update of it that nothing disturbs leaves and takes."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.data, _ = unpack(ARCHIVE, folder)
        # Pictures are not what is tried here.
        for name in ("pictures", "story-photos"):
            shutil.rmtree(self.data / name)
        enlarge(self.data / "portico.sqlite")
        self.old_schema, self.old_rows = schema(self.data / "portico.sqlite"), rows(self.data / "portico.sqlite")
        self.old_migrations = applied(self.data / "portico.sqlite")
        copy = self.copy("whole")
        begin = time.monotonic()
        done = portico(copy, "migrate")
        self.seconds = time.monotonic() - begin
        assert done.returncode == 0, done.stderr
        self.new_schema, self.new_rows = schema(copy / "portico.sqlite"), rows(copy / "portico.sqlite")
        self.new_migrations = applied(copy / "portico.sqlite")
        shutil.rmtree(copy)

    def copy(self, name: str) -> Path:
        return Path(shutil.copytree(self.data, self.folder / name))

    def state(self, data: Path) -> str:
        """Which of the two it is; nothing else is allowed."""
        database = data / "portico.sqlite"
        assert is_sound(database)
        now = applied(database)
        assert now in (self.old_migrations, self.new_migrations), (
            f"between the two: {len(now - self.old_migrations)} of {len(self.new_migrations - self.old_migrations)} migrations")
        if now == self.new_migrations:
            assert differing(schema(database), self.new_schema) == []
            assert fewer(self.old_rows, rows(database)) == []
            return "new"
        self.require_old(database)
        return "old"

    def require_old(self, database: Path) -> None:
        assert differing(schema(database), self.old_schema) == []
        assert rows(database) == self.old_rows


@pytest.fixture(scope="module")
def update(tmp_path_factory: pytest.TempPathFactory) -> Update:
    return Update(tmp_path_factory.mktemp("update"))


def killed(data: Path, after: float) -> bool:
    """Whether the update was still going on when it was killed."""
    process = subprocess.Popen([PROGRAM, "migrate"], cwd=ROOT, env=environment(data), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        process.wait(after)
    except subprocess.TimeoutExpired:
        process.kill()
    _, said = process.communicate()
    assert process.returncode in (0, -9), said
    return process.returncode == -9


def going_back() -> str:
    """The commands of docs/upgrading.md that bring the database back."""
    section = (ROOT / "docs/upgrading.md").read_text().split("## Going back")[1]
    commands = [line for line in re.search(r"```sh\n(.*?)```", section, re.DOTALL)[1].splitlines() if "/var/lib/portico/" in line]
    assert any("before-update.sqlite" in line for line in commands)
    return "\n".join(re.sub(r"^sudo (-u portico )?", "", line) for line in commands)


@pytest.mark.timeout(1200)
def test_an_update_that_is_killed_leaves_the_old_or_the_new(update: Update):
    chance = random.Random(SEED)
    moments = [chance.uniform(0, update.seconds) for _ in range(KILLS)]
    met = {"old": 0, "new": 0}
    for number, moment in enumerate(moments):
        data = update.copy(f"killed-{number}")
        was_killed = killed(data, moment)
        state = update.state(data)
        met[state] += 1
        copy = data / "before-update.sqlite"
        assert copy.exists() or state == "old"
        if copy.exists():
            update.require_old(copy)

        assert killed(data, 120) is False
        assert update.state(data) == "new", f"{moment} s, {was_killed}"
        assert fewer(update.new_rows, rows(data / "portico.sqlite")) == []
        assert not list(data.glob("*.new"))
        # Where it had ended already, no second update has taken the copy's place.
        update.require_old(copy)

        back = going_back().replace("/var/lib/portico", str(data))
        subprocess.run(["bash", "-euc", back], check=True)
        assert update.state(data) == "old"
        assert killed(data, 120) is False
        assert update.state(data) == "new"
        shutil.rmtree(data)
    print(f"\n{KILLS} kills within {update.seconds:.2f} s: {met['old']} left the old database, {met['new']} the new one")
    assert met["old"] > 0, "none came before the end"


# MARK: what is told

def test_a_command_that_updates_says_so(tmp_path: Path):
    data, _ = unpack(ARCHIVE, tmp_path)
    begun = portico(data, "account", "admin", LC_ALL="it_IT.UTF-8")
    assert begun.returncode == 0, begun.stderr
    assert begun.stdout.count("\n") == 1
    assert "Il database viene aggiornato con " in begun.stderr and str(data / "before-update.sqlite") in begun.stderr
    assert portico(data, "account", "admin", LC_ALL="it_IT.UTF-8").stderr == ""
