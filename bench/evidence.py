"""The evidence of the program in Python, so that its weights are learned and judged in a minute, without a build.

It follows `EvidenceWeighing` and its parts for lists like those of bench/namesakes.py, which also says on how many works both agree. What such lists and
pages never show is missing: DOIs, numbers of catalogues, ORCID iDs, titles that are glimpsed.
"""

import functools
import itertools
import math
import random
import unicodedata
from collections import Counter, defaultdict

import namesakes

GAP, FEWEST, SHARE_OF_TIED, LEAST_COMPLETENESS, MOST_WORKS = 12, 5, 3, 35, 400
OTHER_INITIAL, OTHER_NAME, UNKNOWN, SAME_INITIAL, SAME_NAME = range(5)
KINDS = {OTHER_INITIAL: "otherInitial", OTHER_NAME: "otherName", SAME_INITIAL: "sameInitial", SAME_NAME: "sameName"}


@functools.lru_cache(None)
def folded(text: str) -> tuple[str, ...]:
    """The words of `foldedTitle`."""
    letters = [" " if not (sign.isalpha() or sign.isnumeric()) else sign
               for sign in unicodedata.normalize("NFKD", text).lower() if not unicodedata.combining(sign)]
    return tuple("".join(letters).split())


def given(name: str, surname: str) -> tuple[str, ...] | None:
    words, wanted = folded(name), folded(surname)
    for place in range(len(words) - len(wanted), -1, -1):
        if words[place:place + len(wanted)] == wanted:
            return words[:place] + words[place + len(wanted):]
    return None


def compared(own: tuple[str, ...], other: tuple[str, ...]) -> int:
    if not own or not other:
        return UNKNOWN
    a, b = own[0], other[0]
    if a[0] != b[0]:
        return UNKNOWN if any(word[0] == b[0] for word in own[1:]) or any(word[0] == a[0] for word in other[1:]) else OTHER_INITIAL
    if len(a) == 1 or len(b) == 1:
        return UNKNOWN if len(own) > 1 and len(other) > 1 and own[1][0] != other[1][0] else SAME_INITIAL
    return SAME_NAME if a == b or len(a) > 2 and b.startswith(a) or len(b) > 2 and a.startswith(b) else OTHER_NAME


def people(authors: list[list[str]], surname: str) -> list[dict[str, None]]:
    """The keys of the co-authors of each work, as of `CoAuthorKeys`; the works of the bench write given names first."""
    names: defaultdict[str, set[str]] = defaultdict(set)
    for name in itertools.chain.from_iterable(authors):
        words = folded(name)
        if len(words) > 1 and len(words[0]) > 1:
            names[f"{words[-1]} {words[0][0]}"].add(words[0])

    @functools.lru_cache(None)
    def key(name: str) -> str:
        words = folded(name)
        if len(words) < 2:
            return "".join(words)
        if len(words[0]) > 1:
            return f"{words[-1]} {words[0]}"
        known = names[f"{words[-1]} {words[0]}"]
        return f"{words[-1]} {next(iter(known)) if len(known) == 1 else words[0]}"

    return [{key(name): None for name in listed if folded(name) and given(name, surname) is None} for listed in authors]


def groups(keys: list[dict[str, None]], others: set[int]) -> list[int]:
    parents = list(range(len(keys)))

    def root(index: int) -> int:
        while parents[index] != index:
            parents[index] = parents[parents[index]]
            index = parents[index]
        return index

    first: dict[str, int] = {}
    for index, own in enumerate(keys):
        if index not in others:
            for key in own:
                parents[root(index)] = root(first.setdefault(key, index))
    return [root(index) for index in range(len(keys))]


def stems(words: tuple[str, ...]) -> set[str]:
    return {word[:4] for word in words if len(word) > 1}


class Likeness:
    """As `TitleLikeness`."""

    def __init__(self, titles: list[str], core: set[int]):
        self.words = [{word[:6] for word in folded(title) if len(word) > 3} for title in titles]
        counts = Counter(word for words in self.words for word in words)
        self.weights = {word: math.log(1 + len(titles) / count)**2 for word, count in counts.items()}
        self.lengths = [math.sqrt(sum(self.weights[word] for word in words)) for words in self.words]
        self.having: defaultdict[str, list[int]] = defaultdict(list)
        for index in core:
            for word in self.words[index]:
                if counts[word] <= MOST_WORKS:
                    self.having[word].append(index)

    def best(self, index: int) -> float:
        products: defaultdict[int, float] = defaultdict(float)
        for word in self.words[index]:
            for other in self.having[word]:
                if other != index:
                    products[other] += self.weights[word]
        return max((product / self.lengths[index] / self.lengths[other] for other, product in products.items()), default=0)


def weighed(author: str, surname: str, works: list[namesakes.Work], presence: list[str | None]) -> list[list[tuple[str, int | None]]]:
    """The kinds of evidence of each work; `presence` is onPage, resembled or None."""
    own = given(author, surname) or ()
    authors = [work.authors.split(", ") for work in works]
    names = [max((compared(own, found) for name in listed if (found := given(name, surname)) is not None), default=UNKNOWN) for listed in authors]
    core = {index for index, kind in enumerate(presence) if kind and names[index] > OTHER_NAME}
    others = {index for index, name in enumerate(names) if name < UNKNOWN}
    keys = people(authors, surname)
    group = groups(keys, others)
    of_group = Counter(group[index] for index in core)
    shared = Counter(key for index in core for key in keys[index])
    likeness = Likeness([work.title for work in works], core)
    company = [sum(shared[key] - (index in core) for key in keys[index]) for index in range(len(works))]
    tied = [index for index in range(len(works)) if index not in others and company[index] >= 2]
    completeness = int(100 * (sum(presence[index] is not None for index in tied) + 1) / (len(tied) + 1.5))
    is_half = 2 * sum(kind is not None for kind in presence) >= len(works)
    are_few_tied = SHARE_OF_TIED * len(tied) < len(works) - len(others)
    speaks = bool(core) and (is_half or are_few_tied or completeness >= LEAST_COMPLETENESS)
    dated = sorted(works[index].year for index in core)
    years = (dated[0], dated[-1]) if len(dated) >= FEWEST else None
    venues = {folded(works[index].venue) for index in core} - {()}
    places = Counter(word for place in {folded(work.place) for work in works} - {()} for word in stems(place))
    count = len({folded(work.place) for work in works} - {()})
    known = {word for index in core for word in stems(folded(works[index].place))}

    def evidence(index: int) -> list[tuple[str, int | None]]:
        work, has_others = works[index], len(core) > (index in core)
        found: list[tuple[str, int | None]] = [("listed", None)]
        if presence[index]:
            found += [(presence[index], None), ("sameYear", None)]
        elif speaks:
            found.append(("notOnPage", completeness))
        if names[index] in KINDS:
            found.append((KINDS[names[index]], None))
        if has_others:
            if company[index]:
                found.append(("manyTogether" if company[index] > 1 else "together", None))
            elif not keys[index]:
                found.append(("alone", None))
            else:
                found.append(("chained" if of_group[group[index]] > (index in core) else "strangers", None))
            best = likeness.best(index)
            if best >= 0.15 or best < 0.04:
                found.append(("muchAlikeTitle" if best >= 0.3 else "alikeTitle" if best >= 0.15 else "unlikeTitle", None))
        if index in core:
            return found
        if years and not years[0] - GAP <= work.year <= years[1] + GAP:
            found.append(("farYear", None))
        if folded(work.venue) in venues:
            found.append(("sameVenue", None))
        if work.place and known:
            own_words = {word: math.log(1 + count / places[word])**2 for word in stems(folded(work.place))}
            value = sum(weight for word, weight in own_words.items() if word in known) / sum(own_words.values()) if own_words else 0.2
            if value >= 0.7 or value < 0.1:
                found.append(("sameInstitution" if value >= 0.7 else "otherInstitution", None))
        return found

    return [evidence(index) for index in range(len(works))]


def presence(works: list[namesakes.Work], shown: dict[str, str]) -> list[str | None]:
    """How the page shows each work; `shown` are its titles, as they are and as it writes them."""
    kinds = {namesakes.plain(title): "onPage" if namesakes.plain(title) == namesakes.plain(written) else "resembled" for title, written in shown.items()}
    return [kinds.get(namesakes.plain(work.title)) for work in works]


def simulated(lists: list[tuple[str, list[namesakes.Person]]], shares: tuple[float, ...] = namesakes.SHARES) -> dict[float, list[tuple[str, namesakes.Result]]]:
    """As `namesakes.measured`, without the range of h."""
    chance = random.Random(1980)
    results: dict[float, list[tuple[str, namesakes.Result]]] = {share: [] for share in shares}
    for family, some in lists:
        works = [work for one in some for work in one.works]
        for own, share in itertools.product([place for place, one in enumerate(some) if one.is_measured], shares):
            shown, _ = namesakes.page(chance, some[own], share)
            there = presence(works, shown)
            found = zip(works, there, weighed(f"{some[own].given} {family}", family, works, there))
            results[share].append((family, namesakes.Result(
                some[own], own, [namesakes.Found(work, kind is not None, kinds) for work, kind, kinds in found], None, None, shown)))
    return results


def agreement(results: list[tuple[str, namesakes.Result]], known: dict[str, float]) -> float:
    """The share of the works that the program's evidence and this one decide alike."""
    alike = []
    for family, result in results:
        works = [found.work for found in result.found]
        own = weighed(f"{result.person.given} {family}", family, works, presence(works, result.shown))
        alike += [(namesakes.odds(known, found) > 0) == (namesakes.odds(known, namesakes.Found(found.work, found.is_in, kinds)) > 0)
                  for found, kinds in zip(result.found, own)]
    return sum(alike) / len(alike)
