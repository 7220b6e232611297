"""Settings from flags, the environment and a file, as the program itself takes them."""

import os
import subprocess
from pathlib import Path

import pytest

from portico import PROGRAM, ROOT, Server, copy_of

OUTSIDE = {name: value for name, value in os.environ.items() if not name.startswith("PORTICO_")}


def portico(*words: str, **settings: str) -> subprocess.CompletedProcess:
    return subprocess.run([PROGRAM, *words], cwd=ROOT, env=OUTSIDE | settings, capture_output=True, text=True, timeout=60)


def test_every_setting_says_where_it_comes_from(tmp_path: Path):
    file = tmp_path / "portico.yaml"
    file.write_text("port: 3\nmetrics-token: a-secret-of-twenty-letters\nmail-from: a@example.org\n")
    said = portico("config", "--config", str(file), "--port", "5", PORTICO_PORT="4", PORTICO_HOST="localhost")
    assert said.returncode == 0, said.stderr
    lines = said.stdout.splitlines()
    assert "port = 5  (flag --port)" in lines
    assert "host = localhost  (environment, PORTICO_HOST)" in lines
    assert f"mail-from = a@example.org  (file {file})" in lines
    assert f"metrics-token = (hidden)  (file {file})" in lines
    assert "data = data  (default)" in lines
    assert "a-secret" not in said.stdout


def test_mistakes_are_named_at_once(tmp_path: Path):
    file = tmp_path / "portico.yaml"
    file.write_text("prot: 3\n")
    for command in ("config", "serve", "migrate", "check"):
        refused = portico(command, "--config", str(file), "--port", "x", PORTICO_HOTS="localhost")
        assert refused.returncode == 1
        for part in ("--port: «x» is not a port", "do you mean «PORTICO_HOST»?", "portico.yaml:1: there is no setting «prot»; do you mean «port»?"):
            assert part in refused.stderr, (command, refused.stderr)


def test_mistakes_are_named_in_the_language_of_the_terminal():
    none = {"LC_ALL": "", "LC_MESSAGES": "", "LANGUAGE": ""}
    terminals = [(["config"], {"LANG": "it_IT.UTF-8"}), (["config"], {"LANG": "en_US.UTF-8", "LANGUAGE": "it:en"}),
                 (["config", "--language", "it"], {"LANG": "en_US.UTF-8"})]
    for words, settings in terminals:
        refused = portico(*words, "--port", "x", **none | settings)
        assert refused.returncode == 1
        assert refused.stderr.startswith("portico non può partire:\n"), refused.stderr
        assert "--port: «x» non è una porta fra 0 e 65535" in refused.stderr
    said = portico("config", "--language", "it")
    assert "porta su cui ascolta: una porta fra 0 e 65535" in said.stdout
    assert portico("account", "nessuno", "--language", "it", "--data", "/nowhere").stderr.startswith("In «/nowhere», indicata da --data")


def test_nothing_in_a_name_reaches_the_terminal():
    refused = portico("config", "--language", "en", "--port", "\x1b[31m8")
    assert "--port: «\\u001B[31m8» is not a port" in refused.stderr


def test_the_help_speaks_the_language_of_the_terminal():
    italian = portico("seed", "plan", "--help", LANG="it_IT.UTF-8", LC_ALL="", LC_MESSAGES="", LANGUAGE="")
    assert "Dice che cosa farebbe «apply», con valori vecchi e nuovi" in italian.stdout
    assert "porta su cui ascolta" in italian.stdout
    for part in ("\nUSO: portico seed plan [<opzioni>] [<file>]\n", "\nARGOMENTI:\n", "\nIMPOSTAZIONI:\n", "Mostra questo aiuto."):
        assert part in italian.stdout
    # Without the texts the help is in English, and the same as with them.
    english = {"LANG": "en_US.UTF-8", "LC_ALL": "", "LC_MESSAGES": "", "LANGUAGE": ""}
    for command in (["--help"], ["backup", "--help"], ["seed", "--help"]):
        assert portico(*command, **english).stdout == portico(*command, **english, PORTICO_TEMPLATES="/nowhere").stdout
    refused = portico("backup", "--keep", "0", LANG="it_IT.UTF-8", LC_ALL="", LC_MESSAGES="", LANGUAGE="")
    assert "--keep è 1 o più" in refused.stderr


@pytest.mark.parametrize("words, said", [
    (["seed", "schema"], "Manca l’argomento «<folder>»\nAiuto:  <folder>  La cartella: quella dei file inclusi, seed.\nUso: portico seed schema [<opzioni>] <folder>"),
    (["seed", "plan", "a", "b"], "Argomento di troppo: «b»"), (["serve", "--frobnicate"], "L’opzione «--frobnicate» non esiste\n"),
    (["serve", "--prot", "3"], "L’opzione «--prot» non esiste; intendi «--port»?"), (["serve", "--port"], "Manca il valore di «--port <value>»"),
    (["check", "--repair=x"], "L’opzione «--repair» non ha un valore, ma c’è scritto «x»."),
    (["backup", "--keep", "x", "--to", "y"], "Il valore «x» non va bene per «--keep <number>»"),
    (["frobnicate"], "Il comando «frobnicate» non esiste; «portico help» li nomina tutti."), (["sead", "plan"], "Il comando «sead» non esiste; intendi «seed»?"),
], ids=" ".join)
def test_a_refused_command_line_is_refused_in_the_language_of_the_terminal(words: list[str], said: str):
    refused = portico(*words, LANG="it_IT.UTF-8", LC_ALL="", LC_MESSAGES="", LANGUAGE="")
    assert refused.returncode == 64
    assert refused.stderr.startswith(f"Errore: {said}"), refused.stderr
    assert "Uso: portico " in refused.stderr and refused.stderr.endswith("--help» dice di più.\n"), refused.stderr
    english = portico(*words, LANG="en_US.UTF-8", LC_ALL="", LC_MESSAGES="", LANGUAGE="")
    assert english.stderr.startswith("Error: ") and "\nUsage: portico " in english.stderr, english.stderr


def test_an_unknown_flag_is_refused_with_the_nearest():
    refused = portico("serve", "--prot", "3")
    assert refused.returncode == 64
    assert "--port" in refused.stderr


def test_the_parent_process_listens_where_the_file_says(seeded: Path, tmp_path: Path):
    file = tmp_path / "portico.yaml"
    server = Server(copy_of(seeded, tmp_path / "data"), tmp_path / "settings.log", PORTICO_PORT="", PORTICO_CONFIG=str(file))
    file.write_text(f"port: {server.port}\n")
    server.start()
    try:
        assert server.process is not None
        children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
        assert len(children) == 1
        environment = Path(f"/proc/{children[0]}/environ").read_bytes().split(b"\0")
        supervised = next(entry for entry in environment if entry.startswith(b"PORTICO_SUPERVISED="))
        assert int(supervised.split(b"=")[1].split()[0]) >= 0, "the parent passes its socket on"
    finally:
        assert server.stop() == 0
