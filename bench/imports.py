#!/usr/bin/env python3
"""What the readers of the workbench give of public files, compared with bench/corpus.yaml.

    make corpus IMPORTS=folder

The folder holds checkouts as bench/corpus.yaml names them; nothing is fetched. The counts there are those of other libraries: works of
bibtexparser and rispy, events of icalendar, rows of openpyxl and xlrd, ingredients of recipe-scrapers, entries of directories by hand. It prints
a table: read, refused in words, wrong, lost in silence, and ends with 1 when anything is lost in silence.
"""

import collections
import json
import sys
from pathlib import Path

import yaml

REPORT = Path(sys.argv[2])
LISTED = yaml.safe_load((Path(__file__).parent / "corpus.yaml").read_text())
# What an item of each kind is counted by.
COUNTS = {"works": "titled", "entries": "read", "events": "items", "rows": "items", "ingredients": "ingredients"}


def judge(line: dict, kind: str, wanted: int) -> str:
    found = line[COUNTS[kind]]
    if kind == "events":
        # Repeated events are several items; those outside of the time that is read are named.
        return "right" if line["read"] or line["said"] else "lost"
    if kind == "rows":
        # The form itself is an item too, and so are the rows of its other sheets.
        return "right" if found - 1 >= wanted else "lost"
    if kind == "ingredients":
        return "right" if found >= wanted else "wrong" if line["said"] else "lost"
    if found == wanted:
        return "right"
    return "lost" if found + line["said"] + line["items"] - line["titled"] < wanted else "wrong"


def main() -> int:
    wanted = {}
    for section, sources in LISTED.items():
        for source in sources if section != "tables" else []:
            for entry in source.get("files", []):
                kind = next(name for name in COUNTS if name in entry)
                wanted[f"{source['name']}/{entry['file']}"] = (section, kind, entry[kind])
    lines = {line["file"]: line for line in map(json.loads, REPORT.read_text().splitlines())}
    totals = collections.defaultdict(collections.Counter)
    for file, (section, kind, count) in sorted(wanted.items()):
        total = totals[section]
        total["listed"] += 1
        line = lines.get(file)
        if line is None:
            total["not there"] += 1
        elif line.get("refusal") or not line["items"]:
            # A source without any item is refused in words, too.
            total["refused"] += 1
            print(f"{file}: refused, {line.get('refusal', 'noItems')}")
        else:
            total["read"] += 1
            verdict = judge(line, kind, count)
            total[verdict] += 1
            if verdict != "right":
                print(f"{file}: {verdict}, {line[COUNTS[kind]]} of {count} {kind}, {line['said']} remarks")
    names = ["listed", "read", "refused", "wrong", "lost", "not there"]
    print(f"\n{'kind':24}" + "".join(f"{name:>10}" for name in names))
    whole = collections.Counter()
    for section, total in sorted(totals.items()):
        print(f"{section:24}" + "".join(f"{total[name]:>10}" for name in names))
        whole.update(total)
    print(f"{'all':24}" + "".join(f"{whole[name]:>10}" for name in names))
    return 1 if whole["lost"] else 0


if __name__ == "__main__":
    sys.exit(main())
