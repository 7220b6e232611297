"""Learns the weights of the evidence from namesakes and prints them beside those of the program.

    python bench/weights.py [names] [--people FOLDER]

The runs of bench/namesakes.py, over invented people and those of the folder, say which evidence each work has, and the set says whose it is. A logistic
regression with a small penalty for leaving the program's weights is fitted on two thirds of the names; the log loss and the share of right decisions on
the others are printed for the program's weights and the learned ones. Every person counts alike, however many works the name has. The same set gives the
same weights. They take effect only after they are written into `EvidenceWeights`, which keeps results reproducible.
"""

import argparse
import math
import random
from collections import Counter
from pathlib import Path

import namesakes

STEPS, PENALTY = 3_000, 0.0005
NAMES = 30

Sample = tuple[tuple[tuple[str, float], ...], bool]


def samples(results: list[tuple[str, namesakes.Result]]) -> Counter[Sample]:
    """The works that look the same, with the number of people that they make."""
    found: Counter[Sample] = Counter()
    for _, result in results:
        for work in result.found:
            kinds = {kind: round(value, 1) for kind, value in namesakes.parts(work).items()}
            found[tuple(sorted(kinds.items())), work.work.owner == result.own] += 1 / len(result.person.works)
    return found


def chance(weights: dict[str, float], kinds: tuple[tuple[str, float], ...]) -> float:
    total = sum(weights[kind] * value for kind, value in kinds)
    return 1 / (1 + math.exp(-max(-30, min(30, total))))


def fitted(learned: Counter[Sample], start: dict[str, float]) -> dict[str, float]:
    """Begins with the program's weights, which also hold for kinds that the set lacks; steps adapt to each weight (Adam)."""
    weights, means, squares = dict(start), dict.fromkeys(start, 0.0), dict.fromkeys(start, 0.0)
    whole = sum(learned.values())
    for step in range(1, STEPS + 1):
        slopes = {kind: -PENALTY * (weights[kind] - start[kind]) for kind in weights}
        for (kinds, is_own), count in learned.items():
            error = (is_own - chance(weights, kinds)) * count / whole
            for kind, value in kinds:
                slopes[kind] += error * value
        for kind, slope in slopes.items():
            means[kind] = 0.9 * means[kind] + 0.1 * slope
            squares[kind] = 0.999 * squares[kind] + 0.001 * slope**2
            move = means[kind] / (1 - 0.9**step) / (math.sqrt(squares[kind] / (1 - 0.999**step)) + 1e-8)
            weights[kind] += 0.02 * move
    return weights


def judged(weights: dict[str, float], held: Counter[Sample]) -> tuple[float, float]:
    whole = sum(held.values())
    chances = [(chance(weights, kinds), is_own, count) for (kinds, is_own), count in held.items()]
    loss = -sum(count * math.log(max(1e-9, p if is_own else 1 - p)) for p, is_own, count in chances) / whole
    return loss, sum(count for p, is_own, count in chances if (p > 0.5) == is_own) / whole


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("names", nargs="?", type=int, default=NAMES)
    arguments.add_argument("--people", type=Path)
    asked = arguments.parse_args()
    lists = namesakes.blocks(asked.names) + (namesakes.read_people(asked.people, asked.names) if asked.people else [])
    results = [result for some in namesakes.measured(lists).values() for result in some]
    families = random.Random(1980).sample(sorted({family for family, _ in results}), len({family for family, _ in results}))
    known = set(families[:2 * len(families) // 3])
    learned = samples([result for result in results if result[0] in known])
    held = samples([result for result in results if result[0] not in known])
    own = namesakes.weights()
    made = fitted(learned, own)
    for name, weights in (("of the program", own), ("learned", made)):
        loss, right = judged(weights, held)
        print(f"{name:15} log loss {loss:.4f}, right {right:.2%} of the works of other names")
    for kind, weight in made.items():
        print(f"{kind:15} {own[kind]:6.1f} {weight:6.2f}")


if __name__ == "__main__":
    main()
