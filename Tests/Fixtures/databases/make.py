"""Makes a database of an older Portico, as README.md beside this file says: python make.py TREE NAME

TREE is a tree of that commit with its program at .build/debug/portico; NAME.tar.xz is written beside this file. Uses lxml and vips.
"""

import io
import lzma
import os
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parents[1] / "Browser"))

from acts import ACTS
from visitor import Refused

PICTURE = re.compile(r"seed/pictures/[\w.-]+\.(?:webp|jpg|png)")


def prepared(tree: Path, folder: Path) -> Path:
    """Its own seed with fewer made answers, and three small pictures in the place of all: real ones would be most of the file."""
    shutil.copytree(tree / "seed", folder / "seed", ignore=shutil.ignore_patterns("pictures"))
    (folder / "seed/pictures").mkdir()
    originals = sorted((tree / "seed/pictures").glob("*.webp"))[:3]
    for picture in originals:
        subprocess.run(["vipsthumbnail", picture, "-s", "64", "-o", folder / "seed/pictures" / f"{picture.stem}.webp[Q=40]"], check=True)
    shutil.copy(tree / "seed.yaml", folder / "seed.yaml")
    for file in [folder / "seed.yaml", *(folder / "seed").rglob("*.yaml")]:
        file.write_text(PICTURE.sub(lambda found: f"seed/pictures/{originals[len(found[0]) % 3].stem}.webp", file.read_text()))
    thin(folder / "seed")
    return folder / "seed.yaml"


def thin(seed: Path) -> None:
    """Of what there is much of and all alike, some, and what the rest points to."""
    made = seed / "questionnaires.yaml"
    if not made.exists():
        return
    made.write_text(re.sub(r"(submissions: )5000\b", r"\g<1>40", made.read_text()))
    tales = seed / "stories-stories.yaml"
    lines = tales.read_text().splitlines(keepends=True)
    tales.write_text("".join(line for line in lines if "!include" not in line or lines.index(line) in including(lines)[:2]))
    for name, section in (("campus-timetables", None), ("campus-exam-sessions", None), ("campus-events", None), ("registry", "activities"),
                          ("registry", "courses"), ("registry", "people")):
        if (file := seed / f"{name}.yaml").exists():
            # A timetable has the key of its activity, and nothing points to one.
            others = [other.read_text() for other in seed.rglob("*.yaml") if other != file and name != "campus-timetables"]
            file.write_text(thinned(file, section, others))


def including(lines: list[str]) -> list[int]:
    return [number for number, line in enumerate(lines) if "!include" in line]


def thinned(file: Path, section: str | None, others: list[str]) -> str:
    """Without the entries of a section, one a line, that come after the first twenty and that nothing else names."""
    entry, lines = re.compile(r"\s*- \{ key: ([\w-]+)"), file.read_text().splitlines(keepends=True)
    named = Counter(word for text in [*others, *lines] for word in set(re.findall(r"[\w-]+", text)))
    kept, here, count = [], section is None, 0
    for line in lines:
        if heading := re.match(r"([a-z-]+):", line):
            here = section in (None, heading[1])
        found = entry.match(line)
        count += bool(here and found)
        if not (here and found and count > 20 and named[found[1]] == 1):
            kept.append(line)
    return "".join(kept)


class Running:
    """That program, serving on a free loopback port."""

    def __init__(self, tree: Path, data: Path, seed: Path):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.address, self.tree = f"http://127.0.0.1:{port}", tree
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("PORTICO_")} | {
            "PORTICO_HOST": "127.0.0.1", "PORTICO_PORT": str(port), "PORTICO_DATA": str(data), "PORTICO_SEED": str(seed),
            "PORTICO_SCRYPT_COST": "12", "PORTICO_CITATION_HOSTS": "example.invalid",
        }

    def __enter__(self) -> "Running":
        self.process = subprocess.Popen(
            [self.tree / ".build/debug/portico", "serve"], cwd=self.tree, env=self.environment, stderr=subprocess.DEVNULL)
        for _ in range(6000):
            try:
                with urllib.request.urlopen(f"{self.address}/health", timeout=2):
                    return self
            except OSError:
                if self.process.poll() is not None:
                    raise SystemExit(f"the program ended with {self.process.returncode}") from None
                time.sleep(0.1)
        raise SystemExit("the program does not answer")

    def __exit__(self, *_) -> None:
        self.process.terminate()
        self.process.wait(30)

    @property
    def people(self) -> list[str]:
        """Newer programs leave people out of an export unless asked."""
        asked = [self.tree / ".build/debug/portico", "seed", "file", "--help"]
        said = subprocess.run(asked, cwd=self.tree, env=self.environment, capture_output=True, text=True).stdout
        return ["--with-people"] if "--with-people" in said else []

    def command(self, *words: str) -> None:
        subprocess.run([self.tree / ".build/debug/portico", *words], cwd=self.tree, env=self.environment, check=True)


def packed(folder: Path, to: Path) -> None:
    """The same bytes each time from the same files."""
    bytes_ = io.BytesIO()
    with tarfile.open(fileobj=bytes_, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            member = archive.gettarinfo(path, str(path.relative_to(folder)))
            member.mtime, member.uid, member.gid, member.uname, member.gname, member.mode = 0, 0, 0, "", "", 0o600
            with path.open("rb") as file:
                archive.addfile(member, file)
    to.write_bytes(lzma.compress(bytes_.getvalue(), preset=9 | lzma.PRESET_EXTREME))


def main(tree: Path, name: str) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        data, packing = work / "data", work / "packing"
        data.mkdir()
        with Running(tree, data, prepared(tree, work / "seeding")) as running:
            for title, act in ACTS.items():
                try:
                    print(f"- {title}: {act(running.address, data) or 'done'}")
                except Refused as refused:
                    print(f"- {title}: NOT DONE, {refused}")
        running.command("seed", "--export", str(work / "export"), *running.people)
        shutil.rmtree(work / "export/seed/pictures", ignore_errors=True)
        for schema in (work / "export/seed").glob("schema*.json"):
            schema.unlink()
        packing.mkdir()
        with sqlite3.connect(data / "portico.sqlite", isolation_level=None) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            database.execute("VACUUM")
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.close()
        shutil.copytree(data, packing / "data", ignore=shutil.ignore_patterns("*-wal", "*-shm", "mail", "backups", "cache", "*.log"))
        shutil.copytree(work / "export", packing / "export")
        packed(packing, HERE / f"{name}.tar.xz")
        print(sorted(str(path.relative_to(packing)) for path in packing.rglob("*") if path.is_file() and "pictures" not in str(path)))
        print((HERE / f"{name}.tar.xz").stat().st_size, "bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), sys.argv[2])
