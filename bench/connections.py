"""Measures whether the rate holds and answers stay quick when many connections are open at once.

    bench/.venv/bin/python bench/connections.py [--seconds 8] [--rounds 3] [--before PROGRAM]

The campus of the seed, read through 16, 64, 256 and 1,000 connections that stay open: first one page, then nine pages in turn, some of which take
long to make. Portico trusts the load as a proxy, so that the limit of connections for one address does not count. The bars: at least 80 % of the
rate at 16 connections, no time-out (2 s), no broken connection, and at 256 connections 99 of 100 answers within 100 ms. The load generator is on
the same machine, so compare the figures of one run; the table has the medians of the rounds. `--before` measures another program in the same
rounds. `PORTICO_PROGRAM` names another program than the release build.
"""

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import portico
from measure import SCRIPTS, Service, read_wrk

CONNECTIONS = [16, 64, 256, 1_000]
RATIO, P99 = 0.8, 100.0
PAGES = {
    "one page": ["/campus"],
    "nine pages": ["/", "/campus", "/campus/alerts", "/campus/news", "/campus/people", "/campus/calendars", "/campus/places", "/campus/degrees", "/stories"],
}


@dataclass
class Row:
    rate: float
    p50: float
    p99: float
    timeouts: int
    refused: int


def measured(service: Service, pages: list[str], connections: int, seconds: int) -> Row:
    command = ["wrk", "--threads", "1", "--connections", str(connections), "--duration", f"{seconds}s", "--latency", "--header",
               "Accept-Encoding: gzip", "--header", "Accept-Language: it", "--script", str(SCRIPTS / "pages.lua"), service.address]
    out = subprocess.run(command, env=os.environ | {"BENCH_PAGES": "\n".join(pages)}, capture_output=True, text=True, check=True).stdout
    # `Socket errors: connect 0, read 0, write 0, timeout 44`, only where there are any.
    broken, timeouts = 0, 0
    if found := re.search(r"connect (\d+), read (\d+), write (\d+), timeout (\d+)", out):
        *parts, timeouts = map(int, found.groups())
        broken = sum(parts)
    load = read_wrk(out, 0)
    return Row(load.per_second, load.p50_ms, load.p99_ms, timeouts, load.refused + broken)


def median(rows: list[Row]) -> Row:
    def middle(name: str) -> float:
        return statistics.median(getattr(row, name) for row in rows)

    return Row(middle("rate"), middle("p50"), middle("p99"), max(row.timeouts for row in rows), max(row.refused for row in rows))


def table(name: str, rows: dict[int, Row]) -> bool:
    print(f"\n{name:32} {'a second':>10} {'of 16':>7} {'p50 ms':>8} {'p99 ms':>8} {'time-outs':>9} {'refused':>8}")
    holds = True
    for connections, row in rows.items():
        ratio = row.rate / rows[CONNECTIONS[0]].rate
        is_met = ratio >= RATIO and not row.timeouts and not row.refused and (connections != 256 or row.p99 <= P99)
        holds &= is_met
        print(f"{connections:>27,} conn {row.rate:>10,.0f} {ratio:>7.0%} {row.p50:>8.1f} {row.p99:>8.1f} {row.timeouts:>9} {row.refused:>8}"
              f"  {'met' if is_met else 'MISSED'}")
    return holds


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--seconds", type=int, default=8)
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--before", type=Path)
    wanted = arguments.parse_args()
    if not shutil.which("wrk"):
        raise SystemExit("wrk is not installed: tools/setup --bench")
    programs = ([("before", wanted.before.resolve())] if wanted.before else []) + [("now", portico.PROGRAM.resolve())]
    with tempfile.TemporaryDirectory() as folder:
        services = {}
        for name, program in programs:
            service = portico.service(Path(folder) / name)
            service.command[0] = str(program)
            service.environment["PORTICO_TRUSTED_PROXIES"] = "127.0.0.1"
            services[name] = service
            service.start(within=300)
        try:
            found: dict[tuple[str, str, int], list[Row]] = {}
            for _ in range(wanted.rounds):
                for pages in PAGES:
                    for connections in CONNECTIONS:
                        for name, service in services.items():
                            row = measured(service, PAGES[pages], connections, wanted.seconds)
                            found.setdefault((name, pages, connections), []).append(row)
        finally:
            for service in services.values():
                service.stop()
    holds = [table(f"{name}, {pages}", {count: median(found[name, pages, count]) for count in CONNECTIONS})
             for name in services for pages in PAGES]
    sys.exit(0 if all(holds[-len(PAGES):]) else 1)


if __name__ == "__main__":
    main()
