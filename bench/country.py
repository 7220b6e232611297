#!/usr/bin/env python3
"""A country's schools on paper: machines, caches, requests of an object store, and money, from measured unit costs.

    bench/country.py                       10,000 institutions, 5 million people, an emergency with 1,000,000 phones in a minute
    bench/country.py --institutions 500    another country; every number of ASSUMED can be given

MEASURED holds what was measured of Portico and the programs around it, in November 2026 on two cores shared with the load generator.
ASSUMED holds what no measurement can tell: how people behave, and list prices, which change. The emergency is simulated phone by phone, the
rest is sums. Nothing here measures this machine, so that the table is the same everywhere.
"""

import argparse
import math
import random
from dataclasses import dataclass

MEASURED = {
    "instance_mb": (25, "the bound of `make scale` for an institution's memory; 18.3 measured when empty, 24.6 with the demonstration"),
    "instance_idle": (0.77, "milliseconds of processor for each second of an institution that serves nobody"),
    "litestream_mb": (39, "memory of one Litestream"),
    "litestream_idle": (2.4, "milliseconds of processor for each second and copied database"),
    "pages_per_core": (7_000, "pages for everybody from Portico's own memory: 14,336 a second on two cores, load generator included"),
    "cached_per_core": (18_500, "the same from nginx in front: 37,178 a second on two cores, load generator included"),
    "listings": (14, "listings a minute of one copied database, counted at a store of our own (10 when nothing is saved)"),
    "listings_look": (7.6, "listings for each look of a follower: 229 in 30 s; with nothing new it asks for every level"),
    "database_mb": (5, "the database of a new institution"),
    "page_kb": (9, "a compressed page of the campus with its headers"),
}

ASSUMED = {
    "institutions": (10_000, "schools"),
    "people": (5_000_000, "students and guests"),
    "phones": (1_000_000, "that open the alert within the minute"),
    "affected": (2_000, "institutions that publish the alert; the phones are spread over them as their sizes are"),
    "opened_first": (0.45, "share of the phones in the first fifteen seconds: a notification opens phones at once"),
    "assets": (0.4, "files for each page that no earlier visit has left in the browser"),
    "reload": (0.5, "share that opens the page once more within the minute"),
    "handshake_ms": (0.5, "processor of the cache for a new TLS connection (ECDSA, without session tickets)"),
    "hot_pages": (6, "pages that phones open: the alert, the start, places, numbers"),
    "daily": (0.2, "share of the people on an ordinary day"),
    "pages": (12, "pages of a visit"),
    "peak_hour": (0.2, "share of the day in its busiest hour"),
    "signed_in": (0.3, "share of pages of people who are signed in, which no cache has"),
    "own_page_ms": (3, "processor of such a page"),
    "saves": (150, "saves of an institution on a school day, in as many seconds"),
    "cores": (8, "of a machine"),
    "memory_gb": (32, "of a machine"),
    "gigabit": (1.0, "network of a machine"),
    "machine_eur": (60, "a month for such a machine"),
    "put_eur": (4.6e-6, "a written object or a listing"),
    "get_eur": (0.37e-6, "a read object"),
    "storage_eur": (0.021, "a gigabyte for a month"),
    "traffic_eur": (0.04, "a gigabyte from a content delivery network"),
    "fullest": (0.6, "of a machine's processor or network that may be in use"),
}

SECONDS, MONTH = 60, 30


@dataclass
class Minute:
    """What the emergency asked of one number of cache machines."""

    machines: int
    peak: int
    processor: float
    network: float
    longest_wait: float
    origin_peak: int
    busiest_origin: int


def arrivals(assumed: dict, chance: random.Random) -> list[int]:
    """Phones in each second: a burst, then a tail."""
    weights = [assumed["opened_first"] / 15 if second < 15 else (1 - assumed["opened_first"]) / (SECONDS - 15) * 2 * (SECONDS - second) / (SECONDS - 15)
               for second in range(SECONDS)]
    total = sum(weights)
    return [round(assumed["phones"] * weight / total * chance.uniform(0.9, 1.1)) for weight in weights]


def simulate(assumed: dict, measured: dict, machines: int, origins: int, seed: int = 7) -> Minute:
    """Each phone goes to the cache machine that its connection is given; each machine asks an origin once a second for a page that it has."""
    # The same emergency for every number of machines.
    arriving, chance = random.Random(seed), random.Random(seed)
    # Sizes of institutions: a few large, many small.
    sizes = [1 / (rank + 10) for rank in range(assumed["affected"])]
    languages, pages = ("it", "en"), assumed["hot_pages"]
    capacity = assumed["cores"] * 1_000.0
    page_ms = 1_000 / measured["cached_per_core"]
    backlog = [0.0] * machines
    peak, origin_peak, busiest, processor, network, longest = 0, 0, 0, 0.0, 0.0, 0.0
    again: list[int] = [0] * (SECONDS + 40)
    for second, phones in enumerate(arrivals(assumed, arriving)):
        opened = phones + again[second]
        for _ in range(20):
            again[second + 10 + arriving.randrange(30)] += round(phones * assumed["reload"] / 20)
        asked: set[tuple[int, int, str, int]] = set()
        load, bits = [0.0] * machines, [0.0] * machines
        for institution in chance.choices(range(assumed["affected"]), sizes, k=opened):
            machine = chance.randrange(machines)
            requests = 1 + (chance.random() < assumed["assets"])
            load[machine] += requests * page_ms + assumed["handshake_ms"]
            bits[machine] += requests * measured["page_kb"] * 8e3
            asked.add((machine, institution, languages[chance.random() < 0.1], min(int(chance.expovariate(0.8)), pages - 1)))
        peak = max(peak, round(opened * (1 + assumed["assets"])))
        origin_peak = max(origin_peak, len(asked))
        by_origin = [0] * origins
        for _, institution, _, _ in asked:
            by_origin[institution % origins] += 1
        busiest = max(busiest, max(by_origin))
        for machine in range(machines):
            processor = max(processor, load[machine] / capacity)
            network = max(network, bits[machine] / (assumed["gigabit"] * 1e9))
            # What a second could not answer, for want of processor or network, waits for the next one.
            share = max(load[machine] / capacity, bits[machine] / (assumed["gigabit"] * 1e9))
            backlog[machine] = max(0.0, backlog[machine] + share - 1)
            longest = max(longest, backlog[machine])
    return Minute(machines, peak, processor, network, longest, origin_peak, busiest)


def requests_of_a_day(heartbeat: float, saves: int) -> dict[str, float]:
    """What Litestream asks of a store for one database: an object for each second with a change, and its levels of 30 s, 5 min and 1 h."""
    changes = 86_400 / heartbeat + saves
    levels = sum(min(changes, 86_400 / width) for width in (30, 300, 3_600))
    return {"written": changes + levels + 1, "listed": MEASURED["listings"][0] * 1_440, "read": changes + levels}


def euros(amount: float) -> str:
    return f"{amount:,.0f} €"


def table(rows: list[tuple[str, ...]], with_meaning: bool = False) -> None:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
        if with_meaning:
            cells[-1] = row[-1]
        print("  ".join(["", row[0].ljust(widths[0]), *cells]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, (usual, meaning) in ASSUMED.items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(usual), default=usual, help=meaning)
    assumed = vars(parser.parse_args())
    measured = {name: value for name, (value, _) in MEASURED.items()}
    assumed["affected"] = min(assumed["affected"], assumed["institutions"])

    print("Measured:")
    table([(name, str(value), meaning) for name, (value, meaning) in MEASURED.items()], with_meaning=True)
    print("\nAssumed:")
    table([(name, f"{assumed[name]:,}" if isinstance(assumed[name], int) else str(assumed[name]), meaning) for name, (_, meaning) in ASSUMED.items()],
          with_meaning=True)

    # Machines of the institutions, by what runs out first.
    by_memory = int((assumed["memory_gb"] * 1_000 - 2_000 - measured["litestream_mb"]) / measured["instance_mb"])
    peak_pages = assumed["people"] * assumed["daily"] * assumed["pages"] * assumed["peak_hour"] / 3_600
    busy = peak_pages / assumed["institutions"] * (assumed["signed_in"] * assumed["own_page_ms"] + (1 - assumed["signed_in"]) * 1_000 / measured["pages_per_core"])
    each = measured["instance_idle"] + measured["litestream_idle"] + busy
    by_processor = int(assumed["cores"] * 1_000 * assumed["fullest"] / each)
    packed = min(by_memory, by_processor)
    origins = math.ceil(assumed["institutions"] / packed)
    print("\nInstitutions on a machine:")
    table([("by memory", f"{by_memory:,}"), ("by processor", f"{by_processor:,}"), ("machines", f"{origins:,}"),
           ("machines with one standby for every five", f"{origins + math.ceil(origins / 5):,}"),
           ("pages a second in the busiest hour, all together", f"{peak_pages:,.0f}")])

    print("\nThe emergency, by machines with a cache in front:")
    rows = [("machines", "requests at the peak", "processor", "network", "longest wait", "origins together", "busiest origin")]
    machines, enough = 1, None
    while enough is None:
        minute = simulate(assumed, measured, machines, origins)
        rows.append((str(machines), f"{minute.peak:,}/s", f"{minute.processor:.0%}", f"{minute.network:.0%}", f"{minute.longest_wait:.1f} s",
                     f"{minute.origin_peak:,}/s", f"{minute.busiest_origin:,}/s"))
        if max(minute.processor, minute.network) <= assumed["fullest"]:
            enough = minute
        machines = machines + 1 if machines < 4 else math.ceil(machines * 1.4)
    table(rows)
    capacity = measured["pages_per_core"] * assumed["cores"]
    print(f"  {enough.machines} machines suffice; network and TLS fill them, not pages. The busiest machine of institutions then gets "
          f"{enough.busiest_origin:,} requests a second and can answer about {capacity:,}.")
    gigabytes = assumed["phones"] * (1 + assumed["reload"]) * (1 + assumed["assets"]) * measured["page_kb"] / 1e6
    print(f"  From a content delivery network instead: {gigabytes:,.0f} GB, {euros(gigabytes * assumed['traffic_eur'])} for the emergency.")

    print("\nCopies by Litestream in an object store, a month for all institutions:")
    rows = [("PORTICO_REPLICATED", "requests", "one institution", "all", "with a replica each that looks every second")]
    look = 86_400 * MONTH * measured["listings_look"] * assumed["put_eur"]
    for name, heartbeat in (("yes (5 s)", 5), ("60", 60), ("3600", 3_600)):
        day = requests_of_a_day(heartbeat, assumed["saves"])
        written, read = (day["written"] + day["listed"]) * MONTH, day["read"] * MONTH
        cost = written * assumed["put_eur"] + read * assumed["get_eur"] + measured["database_mb"] / 1_000 * 2 * assumed["storage_eur"]
        everybody = assumed["institutions"]
        rows.append((name, f"{(written + read) * everybody / 1e6:,.0f} million", f"{cost:.2f} €", euros(cost * everybody), euros((cost + look) * everybody)))
    table(rows)
    print("  To the disk of another machine (type: file over a mount, or sftp) the requests cost nothing: two more machines, "
          f"{euros(2 * assumed['machine_eur'])}.")

    total = (origins + math.ceil(origins / 5) + enough.machines + 2) * assumed["machine_eur"]
    print(f"\nAll together, with own caches and copies on own disks: {euros(total)} a month, "
          f"{total / assumed['institutions']:.2f} € for an institution, {total * 12 / assumed['people']:.4f} € for a person in a year.")


if __name__ == "__main__":
    main()
