#!/usr/bin/env python3
"""What Portico takes of XLSForms of other programs, checked against an independent reading by openpyxl and xlrd.

    make corpus CORPUS=folder

It fetches nothing. Each folder within is a source of its own. For every file it says whether a draft was made, how many rows of the sheet of
questions were taken, taken otherwise and left out, and which cells are neither in the draft nor named in its report: there must be none.
"""

import collections
import json
import re
import sys
from pathlib import Path

import openpyxl
import xlrd

FOLDER, REPORT = Path(sys.argv[1]), Path(sys.argv[2])
# Cells that say how something is, whose meaning tests of Portico check: they need no words in the draft.
STRUCTURAL = {"type", "name", "command", "tag", "value", "list_name", "list name", "list", "data_value", "choice_list_name", "values_list",
              "required", "bind::required", "disabled", "form_title", "form_id", "id_string", "title", "default_language", "set form title",
              "set form id"}
RULES = re.compile(r"^((bind|control|body)::?)?(required|relevant|relevance|constraint|appearance|parameters)$|^portico_")


def text(value) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value == int(value) and abs(value) < 1e15:
        return str(int(value))
    return str(value).strip(" \t\r\n\v\f")


def cells_of(sheet) -> list[list[str]]:
    """The rows of a sheet by its cells: going through all rows would take minutes where a column is formatted to the last one."""
    rows = []
    for (row, column), cell in sorted(sheet._cells.items()):
        said = text(cell.value)
        if said and row <= 20_000 and column <= 500:
            while len(rows) < row:
                rows.append([])
            rows[row - 1] += [""] * (column - len(rows[row - 1]))
            rows[row - 1][column - 1] = said
    return rows


def sheets(path: Path) -> dict[str, list[list[str]]]:
    if path.read_bytes()[:4] == b"PK\3\4":
        book = openpyxl.load_workbook(path, data_only=True)
        return {sheet.title: cells_of(sheet) for sheet in book.worksheets}
    book = xlrd.open_workbook(path, logfile=open("/dev/null", "w"))
    def cell(c):
        if c.ctype == xlrd.XL_CELL_BOOLEAN:
            return "yes" if c.value else "no"
        return "" if c.ctype in (xlrd.XL_CELL_EMPTY, xlrd.XL_CELL_BLANK, xlrd.XL_CELL_ERROR) else text(c.value)
    return {sheet.name: [[cell(c) for c in sheet.row(number)] for number in range(sheet.nrows)] for sheet in book.sheets()}


def plain(words: str) -> str:
    """Without what differs between a form and a questionnaire: spaces, capitals, and the mark of another question's answer."""
    return " ".join(words.replace("${", "{").split()).lower()


def head(rows: list[list[str]]) -> int | None:
    """The row of the headers: the first that says something."""
    for number, row in enumerate(rows[:20]):
        cells = {plain(cell) for cell in row}
        names = cells & {"name", "tag", "value", "label", "caption", "data_value"} or any(cell.startswith(("label", "display.")) for cell in cells)
        if names and cells & {"type", "command", "list name", "list_name", "choice_list_name"}:
            return number
    return next((number for number, row in enumerate(rows) if any(row)), None)


def judge(line: dict, book: dict[str, list[list[str]]]) -> tuple[int, list[str]]:
    """How many rows of questions there are, and the cells that are lost without a word."""
    words = {plain(word) for word in line["words"]}
    pieces = "\n".join(words)
    named, whole, sheets_named = set(), set(), set()
    for note in line["report"]["notes"]:
        rows = note.get("rows", [])
        if not rows and not note.get("column"):
            sheets_named.add(note["sheet"])
        for row in rows:
            if note.get("column"):
                named.add((note["sheet"], row, plain(note["column"])))
            elif note["effect"] == "leftOut":
                whole.add((note["sheet"], row))
    lost, count = [], 0
    for sheet, rows in book.items():
        top = head(rows)
        if top is None:
            continue
        headers = [plain(cell) for cell in rows[top]]
        is_survey = sheet.strip().lower() == "survey"
        for number, row in enumerate(rows, 1):
            if number == top + 1 or not any(row):
                continue
            if is_survey and number > top + 1:
                count += 1
            if (sheet, number) in whole or sheet in sheets_named:
                continue
            for index, cell in enumerate(row):
                header = headers[index] if index < len(headers) else ""
                if not cell or (sheet, number, header) in named:
                    continue
                letter = openpyxl.utils.get_column_letter(index + 1).lower()
                if not header and (sheet, number, letter) in named:
                    continue
                is_usual = cell.lower() in ("no", "false", "false()", "0") and not header.startswith(("label", "caption"))
                if header in STRUCTURAL or RULES.match(header) or is_usual:
                    continue
                # The title of a group may be a part of a note.
                if plain(cell) in words or all(plain(part) in pieces for part in cell.splitlines()):
                    continue
                lost.append(f"{sheet} {number} {header}: {cell[:60]}")
    return count, lost


def main() -> int:
    sources = collections.defaultdict(collections.Counter)
    bad = 0
    for raw in REPORT.read_text().splitlines():
        line = json.loads(raw)
        path = FOLDER / line["file"]
        total = sources[line["file"].split("/")[0] if "/" in line["file"] else "."]
        total["files"] += 1
        refusal, report = line.get("refusal"), line["report"]
        try:
            book = sheets(path)
        except Exception as problem:  # The other libraries refuse it too.
            print(f"{line['file']}: not readable elsewhere ({type(problem).__name__}); here {refusal or 'a draft'}")
            total["unreadable"] += 1
            total["drafts"] += refusal is None
            continue
        count, lost = judge(line, book)
        if refusal:
            print(f"{line['file']}: no draft: {refusal}; sheets {', '.join(book)}")
            continue
        total["drafts"] += 1
        total["clean"] += not report["notes"]
        total["publishable"] += not line["errors"]
        for key in ("rows", "changed", "leftOut"):
            total[key] += report[key]
        total["notes"] += len(report["notes"])
        missing = abs(count - report["rows"]) if count else 0
        total["unaccounted"] += missing
        total["lost"] += len(lost)
        if missing or lost:
            bad += 1
            print(f"{line['file']}: {count} rows by openpyxl or xlrd, {report['rows']} here; lost without a word: {len(lost)}")
            for one in lost[:5]:
                print("    " + one)
    print()
    names = ["files", "drafts", "unreadable", "clean", "publishable", "rows", "changed", "leftOut", "notes", "unaccounted", "lost"]
    print(f"{'source':16}" + "".join(f"{name:>13}" for name in names))
    whole = collections.Counter()
    for source, total in sorted(sources.items()):
        print(f"{source:16}" + "".join(f"{total[name]:>13}" for name in names))
        whole.update(total)
    print(f"{'all':16}" + "".join(f"{whole[name]:>13}" for name in names))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
