#!/usr/bin/env python3
"""What Portico reads of the tables of other programs, compared cell by cell with an independent reading.

    make corpus TABLES=folder

The folder holds checkouts as bench/corpus.yaml names them, each under the name that stands there; nothing is fetched. Workbooks are read again by
openpyxl, and the counts of bench/corpus.yaml are compared. It prints a table: read, refused in words, wrong, lost in silence, and ends with 1 when
anything is wrong or lost.
"""

import collections
import datetime
import json
import sys
import warnings
from pathlib import Path

import openpyxl
import yaml

FOLDER, REPORT = Path(sys.argv[1]), Path(sys.argv[2])
LISTED = yaml.safe_load((Path(__file__).parent / "corpus.yaml").read_text()).get("tables", [])
LONGEST, WIDTH = 4_000_000, 1_000
warnings.simplefilter("ignore")


def is_blank(value) -> bool:
    return value is None or isinstance(value, str) and not value.strip(" \t\r\n\v\f")


def plain(text: str) -> str:
    return text.replace("_x000D_", "\r").replace("_x000d_", "\r").replace("\r\n", "\n").replace("\r", "\n").strip()


def is_same(value, read: str) -> bool:
    if isinstance(value, bool):
        return read == ("yes" if value else "no")
    if isinstance(value, (int, float)):
        try:
            return abs(float(read) - value) <= 1e-9 * max(1, abs(value))
        except ValueError:
            return False
    if isinstance(value, datetime.datetime):
        # Before March 1900 programs do not agree.
        return value.year <= 1900 or read.startswith(value.strftime("%Y-%m-%d"))
    return isinstance(value, (datetime.time, datetime.timedelta)) or plain(read) == plain(str(value))


def cells_of(sheet) -> dict[int, dict[int, object]]:
    """The values of a sheet without errors, which Portico names instead."""
    rows = collections.defaultdict(dict)
    for (row, column), cell in getattr(sheet, "_cells", {}).items():
        if cell.value not in (None, "") and cell.data_type != "e" and column <= WIDTH:
            rows[row][column] = cell.value
    return {number: row for number, row in rows.items() if not all(is_blank(value) for value in row.values())}


def compare(line: dict, path: Path) -> tuple[list[str], list[str]]:
    """What is wrong, and what is lost."""
    try:
        book = openpyxl.load_workbook(path, data_only=True)
    except Exception:  # The other library refuses it.
        return [], []
    if line["sheet"] not in book.sheetnames:
        return [], []
    read = {row["number"]: row["cells"] for row in line["first"]}
    wrong, lost = [], []
    for number, row in cells_of(book[line["sheet"]]).items():
        if number not in read:
            if line["rows"] == len(read):
                lost.append(f"row {number}")
            continue
        for column, value in row.items():
            text = read[number][column - 1] if column <= len(read[number]) else ""
            if not is_blank(value) and not text:
                lost.append(f"row {number}, column {column}: {value!r}"[:80])
            elif not is_blank(value) and not is_same(value, text):
                wrong.append(f"row {number}, column {column}: {value!r} but {text!r}"[:100])
    return wrong, lost


def main() -> int:
    expected = {f"{source['name']}/{entry['file']}": entry for source in LISTED for entry in source.get("files", [])}
    sources = collections.defaultdict(collections.Counter)
    seen, bad = set(), 0
    for raw in REPORT.read_text().splitlines():
        line = json.loads(raw)
        path = FOLDER / line["file"]
        total = sources[line["file"].split("/")[0]]
        total["files"] += 1
        entry = expected.get(line["file"], {})
        seen.add(line["file"])
        wrong, lost = [], []
        if line.get("refusal"):
            total["refused"] += 1
            if entry and "refused" not in entry:
                wrong.append(f"refused: {line['refusal']}")
        else:
            total["read"] += 1
            for name in ("rows", "cells"):
                if name in entry and entry[name] != line[name]:
                    (lost if line[name] + line["said"] < entry[name] else wrong).append(f"{line[name]} {name}, not {entry[name]}")
            if path.suffix in (".xlsx", ".xlsm") and path.stat().st_size <= LONGEST:
                more_wrong, more_lost = compare(line, path)
                wrong, lost = wrong + more_wrong, lost + more_lost
        total["wrong"] += bool(wrong)
        total["lost"] += bool(lost)
        bad += bool(wrong or lost)
        for what in (lost + wrong)[:3]:
            print(f"{line['file']}: {what}")
    print()
    names = ["files", "read", "refused", "wrong", "lost"]
    print(f"{'source':24}" + "".join(f"{name:>10}" for name in names))
    whole = collections.Counter()
    for source, total in sorted(sources.items()):
        print(f"{source:24}" + "".join(f"{total[name]:>10}" for name in names))
        whole.update(total)
    print(f"{'all':24}" + "".join(f"{whole[name]:>10}" for name in names))
    print(f"listed: {len(expected)}, not there and skipped: {len(expected.keys() - seen)}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
