"""Measures what seed files promise: a plan, an application and an export of 14,000 lines, and how soon `portico seed watch` answers.

    bench/.venv/bin/python bench/seed.py [--products 5000] [--recipes 500]

The file has one house with products and recipes that use them. Memory is the most that the process held. The plans are made three times,
and the slowest one counts. Fails where a promise is broken.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from queue import Queue

ROOT = Path(__file__).parent.parent
PROGRAM = Path(os.environ.get("PORTICO_PROGRAM", ROOT / ".build/release/portico"))
PLAN_SECONDS, PLAN_MEGABYTES, APPLY_SECONDS, WATCH_SECONDS = 3.0, 100, 3.0, 0.3
CHANGED = 100
"""Records that are new in the second plan."""


def lines(products: int, recipes: int) -> Iterator[str]:
    yield from ["site: { name: Prova, language: it, zone: Europe/Rome, systems: [house] }", "house:", "  houses:", "    - key: casa"]
    yield from ["      name: Casa", "      zone: Europe/Rome", "      contents:", "        categories:"]
    yield from (f"          - {{ key: reparto-{number}, name: Reparto {number} }}" for number in range(20))
    yield "        products:"
    for number in range(products):
        yield f"          - {{ key: prodotto-{number}, name: \"Prodotto {number}, {number * 7919 % 10_007}\","
        yield f"              categories: [reparto-{number % 20}], price: {number % 40}.{number % 100:02} }}"
    yield from ["        recipe-categories:", "          - { key: primi, name: Primi }", "        recipes:"]
    for number in range(recipes):
        yield f"          - {{ key: ricetta-{number}, name: Ricetta {number}, category: primi, people: 4, ingredients: ["
        for step in range(4):
            yield f"              {{ product: prodotto-{(number * 7 + step) % products}, amount: {step + 1} pezzi }},"
        yield "              ],"
        yield "              steps: [{ text: Lava tutto., timer: none },"
        yield "                { text: Cuoci., timer: down, time: \"12:00\" }] }"


def run(data: Path, *words: str, ends_with: int = 0) -> tuple[float, int]:
    """The seconds that a command took and the most megabytes that it held."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("PORTICO_")}
    begin = time.perf_counter()
    process = subprocess.Popen(
        [PROGRAM, "seed", *words], cwd=ROOT, env=own | {"PORTICO_DATA": str(data)}, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    said = process.stderr.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != ends_with:
        raise SystemExit(f"portico seed {' '.join(words)} ended with {process.returncode}:\n{said[:2000]}")
    return seconds, usage.ru_maxrss // 1024


def watched(data: Path, seed: Path, text: str) -> float:
    """The slowest answer of `portico seed watch` to ten saves, every second one with a mistake."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(("PORTICO_", "LC_"))}
    process = subprocess.Popen(
        [PROGRAM, "seed", "watch", seed], cwd=ROOT, env=own | {"PORTICO_DATA": str(data), "LANG": "en"}, stdout=subprocess.PIPE, text=True
    )
    said: Queue[tuple[str, float]] = Queue()

    def listen() -> None:
        for line in process.stdout:
            said.put((line, time.perf_counter()))

    threading.Thread(target=listen, daemon=True).start()

    def answer() -> float:
        while True:
            line, at = said.get(timeout=60)
            if "no mistakes" in line or "mistake" in line and "nothing was changed" in line:
                return at

    try:
        answer()
        slowest = 0.0
        for number in range(10):
            written = text + f"# {number}\n" if number % 2 else text.replace(" price: ", " prize: ", 1)
            seed.write_text(written)
            saved = time.perf_counter()
            slowest = max(slowest, answer() - saved)
        return slowest
    finally:
        process.terminate()
        process.wait(30)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    options.add_argument("--products", type=int, default=5_000)
    options.add_argument("--recipes", type=int, default=500)
    asked = options.parse_args()
    broken = 0

    def report(what: str, value: float, most: float, unit: str) -> None:
        nonlocal broken
        broken += value > most
        print(f"{what:<48} {value:>9.2f} {unit:<3} (at most {most:g}){'  BROKEN' if value > most else ''}", flush=True)

    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        data, seed = folder / "data", folder / "seed.yaml"
        text = "\n".join(lines(asked.products, asked.recipes)) + "\n"
        seed.write_text(text)
        print(f"A file of {text.count(chr(10)):,} lines, {len(text) / 1e6:.1f} MB")

        def planned(what: str, ends_with: int) -> None:
            times = [run(data, "plan", str(seed), ends_with=ends_with) for _ in range(3)]
            report(f"{what}: time", max(time for time, _ in times), PLAN_SECONDS, "s")
            report(f"{what}: memory", max(memory for _, memory in times), PLAN_MEGABYTES, "MB")

        planned("plan of a new site", 2)
        seconds, memory = run(data, "apply", "--new", str(seed))
        report("apply to a new site: time", seconds, APPLY_SECONDS, "s")
        print(f"{'apply to a new site: memory':<48} {memory:>9} MB")
        planned("plan of the same again", 0)
        changed = "".join(
            line.replace("price: ", "price: 1", 1) if "price: " in line and number % (len(text.splitlines()) // CHANGED) < 4 else line
            for number, line in enumerate(text.splitlines(keepends=True))
        )
        seed.write_text(changed)
        planned("plan of changes", 2)
        report("apply of changes, with its backup: time", run(data, "apply", str(seed))[0], APPLY_SECONDS * 2, "s")
        report("undo of changes: time", run(data, "undo")[0], APPLY_SECONDS, "s")
        report("export: time", run(data, "--export", str(folder / "out"))[0], APPLY_SECONDS, "s")
        house = "\n".join(lines(200, 30)) + "\n"
        seed.write_text(house)
        report(f"watch: answer to a save of {house.count(chr(10))} lines", watched(data, seed, house), WATCH_SECONDS, "s")
        seed.write_text(text)
        report("watch: answer to a save of the large file", watched(data, seed, text), PLAN_SECONDS, "s")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
