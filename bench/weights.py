"""Learns the weights of the evidence from invented namesakes and prints them beside those of the program.

    python bench/weights.py [names]

The runs of bench/namesakes.py say which evidence each work has, and the set says whose it is. A logistic regression with a small penalty is fitted on
two thirds of the names; the log loss and the share of right decisions on the others are printed for the program's weights and the learned ones. The
same set gives the same weights. They take effect only after they are written into `EvidenceWeights`, which keeps results reproducible.
"""

import math
import sys

import namesakes

STEPS, RATE, PENALTY = 400, 0.5, 0.001

Sample = tuple[list[str], bool]


def samples(results: list[tuple[str, namesakes.Result]]) -> list[Sample]:
    return [(found.evidence, found.work.owner == result.own) for _, result in results for found in result.found]


def chance(weights: dict[str, float], kinds: list[str]) -> float:
    total = sum(weights.get(kind, 0) for kind in kinds)
    return 1 / (1 + math.exp(-max(-30, min(30, total))))


def fitted(learned: list[Sample], start: dict[str, float]) -> dict[str, float]:
    """Begins with the program's weights, which also hold for kinds that the set lacks."""
    weights = dict(start)
    for _ in range(STEPS):
        slopes = {kind: -PENALTY * (weights[kind] - start[kind]) for kind in weights}
        for kinds, is_own in learned:
            error = (is_own - chance(weights, kinds)) / len(learned)
            for kind in kinds:
                slopes[kind] += error
        for kind, slope in slopes.items():
            weights[kind] += RATE * slope
    return weights


def judged(weights: dict[str, float], held: list[Sample]) -> tuple[float, float]:
    chances = [(chance(weights, kinds), is_own) for kinds, is_own in held]
    loss = -sum(math.log(max(1e-9, p if is_own else 1 - p)) for p, is_own in chances) / len(chances)
    return loss, sum((p > 0.5) == is_own for p, is_own in chances) / len(chances)


def main() -> None:
    names = int(sys.argv[1]) if len(sys.argv) > 1 else namesakes.NAMES
    results = [result for some in namesakes.measured(names).values() for result in some]
    families = sorted({family for family, _ in results})
    known = set(families[:2 * len(families) // 3])
    learned = samples([result for result in results if result[0] in known])
    held = samples([result for result in results if result[0] not in known])
    own = namesakes.weights()
    made = fitted(learned, own)
    for name, weights in (("of the program", own), ("learned", made)):
        loss, right = judged(weights, held)
        print(f"{name:15} log loss {loss:.4f}, right {right:.2%} of {len(held)} works of other names")
    for kind in sorted(own):
        print(f"  .{kind}: {own[kind]:g} -> {made[kind]:.1f}")


if __name__ == "__main__":
    main()
