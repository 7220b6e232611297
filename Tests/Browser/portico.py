"""The real program on a free loopback port, with a copy of a freshly seeded data folder."""

import contextlib
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
OUT = Path(__file__).resolve().parent / "out"
PROGRAM = Path(os.environ.get("PORTICO_PROGRAM", ROOT / ".build/debug/portico"))
DEMO_PASSWORD = "portico-demo-account"

SEEDING_SECONDS = 300
STARTING_SECONDS = 30
STOPPING_SECONDS = 15


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """Running from `start` to `stop`; everything it says is kept in `log`."""

    command = ["serve"]

    def __init__(self, data: Path, log: Path, **settings: str):
        self.data = data
        self.settings = settings
        self.log = log
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen | None = None

    def start(self, within: float = STARTING_SECONDS) -> "Server":
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PORTICO_")} | {
            "PORTICO_ENV": os.devnull,
            "PORTICO_HOST": "127.0.0.1",
            "PORTICO_PORT": str(self.port),
            "PORTICO_DATA": str(self.data),
            "PORTICO_SEED": str(ROOT / "seed.yaml"),
            # At its full cost the unoptimised build needs seconds for each password.
            "PORTICO_SCRYPT_COST": "12",
        } | self.settings
        with self.log.open("ab") as log:
            self.process = subprocess.Popen([PROGRAM, *self.command], cwd=ROOT, env=environment, stdout=log, stderr=log)
        deadline = time.monotonic() + within
        while not self.is_healthy():
            if self.process.poll() is not None:
                raise RuntimeError(f"portico ended with {self.process.returncode} instead of serving:\n{self.last_words()}")
            if time.monotonic() > deadline:
                self.process.kill()
                raise RuntimeError(f"portico did not answer /health within {within} s:\n{self.last_words()}")
            time.sleep(0.05)
        self.confirm_address()
        return self

    def confirm_address(self) -> None:
        """As an administrator does in the browser: until then messages with links wait."""
        database = sqlite3.connect(self.data / "portico.sqlite", timeout=10)
        with database:
            database.execute("UPDATE siteIdentity SET address = ?", [self.address])
        database.close()

    def is_healthy(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}/health", timeout=2) as answer:
                return answer.status == 200
        except (urllib.error.URLError, OSError):
            return False

    def stop(self) -> int:
        """Asks as systemd does, and gives back the exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(STOPPING_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise RuntimeError(f"portico did not stop within {STOPPING_SECONDS} s of SIGTERM:\n{self.last_words()}") from None

    def last_words(self) -> str:
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-40:])


def seed_into(folder: Path) -> None:
    """Fills an empty data folder from seed.yaml by the first start, once for all tests of a run."""
    folder.mkdir(parents=True)
    server = Server(folder, folder.parent / "seeding.log").start(within=SEEDING_SECONDS)
    code = server.stop()
    assert code == 0, f"portico ended with {code} after seeding:\n{server.last_words()}"


def copy_of(seeded: Path, to: Path) -> Path:
    shutil.copytree(seeded, to)
    # A copy is quiet until an administrator says which site it is; this one is the site.
    with contextlib.closing(sqlite3.connect(to / "portico.sqlite")) as connection, connection:
        connection.execute("UPDATE siteIdentity SET place = NULL")
    return to


# What the tests know of the site comes from its own files.

class SeedLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
    """YAML with the seed's `!include other.yaml`, relative to the folder of the file that was read first."""

    def __init__(self, stream, folder: Path):
        super().__init__(stream)
        self.folder = folder


def _include(loader: SeedLoader, node: yaml.Node):
    return load_yaml(loader.folder / loader.construct_scalar(node), loader.folder)


SeedLoader.add_constructor("!include", _include)


def load_yaml(path: Path, folder: Path | None = None):
    with path.open(encoding="utf-8") as stream:
        loader = SeedLoader(stream, folder or path.parent)
        try:
            return loader.get_single_data()
        finally:
            loader.dispose()


def demo_accounts() -> list[str]:
    """The sign-in names of the seed's demo accounts, the administrator first."""
    names = [account["key"] for account in load_yaml(ROOT / "seed.yaml")["accounts"] if account.get("demo")]
    return sorted(names, key=lambda name: (name != "admin", name))


class Texts:
    """The interface texts of one language: `texts("accounts.sign_in")`."""

    def __init__(self, language: str):
        self.language = language
        self.all: dict[str, str] = {}
        folder = ROOT / "Templates/texts"
        for file in [folder / f"{language}.yaml", *sorted((folder / language).glob("*.yaml"))]:
            self._flatten("", load_yaml(file))

    def _flatten(self, prefix: str, value) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                self._flatten(f"{prefix}.{key}" if prefix else str(key), inner)
        else:
            self.all[prefix] = str(value)

    def __call__(self, key: str, **values: str) -> str:
        return re.sub(r"\{(\w+)\}", lambda match: values.get(match[1], match[0]), self.all[key])

    def pattern(self, key: str) -> re.Pattern:
        """The whole text, with anything in the places of its values."""
        return re.compile("^" + re.sub(r"\\\{\w+\\\}", ".+", re.escape(self.all[key])) + "$")


TEXTS = {language: Texts(language) for language in ("it", "en")}
