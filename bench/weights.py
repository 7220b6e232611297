"""Learns the weights of the evidence from namesakes and prints them beside those of the program.

    python bench/weights.py [names] [--people FOLDER] [--program]

The lists of bench/namesakes.py, of invented people or of those of the folder, say which evidence each work has, and the set says whose it is. The evidence
is that of bench/evidence.py; with `--program` that of runs of the release build. A logistic regression with a small penalty for leaving the program's
weights is fitted by Newton's method on two thirds of the names; the log loss, the share of right decisions and the scores on the others are printed for
the program's weights and the learned ones. The same set gives the same weights. They take effect only after they are written into `EvidenceWeights`, which
keeps results reproducible.
"""

import argparse
import math
import random
from collections import Counter
from pathlib import Path

import evidence
import namesakes

STEPS, PENALTY = 12, 2.0
NAMES = 30
# Kinds that the lists and pages of the bench never show, and the one of every work, which also holds without a page.
UNSEEN = {"listed", "glimpsed", "otherYear", "identifier", "sameEmail", "sameORCID", "otherORCID", "sameNumber", "otherNumber"}

Sample = tuple[tuple[tuple[str, float], ...], bool]


def samples(results: list[tuple[str, namesakes.Result]]) -> Counter[Sample]:
    """The works that look the same, with their number."""
    found: Counter[Sample] = Counter()
    for _, result in results:
        for work in result.found:
            kinds = {kind: round(value, 1) for kind, value in namesakes.parts(work).items()}
            found[tuple(sorted(kinds.items())), work.work.owner == result.own] += 1
    return found


def chance(weights: dict[str, float], kinds: tuple[tuple[str, float], ...]) -> float:
    total = sum(weights[kind] * value for kind, value in kinds)
    return 1 / (1 + math.exp(-max(-30, min(30, total))))


def fitted(learned: Counter[Sample], start: dict[str, float]) -> dict[str, float]:
    """Begins with the program's weights, which also hold for kinds that the set lacks."""
    kinds = [kind for kind in start if kind not in UNSEEN]
    places = {kind: place for place, kind in enumerate(kinds)}
    weights = dict(start)
    for _ in range(STEPS):
        slopes = [-PENALTY * (weights[kind] - start[kind]) for kind in kinds]
        bends = [[PENALTY * (row == column) for column in range(len(kinds))] for row in range(len(kinds))]
        for (found, is_own), count in learned.items():
            p = chance(weights, found)
            seen = [(places[kind], value) for kind, value in found if kind in places]
            for row, value in seen:
                slopes[row] += count * (is_own - p) * value
                for column, factor in seen:
                    bends[row][column] += count * p * (1 - p) * value * factor
        for kind, move in zip(kinds, solved(bends, slopes)):
            weights[kind] += max(-1.0, min(1.0, move))
    return weights


def solved(rows: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a symmetric positive system, by elimination."""
    rows = [[*row, value] for row, value in zip(rows, right)]
    for place, row in enumerate(rows):
        for other in rows[place + 1:]:
            factor = other[place] / row[place]
            other[place:] = [b - factor * a for a, b in zip(row[place:], other[place:])]
    found: list[float] = []
    for place, row in reversed(list(enumerate(rows))):
        found.insert(0, (row[-1] - sum(a * b for a, b in zip(row[place + 1:-1], found))) / row[place])
    return found


def judged(weights: dict[str, float], held: Counter[Sample]) -> tuple[float, float]:
    whole = sum(held.values())
    chances = [(chance(weights, kinds), is_own, count) for (kinds, is_own), count in held.items()]
    loss = -sum(count * math.log(max(1e-9, p if is_own else 1 - p)) for p, is_own, count in chances) / whole
    return loss, sum(count for p, is_own, count in chances if (p > 0.5) == is_own) / whole


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("names", nargs="?", type=int)
    arguments.add_argument("--people", type=Path)
    arguments.add_argument("--program", action="store_true")
    asked = arguments.parse_args()
    lists = namesakes.read_people(asked.people, asked.names) if asked.people else namesakes.blocks(asked.names or NAMES)
    random.Random(1980).shuffle(lists)
    parts = lists[:2 * len(lists) // 3], lists[2 * len(lists) // 3:]
    known, held = ((namesakes.measured if asked.program else evidence.simulated)(part) for part in parts)
    own = namesakes.weights()
    made = {kind: round(weight, 1) for kind, weight in fitted(samples([result for some in known.values() for result in some]), own).items()}
    others = samples([result for some in held.values() for result in some])
    for name, weights in (("of the program", own), ("learned", made)):
        loss, right = judged(weights, others)
        print(f"{name}: log loss {loss:.4f}, right {right:.2%} of the works of other names")
        for share, results in held.items():
            print(f"{len(results)} people of {len(parts[1])} names, {share:.0%} of the titles on the page:")
            namesakes.told(results, weights)
    for kind, weight in made.items():
        print(f"{kind:17} {own[kind]:6.1f} {weight:6.1f}{'  not learned' if kind in UNSEEN else ''}")


if __name__ == "__main__":
    main()
