"""Commands find their site: a file of variables, no second site by mistake, a first seed file from five answers."""

import json
import os
import re
import subprocess
import urllib.request
from pathlib import Path

import pytest

from portico import PROGRAM, ROOT, Server

OUTSIDE = {name: value for name, value in os.environ.items() if not name.startswith(("PORTICO_", "LC_", "LANG"))}
FOLDERS = {"PORTICO_TEMPLATES": str(ROOT / "Templates"), "PORTICO_ASSETS": str(ROOT / "Public"), "PORTICO_SCRYPT_COST": "12"}

SEED = """site:
  name: Prova
  systems: [house]
accounts:
  - { key: capo, name: Capo, roles: [{ role: admin }] }
"""


def portico(folder: Path, *words: str, typed: str = "", **settings: str) -> subprocess.CompletedProcess:
    """As an operator types it in a folder of theirs."""
    environment = OUTSIDE | FOLDERS | {"PORTICO_ENV": os.devnull} | settings
    return subprocess.run([PROGRAM, *words], cwd=folder, env=environment, input=typed, capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize("words", [
    ["account", "capo"], ["seed", "seed.yaml"], ["seed", "apply", "seed.yaml"], ["seed", "undo"], ["seed", "--export", "out"],
    ["seed", "schema", "out", "--with-keys"], ["migrate"], ["migrate", "--dry-run"], ["backup"], ["check"], ["restore", "backup.tar"],
    ["restore", "backup.tar", "--to", "other", "--replace"],
], ids=" ".join)
def test_no_command_makes_a_second_site(tmp_path: Path, words: list[str]):
    (tmp_path / "seed.yaml").write_text(SEED)
    refused = portico(tmp_path, *words)
    assert refused.returncode == 1, refused.stderr
    assert "no site" in refused.stderr
    assert "Usage" not in refused.stderr
    assert "non c’è nessun sito" in portico(tmp_path, *words, LANG="it_IT.UTF-8").stderr
    assert [path.name for path in tmp_path.iterdir()] == ["seed.yaml"]


@pytest.mark.parametrize("command", [
    "serve", "new", "account", "backup", "restore", "check", "migrate", "routes", "config", "seed file", "seed plan", "seed apply", "seed undo",
    "seed schema", "seed watch", "seed help",
])
def test_every_command_takes_the_data_folder(tmp_path: Path, command: str):
    helped = portico(tmp_path, *command.split(), "--help")
    assert helped.returncode == 0, helped.stderr
    assert "--data" in helped.stdout
    assert "--env" in helped.stdout


def test_a_list_of_addresses_makes_no_folder(tmp_path: Path):
    listed = portico(tmp_path, "routes")
    assert listed.returncode == 0, listed.stderr
    assert "GET /sign-in" in listed.stdout
    assert not list(tmp_path.iterdir())


def test_a_new_site_is_asked_for(tmp_path: Path):
    seed, file = tmp_path / "seed.yaml", tmp_path / "portico.env"
    file.write_text(f"PORTICO_DATA={tmp_path / 'data'}\nPORTICO_URL=https://portal.example.org\n")
    seed.write_text(SEED.replace("systems", "sistems"))
    wrong = portico(tmp_path, "seed", "apply", "--new", str(seed), PORTICO_ENV=str(file))
    assert wrong.returncode == 1
    assert "sistems" in wrong.stderr
    assert not (tmp_path / "data").exists()

    seed.write_text(SEED)
    made = portico(tmp_path, "seed", "apply", "--new", str(seed), PORTICO_ENV=str(file))
    assert made.returncode == 0, made.stderr
    assert "capo: https://portal.example.org/welcome/" in made.stdout
    assert "leave --new out" in portico(tmp_path, "seed", "apply", "--new", str(seed), PORTICO_ENV=str(file)).stderr
    assert portico(tmp_path, "seed", "plan", str(seed), PORTICO_ENV=str(file)).returncode == 0

    link = portico(tmp_path, "account", "capo", PORTICO_ENV=str(file))
    assert link.stdout.startswith("https://portal.example.org/welcome/"), link.stderr
    assert portico(tmp_path, "account", "capo", "--data", str(tmp_path / "data")).stdout.startswith("http://127.0.0.1:8080/welcome/")
    unknown = portico(tmp_path, "account", "capi", PORTICO_ENV=str(file))
    assert unknown.returncode == 1
    assert unknown.stderr == "There is no account “capi”; do you mean “capo”?\n"


def test_the_file_of_variables_says_its_mistakes(tmp_path: Path):
    file = tmp_path / "portico.env"
    file.write_text("# Settings\nPORTICO_PORT=8090\n")
    said = portico(tmp_path, "config", PORTICO_ENV=str(file))
    assert f"port = 8090  (PORTICO_PORT in {file})" in said.stdout.splitlines(), said.stderr
    assert f"env = {file}  (environment, PORTICO_ENV)" in said.stdout.splitlines()
    file.write_text("PORTICO_PROT=8090\nPORTICO_DATA=data\n")
    for command in (["serve"], ["account", "capo"], ["seed", "plan"], ["new"]):
        refused = portico(tmp_path, *command, PORTICO_ENV=str(file))
        assert refused.returncode == 1
        assert f"{file}:1: there is no setting «PORTICO_PROT»; do you mean «PORTICO_PORT»?" in refused.stderr
        assert f"{file}:2: PORTICO_DATA: write the whole path" in refused.stderr


def test_a_start_with_a_missing_seed_file_makes_nothing(tmp_path: Path):
    (tmp_path / "seed.yaml").write_text(SEED)
    refused = portico(tmp_path, "serve", PORTICO_SEED=str(tmp_path / "sead.yaml"))
    assert refused.returncode == 1
    assert refused.stderr == (
        f"PORTICO_SEED names the seed file “{tmp_path}/sead.yaml”, which does not exist; do you mean “{tmp_path}/seed.yaml”? Nothing was done.\n")
    assert [path.name for path in tmp_path.iterdir()] == ["seed.yaml"]


def test_five_answers_make_a_site(tmp_path: Path):
    answers = "it\nIl mio sito\n1, campus\nCasa Sole\nAnna Capo\n"
    made = portico(tmp_path, "new", "mio", typed=answers, LANG="it_IT.UTF-8")
    assert made.returncode == 0, made.stderr
    assert made.stdout.startswith("Cinque domande"), made.stdout
    assert made.stdout.endswith(f"Ora scrivi: {PROGRAM} serve --seed mio/seed.yaml\n")
    assert "Anna Capo entra con il nome «anna-capo»" in made.stdout
    seed = tmp_path / "mio/seed.yaml"
    text = seed.read_text()
    assert portico(tmp_path, "seed", "--check", str(seed)).returncode == 0
    again = portico(tmp_path, "new", "mio", "--language", "en", typed=answers)
    assert again.returncode == 1
    assert "exists already and is not overwritten" in again.stderr
    assert seed.read_text() == text

    flags = ["--language", "en", "--name", "X", "--systems", "stories", "--place", "Y", "--administrator", "Ada Sample"]
    assert portico(tmp_path, "new", "other.yaml", *flags).returncode == 0
    assert "site:\n  name: \"X\"\n  language: en" in (tmp_path / "other.yaml").read_text()
    early = portico(tmp_path, "new", "third", typed="en\nX\n")
    assert early.returncode == 1
    assert "The answers end before question 3" in early.stderr
    assert not (tmp_path / "third").exists()

    server = Server(tmp_path / "data", tmp_path / "new.log", PORTICO_SEED=str(seed)).start()
    try:
        with urllib.request.urlopen(server.address + "/campus/news") as page:
            assert "Benvenuti" in page.read().decode()
    finally:
        assert server.stop() == 0
    log = server.log.read_text()
    assert f"This is the first start: a new site is made in {tmp_path / 'data'}." in log
    assert re.search(rf"No administrator can sign in yet\. .* {server.address}/welcome/[\w-]{{43}}\n", log)
    planned = portico(tmp_path, "new", "fourth", *flags, PORTICO_DATA=str(tmp_path / "data"))
    assert planned.stdout.endswith(f"Now type: {PROGRAM} seed plan fourth/seed.yaml\n"), planned.stderr


DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *sorted((ROOT / "docs").glob("*.md"))]
# A command within the program, which no person types.
INTERNAL = {"evaluate"}


def printed(text: str) -> list[str]:
    """The command lines of a document, from its blocks and its sentences, without what comes before the program's name."""
    blocks = [line.split(" #")[0] for block in re.findall(r"^ *```sh\n(.*?)^ *```", text, re.M | re.S) for line in block.replace("\\\n", " ").splitlines()]
    sentences = re.findall(r"`([^`\n]+(?:\n[^`\n]+)?)`", re.sub(r"^ *```.*?^ *```", "", text, flags=re.M | re.S))
    lines = [" ".join(line.split()) for line in blocks + sentences]
    return [found[1] for line in lines if (found := re.match(r"(?:sudo )?(?:-u \S+ )?(?:/\S*/bin/)?portico (.+)", line))]


def wrong(line: str, command: dict) -> str | None:
    """What of a command line the program does not take; None if it takes all."""
    words = line.replace('"$PWD"', ".").split()
    while words:
        known = {one["commandName"]: one for one in command.get("subcommands", [])}
        if words[0] in known:
            command = known[words.pop(0)]
        elif "defaultSubcommand" in command:
            command = known[command["defaultSubcommand"]]
        elif known and not words[0].startswith("-") and command["commandName"] != "help":
            return words[0]
        else:
            break
    names = {("--" if name["kind"] == "long" else "-") + name["name"] for one in command.get("arguments", []) for name in one.get("names", [])}
    unknown = [word for word in words if word.startswith("-") and word.split("=")[0] not in names | {"--version"}]
    return unknown[0] if unknown else None


def test_every_command_of_the_documents_is_one(tmp_path: Path):
    root = json.loads(portico(tmp_path, "--experimental-dump-help").stdout)["command"]
    lines = [(file.name, line) for file in DOCUMENTS for line in printed(file.read_text()) if line.split()[0] not in INTERNAL]
    assert len(lines) > 60
    assert [(name, line, word) for name, line in lines if (word := wrong(line, root))] == []
    assert wrong("seed plan --frobnicate", root) == "--frobnicate"
    assert wrong("frobnicate", root) == "frobnicate"
