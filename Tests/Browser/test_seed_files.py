"""`portico seed plan`, `apply` and `undo` as an operator types them: what they say, and how they end."""

import json
import os
import sqlite3
import subprocess
from pathlib import Path

from portico import PROGRAM, ROOT

SEED = """site:
  name: Prova
  systems: [house]
accounts:
  - { key: capo, name: Capo, demo: true, password: portico-demo-account, roles: [{ role: admin }] }
house:
  houses:
    - key: verde
      name: Casa Verde
      zone: Europe/Rome
      contents:
        shops:
          - { key: forno, name: Forno, radius: 200 }
"""


def environment(data: Path, language: str = "en") -> dict[str, str]:
    outside = {name: value for name, value in os.environ.items() if not name.startswith(("PORTICO_", "LC_"))}
    return outside | {"PORTICO_DATA": str(data), "PORTICO_SCRYPT_COST": "12", "LANG": language}


def portico(data: Path, *words: str, language: str = "en") -> subprocess.CompletedProcess:
    return subprocess.run(
        [PROGRAM, "seed", *words], cwd=ROOT, env=environment(data, language), capture_output=True, text=True, timeout=120)


def people_change(data: Path, sql: str) -> None:
    database = sqlite3.connect(data / "portico.sqlite", timeout=10)
    with database:
        database.execute(sql)
    database.close()


def test_plan_apply_and_undo_end_as_they_say(tmp_path: Path) -> None:
    data, seed, plan = tmp_path / "data", tmp_path / "seed.yaml", tmp_path / "plan.json"
    seed.write_text(SEED)

    planned = portico(data, "plan", str(seed))
    assert planned.returncode == 2, planned.stderr
    assert "+ verde/house.shops forno" in planned.stdout
    assert not data.exists()

    assert portico(data, str(seed)).returncode == 1
    assert not data.exists()
    assert portico(data, "--new", str(seed)).returncode == 0
    assert portico(data, "plan", str(seed)).returncode == 0

    seed.write_text(SEED.replace("radius: 200", "radius: 300"))
    planned = portico(data, "plan", "--json", str(seed))
    assert planned.returncode == 2, planned.stderr
    change = json.loads(planned.stdout)["plan"]["lists"][0]["changes"][0]
    assert change == {"act": "change", "key": "forno", "fields": [{"field": "radius", "site": 200, "file": 300}]}
    plan.write_text(planned.stdout)

    assert "--force" in portico(data, "apply", "--force", str(plan)).stderr
    applied = portico(data, "apply", str(plan))
    assert applied.returncode == 0, applied.stderr
    backup = Path(applied.stdout.splitlines()[0].removeprefix("Backup: "))
    assert backup.exists()
    moved = portico(data, "apply", str(plan))
    assert moved.returncode != 0
    assert "make a new plan" in moved.stderr

    people_change(data, "UPDATE shop SET radius = 250")
    seed.write_text(SEED.replace("radius: 200", "radius: 400"))
    refused = portico(data, "plan", str(seed))
    assert refused.returncode == 1
    assert f"{seed}:13:48: conflict: radius: this file says 400, people changed the site to 250, last written 300" in refused.stderr
    assert portico(data, str(seed)).returncode == 1
    assert portico(data, "apply", "--keep-people", str(seed)).returncode == 0
    assert portico(data, "plan", str(seed)).returncode == 0

    seed.write_text(SEED.replace("radius: 200", "radius: 400").replace("name: Forno", "name: Panificio"))
    assert portico(data, "apply", str(seed)).returncode == 0
    undone = portico(data, "undo")
    assert undone.returncode == 0, undone.stderr
    assert "Took back 1 record of «seed»." in undone.stdout
    assert portico(data, "undo").returncode != 0

    seed.write_text(SEED.replace("radius", "radios"))
    wrong = portico(data, "plan", str(seed))
    assert wrong.returncode == 1
    assert "did you mean 'radius'?" in wrong.stderr


def test_the_first_application_is_undone_without_a_backup(tmp_path: Path) -> None:
    data, seed = tmp_path / "data", tmp_path / "seed.yaml"
    seed.write_text(SEED)
    applied = portico(data, "apply", "--new", str(seed))
    assert applied.returncode == 0, applied.stderr
    assert "Backup" not in applied.stdout
    assert "«portico seed undo» takes it back." in applied.stdout
    undone = portico(data, "undo")
    assert "Took back 2 records of «seed»." in undone.stdout
    assert "accounts: stays as it is; there is no backup from before." in undone.stdout
    again = portico(data, "plan", str(seed))
    assert again.returncode == 2, again.stdout + again.stderr
    assert "back from the trash" in again.stdout


def test_everything_is_said_in_italian(tmp_path: Path) -> None:
    data, seed = tmp_path / "data", tmp_path / "seed.yaml"
    seed.write_text(SEED)
    planned = portico(data, "plan", str(seed), language="it_IT.UTF-8")
    assert "1 aggiunti" in planned.stdout and "in tutto" in planned.stdout
    assert portico(data, "--new", str(seed), language="it").returncode == 0
    seed.write_text(SEED.replace("radius: 200", "radius: 300"))
    applied = portico(data, "apply", str(seed), language="it")
    assert applied.stdout.startswith("Copia di sicurezza: ")
    assert "«portico seed undo» annulla tutto." in applied.stdout
    undone = portico(data, "undo", language="it")
    assert "Annullato 1 record di «seed»." in undone.stdout
    again = portico(data, "undo", language="it")
    assert again.returncode == 1
    assert again.stderr == "Non c'è un'applicazione di un file seed da annullare.\n"
    seed.write_text(SEED.replace("name: Prova", 'name: "Prova'))
    wrong = portico(data, "plan", str(seed), language="it")
    assert wrong.returncode == 1
    assert "virgolette" in wrong.stderr and "niente è stato cambiato" in wrong.stderr


def test_watching_answers_at_each_save(tmp_path: Path) -> None:
    seed = tmp_path / "seed.yaml"

    def save(text: str) -> None:
        """At once, as editors do, so that no half of it is read."""
        (tmp_path / "new").write_text(text)
        (tmp_path / "new").replace(seed)

    save(SEED)
    command = [PROGRAM, "seed", "watch", str(seed), "--language", "it"]
    with subprocess.Popen(command, env=environment(tmp_path / "data"), cwd=ROOT, stdout=subprocess.PIPE, text=True) as watch:
        try:
            assert str(seed) in watch.stdout.readline()
            assert watch.stdout.readline().endswith("seed.yaml: nessun errore\n")
            save(SEED.replace("radius", "radiuss"))
            assert "'radiuss'" in (mistake := watch.stdout.readline()) and "intendevi 'radius'?" in mistake
            assert "1 errore" in watch.stdout.readline()
            save(SEED)
            assert watch.stdout.readline().endswith("seed.yaml: nessun errore\n")
        finally:
            watch.terminate()
    assert not (tmp_path / "data").exists()


def test_the_help_of_a_list_is_asked_in_two_ways(tmp_path: Path) -> None:
    for words in (["help", "seed", "products"], ["seed", "help", "products"]):
        told = subprocess.run([PROGRAM, *words, "--language", "it"], env=environment(tmp_path), cwd=ROOT, capture_output=True, text=True, timeout=60)
        assert told.returncode == 0, told.stderr
        assert told.stdout.startswith("house.products: Prodotti\nNel file: house: houses: - contents: products:\n")
