"""How well the works of a person are told from those of namesakes.

    python bench/namesakes.py [names] [--people FOLDER] [--simulated]

Without a folder the people and works are invented, by fixed chance: 60 names with 5 to 7 people each, whose works are one list. Who has one field, one
circle of co-authors and some years, writes the given name in half of the works in full; a third of the people share their initial with a namesake, some
co-authors have common names, and a few titles are the same for all.

With a folder of files such as Jie_Tang.xml of the AMiner set (each <publication> with <title>, <year>, <authors>, <jconf>, <organization> and the
person's <label>; they lie in the folder backup of the public repository xujunrt/Author-Disambiguation) the people are real: the list of a name also has
the works of two other names, which get the same surname, and the name is written with its initial in half of the works. The files have no citations, so
these are invented. People with fewer than three works are in the lists but not measured.

The page of a person has 100, 70 or 40 % of the titles, one in six with a disturbed letter. Printed are, for each way of deciding, precision, recall,
pairwise F1 and B³ F1 of the works that count, as the mean over people, and for how many people h is within one of the true one; then pairwise F1 as the
mean over names, for which the pairs of all people of a name are counted together, as published figures do, and of all pairs. Beside them stand how often
the range of h holds the true one, and how many works are sure. The ways are the initial, the page, the rule "on the page or with a co-author of the page",
and the evidence. Asked of the release build, with the whole page: pairwise F1 of 0.95 and h within one for 95 % of the people.

With `--simulated` the evidence is that of bench/evidence.py, which needs no build; without it the program's is used, and compared with it.
"""

import argparse
import html
import itertools
import json
import math
import random
import re
import sqlite3
import tempfile
import time
import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

import portico
from measure import Service

NAMES, SHARES = 60, (1.0, 0.7, 0.4)
FEWEST = 3
# Odds of about 9 to 1, as in `EvidenceClass.sure`.
SURE = 2.2
F1_BAR, H_BAR = 0.95, 0.95
SYLLABLES = ("ba co di fe gu la mi no pe ra sa ti vo za bri cla dre fla gri plo sta tre".split(), "lli nni rdo sti tta vri zzo ndi ssa mbo rga".split())
GIVEN = ("Anna Bruno Carla Dario Elena Fabio Gaia Ivo Luca Marta Nino Olga Piero Rita Sara Teo Ugo Vera Adele Berto Cino Dora Ennio Flavia Gino "
         "Ilda Lidia Mauro Nora Oreste").split()
FIELDS = {
    "water": "river sediment flood basin groundwater rainfall erosion delta reservoir salinity".split(),
    "hearing": "speech cochlear noise listener prosody tinnitus acoustic auditory vowel masking".split(),
    "graphs": "graph matching colouring spectral clique matroid planar tree embedding hypergraph".split(),
    "law": "contract tort statute liability arbitration court treaty sovereignty patent consumer".split(),
    "plants": "pollen seed orchid canopy mycorrhiza drought leaf germination lichen meadow".split(),
    "markets": "auction pricing volatility portfolio credit inflation tariff bargaining insurance demand".split(),
    "bones": "fracture collagen osteoblast implant ligament cartilage gait scaffold spine calcium".split(),
    "texts": "manuscript parchment translation dialect metre archive palaeography glossary epic marginalia".split(),
}
COMMON = "analysis of new methods for the study and models in effects on large evidence from approach to".split()
SHARED_PEOPLE, OTHER_GIVEN = {"manyTogether", "together"}, {"otherName", "otherInitial"}
SHARED = ["Editorial", "Introduction", "Preface", "Reply to the comments", "Book review"]


@dataclass
class Work:
    title: str
    authors: str
    year: int
    venue: str
    citations: int
    owner: int
    # The affiliation of who is looked for.
    place: str = ""


@dataclass
class Person:
    given: str
    works: list[Work] = field(default_factory=list)
    is_measured: bool = True

    @property
    def h(self) -> int:
        return h([work.citations for work in self.works])


def h(citations: list[int]) -> int:
    return sum(count >= rank for rank, count in enumerate(sorted(citations, reverse=True), 1))


def surname(chance: random.Random) -> str:
    return (chance.choice(SYLLABLES[0]) + chance.choice(SYLLABLES[0]) + chance.choice(SYLLABLES[1])).capitalize()


def written(chance: random.Random, given: str, family: str) -> str:
    return f"{given if chance.random() < 0.5 else given[0]} {family}"


def title(chance: random.Random, words: list[str]) -> str:
    if chance.random() < 0.03:
        return chance.choice(SHARED)
    count = chance.randint(4, 9)
    return " ".join(chance.choice(words if place % 2 == 0 else COMMON) for place in range(count)).capitalize()


def person(chance: random.Random, given: str, family: str, number: int, common: list[str]) -> Person:
    made = Person(given)
    subject = chance.choice(list(FIELDS))
    circle = [(chance.choice(GIVEN), chance.choice(common) if chance.random() < 0.2 else surname(chance)) for _ in range(chance.randint(3, 9))]
    venues = [f"{chance.choice(['Journal', 'Annals', 'Letters', 'Review'])} of {chance.choice(FIELDS[subject])} studies" for _ in range(4)]
    first, last = sorted(chance.sample(range(1975, 2027), 2))
    known: set[str] = set()
    for _ in range(chance.choice([4, 6, 8, 12, 18, 30, 45])):
        name = title(chance, FIELDS[subject])
        year = chance.randint(first, last)
        if (name, year) in known:
            continue
        known.add((name, year))
        others = chance.sample(circle, chance.randint(0, min(4, len(circle))))
        people = [written(chance, given, family)] + [written(chance, *other) for other in others]
        chance.shuffle(people)
        count = int(chance.paretovariate(0.9)) - 1
        made.works.append(Work(name, ", ".join(people), year, chance.choice(venues), min(count, 900), number))
    return made


def blocks(names: int = NAMES) -> list[tuple[str, list[Person]]]:
    """Names and their people; of works with one title and year only the first is kept, as in any list."""
    chance = random.Random(2011)
    common = [surname(chance) for _ in range(12)]
    made = []
    families = list(itertools.islice(dict.fromkeys(surname(chance) for _ in range(5_000)), names))
    for family in families:
        givens = chance.sample(GIVEN, chance.randint(5, 7))
        alike = [name for name in GIVEN if name[0] == givens[0][0] and name not in givens]
        if alike and chance.random() < 0.66:
            givens[1] = chance.choice(alike)
        people = [person(chance, given, family, number, common) for number, given in enumerate(givens)]
        seen: set[tuple[str, int]] = set()
        for one in people:
            one.works = [work for work in one.works if not ((work.title.casefold(), work.year) in seen or seen.add((work.title.casefold(), work.year)))]
        made.append((family, [one for one in people if one.works]))
    return made


def read_people(folder: Path, names: int | None) -> list[tuple[str, list[Person]]]:
    """The names of the files, each with the works of two others that get its surname."""
    files = sorted(folder.glob("*.xml"))
    chance = random.Random(2011)
    known = [(field_of(text, "FullName").split(), publications(text)) for text in (file.read_text(errors="replace") for file in files)]
    made = []
    for index, (name, own) in enumerate(known[:names]):
        others = [entry for place, entry in enumerate(known) if place != index]
        alike = [entry for entry in others if entry[0][-1] == name[-1]]
        guests = (chance.sample(alike, min(2, len(alike))) + chance.sample(others, 2))[:2]
        people: dict[tuple[int, str], Person] = {}
        seen: set[tuple[str, str]] = set()
        for place, (full, works) in enumerate([(name, own), *guests]):
            for label, work_title, authors, year, venue, address in works if place == 0 else chance.sample(works, min(60, len(works))):
                if (plain(work_title), year) in seen or not year.isdigit():
                    continue
                seen.add((plain(work_title), year))
                one = people.setdefault((place, label), Person(full[0]))
                one.is_measured = place == 0
                written_authors = [written(chance, full[0], name[-1]) if author.casefold() == " ".join(full).casefold() else author for author in authors]
                count = min(int(chance.paretovariate(0.9)) - 1, 900)
                one.works.append(Work(work_title, ", ".join(written_authors), int(year), venue, count, 0, address))
        for number, one in enumerate(people.values()):
            one.is_measured = one.is_measured and len(one.works) >= FEWEST
            for work in one.works:
                work.owner = number
        made.append((name[-1], list(people.values())))
    return made


def publications(text: str) -> list[tuple[str, str, list[str], str, str, str]]:
    found = []
    for entry in re.findall(r"<publication>(.*?)</publication>", text, re.DOTALL):
        authors = [author.strip() for author in field_of(entry, "authors").split(",") if author.strip()]
        parts = [field_of(entry, name).replace('"', "'") for name in ("label", "title", "year", "jconf", "organization")]
        address = "" if parts[4] == "null" else parts[4].replace(";", ",")
        found.append((parts[0], parts[1], [author.replace('"', "'") for author in authors], parts[2], parts[3], address))
    return [work for work in found if work[1]]


def field_of(text: str, name: str) -> str:
    found = re.search(rf"<{name}>(.*?)</{name}>", text, re.DOTALL)
    return " ".join(html.unescape(found[1]).split()) if found else ""


def plain(text: str) -> str:
    """The letters and digits of a title, which reading a list does not change."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKD", text).casefold())


def disturbed(chance: random.Random, text: str) -> str:
    if chance.random() > 1 / 6:
        return text
    place = chance.randrange(1, len(text))
    return text[:place] + chance.choice(["", "-", chance.choice("abcdefg")]) + text[place + 1:]


def listed(family: str, people: list[Person]) -> str:
    rows = [(work, one) for one in people for work in one.works]
    lines = [f'"{work.title}","{work.authors}",{work.year},"{work.venue}",{work.citations},"{f"{family}, {one.given}, {work.place}" if work.place else ""}"'
             for work, one in rows]
    return "Title,Authors,Year,Source title,Cited by,Authors with affiliations\n" + "\n".join(lines)


def page(chance: random.Random, one: Person, share: float) -> tuple[dict[str, str], str]:
    """The titles with what is written for them, and the text."""
    shown = [(work, disturbed(chance, work.title)) for work in chance.sample(one.works, max(1, round(share * len(one.works))))]
    entries = [f"{written}. {work.authors}. {work.venue}, {work.year}." for work, written in sorted(shown, key=lambda pair: -pair[0].year)]
    return {work.title: written for work, written in shown}, "Publications\n\n" + "\n\n".join(entries)


@dataclass
class Found:
    """What a run found about a work of the list."""

    work: Work
    is_in: bool
    evidence: list[tuple[str, int | None]]


@dataclass
class Result:
    person: Person
    own: int
    found: list[Found]
    least: int | None
    most: int | None
    # Titles on the page with what is written for them.
    shown: dict[str, str]


def run(ours: Service, family: str, people: list[Person], own: int, share: float, chance: random.Random) -> Result:
    one = people[own]
    shown, text = page(chance, one, share)
    form = {"newAuthor": f"{one.given} {family}", "surname": family, "preset": "improved", "titleThreshold": 80, "authorThreshold": 68,
            "list": listed(family, people), "page": text, "name": f"{family} {own} {share}"}
    answer = ours.post("/admin/citations/new-run", urlencode(form))
    assert answer.status == 303, f"a new run answers {answer.status}"
    id = answer.headers["location"].split("/")[-2]
    owners = {(plain(work.title), work.year): work for person in people for work in person.works}
    with sqlite3.connect(portico.database(Path(ours.environment["PORTICO_DATA"]))) as connection:
        for _ in range(6_000):
            row = connection.execute("SELECT j.state, o.least, o.most FROM citationOutcome o JOIN job j ON j.id = o.jobID WHERE o.runID = ?",
                                     [id]).fetchone()
            if row and row[0] == "done":
                rows = connection.execute("SELECT title, year, standing, evidence FROM citationWork WHERE runID = ?", [id]).fetchall()
                found = [Found(owners[plain(name), year], standing != "excluded", [(part["kind"], part.get("count")) for part in json.loads(evidence)])
                         for name, year, standing, evidence in rows if (plain(name), year) in owners]
                return Result(one, own, found, row[1], row[2], shown)
            time.sleep(0.01)
    raise SystemExit("the run never ended")


def weights() -> dict[str, float]:
    """The frozen weights of the program; "completeness" is the factor of the share that a page lacks."""
    source = (Path(__file__).resolve().parents[1] / "Sources/Citations/Evidence/EvidenceWeights.swift").read_text()
    made = {kind: float(number) for kind, number in re.findall(r"\.(\w+): (-?[\d.]+)", source)}
    return made | {"completeness": float(re.search(r"completeness = (-?[\d.]+)", source)[1])}


def parts(found: Found) -> dict[str, float]:
    """How often each weight counts for a work."""
    made = {kind: 1.0 for kind, _ in found.evidence}
    for kind, count in found.evidence:
        if kind == "notOnPage" and count is not None:
            made["completeness"] = math.log(1 - min(count, 99) / 100)
    return made


def odds(known: dict[str, float], found: Found) -> float:
    return sum(known[kind] * value for kind, value in parts(found).items())


def ways(known: dict[str, float]) -> dict[str, object]:
    """Ways of deciding, each for a work and a result."""
    return {
        "initials only": lambda found, result, family: f"{result.person.given[0]} {family}" in [
            f"{name.split()[0][0]} {name.split()[-1]}" for name in found.work.authors.split(", ")],
        "the page": lambda found, *_: found.is_in,
        "co-authors": lambda found, *_: found.is_in or SHARED_PEOPLE & (kinds := {kind for kind, _ in found.evidence}) and not OTHER_GIVEN & kinds,
        "the evidence": lambda found, *_: odds(known, found) > 0,
    }


def scores(results: list[tuple[str, Result]], way) -> dict[str, float]:
    sums = dict.fromkeys(("precision", "recall", "pairwise", "b3", "near"), 0.0)
    names: dict[str, Counter[str]] = {}
    for family, result in results:
        chosen = [found for found in result.found if way(found, result, family)]
        true = [found for found in result.found if found.work.owner == result.own]
        right = [found for found in chosen if found.work.owner == result.own]
        pairs = {name: len(group) * (len(group) - 1) / 2 for name, group in (("chosen", chosen), ("true", true), ("right", right))}
        precision, recall = len(right) / len(chosen) if chosen else 1.0, len(right) / len(true) if true else 1.0
        places = {id(found) for found in right}
        cubed = [(precision, recall) if id(found) in places else (1.0, 1 / len(true)) for found in true]
        b3 = [sum(part) / len(cubed) for part in zip(*cubed)] if cubed else [1.0, 1.0]
        sums["precision"] += precision
        sums["recall"] += recall
        sums["pairwise"] += of_pairs(pairs)
        sums["b3"] += f1(*b3)
        sums["near"] += abs(h([found.work.citations for found in chosen]) - result.person.h) <= 1
        names.setdefault(f"{family} {len(result.found)}", Counter()).update(pairs)
    means = {name: total / len(results) for name, total in sums.items()}
    means["names"] = sum(of_pairs(pairs) for pairs in names.values()) / len(names)
    return means | {"all": of_pairs(sum(names.values(), Counter()))}


def of_pairs(pairs: dict[str, float]) -> float:
    """Pairwise F1."""
    precision = pairs["right"] / pairs["chosen"] if pairs["chosen"] else 1.0
    return f1(precision, pairs["right"] / pairs["true"] if pairs["true"] else 1.0)


def f1(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def measured(lists: list[tuple[str, list[Person]]], shares: tuple[float, ...] = SHARES) -> dict[float, list[tuple[str, Result]]]:
    chance = random.Random(1980)
    results: dict[float, list[tuple[str, Result]]] = {share: [] for share in shares}
    with tempfile.TemporaryDirectory() as folder:
        ours = portico.service(Path(folder) / "data")
        portico.prepare(ours)
        ours.start()
        try:
            answer = ours.post("/sign-in", urlencode({"name": "researcher", "password": "portico-demo-account", "next": "/admin"}))
            ours.cookies |= answer.cookies
            for family, people in lists:
                for own, share in itertools.product([place for place, one in enumerate(people) if one.is_measured], shares):
                    results[share].append((family, run(ours, family, people, own, share, chance)))
        finally:
            ours.stop()
    return results


def told(results: list[tuple[str, Result]], known: dict[str, float]) -> dict[str, dict[str, float]]:
    """Prints the scores of each way and how sure the evidence is."""
    made = {name: scores(results, way) for name, way in ways(known).items()}
    for name, score in made.items():
        print(f"  {name:14} precision {score['precision']:.3f}  recall {score['recall']:.3f}  pairwise F1 {score['pairwise']:.3f}  "
              f"B³ {score['b3']:.3f}  h within one {score['near']:.1%}  pairwise F1 by name {score['names']:.3f}, of all pairs {score['all']:.3f}")
    sure = [(odds(known, found) > 0) == (found.work.owner == result.own)
            for _, result in results for found in result.found if abs(odds(known, found)) >= SURE]
    print(f"  sure of {len(sure) / sum(len(result.found) for _, result in results):.1%} of the works, and right about {sum(sure) / max(1, len(sure)):.2%} of these")
    return made


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("names", nargs="?", type=int)
    arguments.add_argument("--people", type=Path)
    arguments.add_argument("--simulated", action="store_true")
    asked = arguments.parse_args()
    lists = read_people(asked.people, asked.names) if asked.people else blocks(asked.names or NAMES)
    known = weights()
    is_met = True
    import evidence

    for share, results in (evidence.simulated(lists) if asked.simulated else measured(lists)).items():
        print(f"{len(results)} people of {len(lists)} names, {share:.0%} of the titles on the page:")
        score = told(results, known)["the page"]
        if share == 1:
            is_met = score["pairwise"] >= F1_BAR and score["near"] >= H_BAR
        if asked.simulated:
            continue
        holds = [result.least is not None and result.least <= result.person.h <= (result.most if result.most is not None else 10**6)
                 for _, result in results]
        print(f"  the range of h holds the true one for {sum(holds) / len(holds):.1%}")
        print(f"  bench/evidence.py decides {evidence.agreement(results, known):.2%} of the works alike")
    print("met" if is_met else "MISSED")


if __name__ == "__main__":
    main()
