#!/usr/bin/env python3
"""What Portico reads of public recipes, judged by what their repositories say of them.

    make corpus RECIPES=folder

The folder holds checkouts as bench/corpus.yaml names them; nothing is fetched. For pages of recipe-scrapers the expected values lie beside them.
It prints a table: read, refused in words, wrong, lost in silence, and how many ingredient lines in Italian and English have the right product.
"""

import collections
import json
import re
import sys
from pathlib import Path

FOLDER, REPORT = Path(sys.argv[1]), Path(sys.argv[2])
DETAILS = "--details" in sys.argv
UNITS = set("""g gr kg mg l dl cl ml cup cups tbsp tsp tablespoon tablespoons teaspoon teaspoons oz ounce ounces lb lbs pound pounds pinch can cans tin
clove cloves slice slices piece pieces cucchiaio cucchiai cucchiaino cucchiaini tazza tazze bicchiere spicchio fetta fette pizzico bustina grammi
grammo litro litri unit units c t stick sticks bunch handful sprig package packages pkg jar bottle head heads stalk stalks""".split())
VERBS = re.compile(r"\b(add|stir|cook|bake|mix|serve|aggiungi|mescola|cuoci|unire|see note|click here)\b", re.I)


def plain(text) -> str:
    text = str(text).replace("⁄", "/").replace("’", "'").replace("\xa0", " ")
    return re.sub(r"[\W_]+", " ", text.lower()).strip()


def product_is_wrong(item) -> str:
    product = item["product"].strip()
    words = [word.strip(".,;:()").lower() for word in product.split()]
    words = [word for word in words if word]
    if not words or not re.search(r"[^\W\d_]", product):
        return "empty"
    if len(words) == 1 and words[0] in ("clove", "cloves") and re.search(r"\b(tsp|teaspoons?|whole|ground)\b", item["line"]):
        return ""
    if len(words) == 1 and words[0] in UNITS and plain(item["line"]) != words[0]:
        return "a unit"
    if words[0] in UNITS - {"head", "stick", "can", "c", "t", "clove", "cloves", "l", "jar", "bottle", "slice", "piece"}:
        return "begins with a unit"
    if re.match(r"^[\d½¼¾⅓⅔⅛]", words[0]) and not re.match(r"^\d+(%|-|up|/|°)", words[0]):
        return "begins with a number"
    if len(words) > 9 or len(product) > 80 or VERBS.search(re.sub(r"\bmix\b", "", product)) and len(words) > 4:
        return "a sentence"
    return ""


def number(text):
    found = re.search(r"\d+", str(text))
    return int(found.group()) if found else None


def judge(expected, recipes, total, problems):
    """Compares a page's first recipe of the same title with what its repository expects."""
    title = plain(expected.get("title", ""))
    recipe = next((one for one in recipes if plain(one["name"]) == title), recipes[0])
    lines = [plain(line) for line in expected.get("ingredients", [])]
    own = [plain(item["line"]) for item in recipe["ingredients"]]
    sections = {plain(item["section"]) for item in recipe["ingredients"]}
    pool = " | ".join(own)
    missing = [line for line in lines if line and line not in own and line not in pool and line.rstrip(" :") not in sections and
               not any(len(one) > 5 and (one in line) for one in own)]
    total["lines expected"] += len(lines)
    total["lines lost"] += len(missing)
    if missing:
        problems.append(f"lost line: {missing[0][:70]}")
    if expected.get("yields"):
        total["yields stated"] += 1
        want = number(expected["yields"])
        is_people = "serving" in expected["yields"]
        got = recipe.get("people") if is_people and recipe.get("people") else number(recipe["yield"])
        ok = got == want or (want is not None and str(want) in re.findall(r"\d+", recipe["yield"]))
        total["yields right"] += ok
        if not ok:
            problems.append(f"yield: {expected['yields']} but {recipe.get('people')}, {recipe['yield']!r}")
    for key, name in (("total_time", "totalTime"), ("prep_time", "prepTime"), ("cook_time", "cookTime")):
        if expected.get(key):
            total["times stated"] += 1
            parts = [recipe.get("prepTime") or 0, recipe.get("cookTime") or 0]
            ok = recipe.get(name) == expected[key] or name == "totalTime" and sum(parts) == expected[key]
            total["times right"] += ok
            if not ok:
                problems.append(f"{key}: {expected[key]} but {recipe.get(name)}")
    if expected.get("image"):
        total["pictures stated"] += 1
        total["pictures right"] += bool(recipe["pictures"])
        if not recipe["pictures"]:
            problems.append("no picture")
    purposes = [plain(group["purpose"]) for group in expected.get("ingredient_groups", []) if group.get("purpose")]
    if purposes:
        total["sections stated"] += 1
        ok = all(purpose in sections or purpose.strip(": ") in sections for purpose in purposes)
        total["sections right"] += ok
        if not ok:
            problems.append(f"sections: {purposes} but {sorted(sections)}")
    want = plain(" ".join(expected.get("instructions_list", [])))
    got = plain(" ".join(step["section"] + " " + step["text"] for step in recipe["steps"]))
    wanted = collections.Counter(want.split())
    if wanted:
        lost = sum((wanted - collections.Counter(got.split())).values())
        total["steps stated"] += 1
        total["steps right"] += lost <= 0.06 * sum(wanted.values())
        if lost > 0.06 * sum(wanted.values()):
            problems.append(f"steps: {lost} of {sum(wanted.values())} words missing")


def main() -> int:
    sources = collections.defaultdict(collections.Counter)
    products = collections.defaultdict(collections.Counter)
    for raw in REPORT.read_text().splitlines():
        line = json.loads(raw)
        total = sources[line["file"].split("/")[0]]
        total["files"] += 1
        path = FOLDER / line["file"]
        beside = path.with_suffix(".json")
        expected = json.loads(beside.read_text()) if path.suffix == ".testhtml" and beside.exists() else {}
        if line.get("refusal"):
            total["refused"] += 1
            if DETAILS:
                print(f"{line['file']}: refused")
            continue
        total["read"] += 1
        problems = []
        for recipe in line["recipes"]:
            language = str(expected.get("language") or "")[:2]
            if ".it/" in line["file"]:
                language = "it"
            for item in recipe["ingredients"]:
                why = product_is_wrong(item)
                products[language][why or "right"] += 1
                if why and language in ("it", "en"):
                    problems.append(f"{why}: {item['line'][:70]!r} -> {item['product'][:50]!r}")
        if expected:
            judge(expected, line["recipes"], total, problems)
        if not any(recipe["ingredients"] for recipe in line["recipes"]):
            total["without ingredients"] += 1
            problems.append("no ingredients")
        total["with problems"] += bool(problems)
        if DETAILS and problems:
            print(f"{line['file']}: " + "; ".join(problems[:6]))
    whole = collections.Counter()
    for source, total in sorted(sources.items()):
        print(f"{source}: " + ", ".join(f"{key} {value}" for key, value in total.items()))
        whole.update(total)
    print()
    for name in ("yields", "times", "pictures", "sections", "steps"):
        stated = whole[f"{name} stated"]
        if stated:
            print(f"{name}: right on {whole[f'{name} right']} of {stated} ({100 * whole[f'{name} right'] / stated:.1f} %)")
    if whole["lines expected"]:
        print(f"ingredient lines: {whole['lines expected']}, not found {whole['lines lost']}")
    for language in ("it", "en"):
        count = sum(products[language].values())
        if count:
            print(f"products in {language}: {count} lines, {100 * products[language]['right'] / count:.2f} % right, {dict(products[language])}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
