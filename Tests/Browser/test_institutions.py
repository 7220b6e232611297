"""Several institutions on one machine, each with its own program."""

import os
import re
import sqlite3
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from portico import PROGRAM, ROOT
from scale import HAPROXY, OUTSIDE, TOOLS, WHOLE, Scaled


def institution(root: Path, *words: str, **settings: str) -> subprocess.CompletedProcess:
    environment = OUTSIDE | {"PORTICO_ENV": os.devnull, "LC_ALL": "C.UTF-8"} | settings
    return subprocess.run([PROGRAM, "institution", *words, "--root", root], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60)


def test_institutions_come_and_go(tmp_path: Path):
    assert "no institutions" in institution(tmp_path, "list").stdout
    shown = institution(tmp_path, "add", "aquila", "aquila.example.org", "--print")
    assert shown.returncode == 0 and "PORTICO_URL=https://aquila.example.org" in shown.stdout
    assert not (tmp_path / "etc").exists(), "--print does nothing"
    assert institution(tmp_path, "add", "aquila", "Aquila.example.org", "--copies", "s3://copies/portico").returncode == 0
    assert institution(tmp_path, "add", "sulmona", "sulmona.example.org").returncode == 0
    assert institution(tmp_path, "list").stdout.splitlines() == [
        "aquila\taquila.example.org\t8101\ts3://copies/portico", "sulmona\tsulmona.example.org\t8102\t-"]
    for words, said in [(("add", "Aquila", "x.org"), "cannot be"), (("add", "../x", "x.org"), "cannot be"), (("add", "x", "x.org:80"), "no host name"),
                        (("add", "teramo", "aquila.example.org"), "already"), (("remove", "aquilla"), "do you mean “aquila”")]:
        refused = institution(tmp_path, *words)
        assert refused.returncode == 1 and said in refused.stderr, (words, refused)
    assert "non può essere" in institution(tmp_path, "add", "Aquila", "x.org", LC_ALL="it_IT.UTF-8").stderr
    shared = tmp_path / "etc/portico/institutions"
    assert "aquila.example.org i_aquila" in (shared / "hosts.map").read_text()
    assert (tmp_path / "etc/portico/aquila.env").stat().st_mode & 0o777 == 0o640
    (tmp_path / "var/lib/portico-aquila").mkdir(parents=True)
    assert institution(tmp_path, "remove", "aquila").returncode == 0
    assert (tmp_path / "var/lib/portico-aquila").exists(), "data stay without --purge"
    assert "aquila" not in (shared / "hosts.map").read_text() + (shared / "litestream.yml").read_text()
    if HAPROXY:
        text = (TOOLS / "institutions.haproxy.cfg").read_text().replace("/etc/portico", f"{tmp_path}/etc/portico")
        (tmp_path / "proxy.cfg").write_text(text)
        checked = subprocess.run([HAPROXY, "-c", "-f", tmp_path / "proxy.cfg", "-f", shared / "haproxy.cfg"], capture_output=True, text=True)
        assert checked.returncode == 0, checked.stderr


@pytest.mark.skipif(not WHOLE, reason="make scale")
def test_twenty_institutions_fit(tmp_path: Path):
    def memory(server: Scaled) -> float:
        """Megabytes of parent and child, with their part of what several processes share."""
        assert server.process is not None
        children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
        texts = [Path(f"/proc/{process}/smaps_rollup").read_text() for process in (server.process.pid, *children)]
        return sum(int(re.search(r"^Pss:\s+(\d+)", text, re.M)[1]) for text in texts) / 1_024

    servers = [Scaled(tmp_path / f"data{number}", tmp_path / f"{number}.log", "--without-seed") for number in range(20)]
    try:
        for server in servers:
            server.start()
            assert server.ask("/")[0] == 503, "the wizard has not made the site yet"
            assert server.stop() == 0
            with closing(sqlite3.connect(server.data / "portico.sqlite")) as database, database:
                database.execute("INSERT INTO setting (key, value) VALUES ('name', 'Istituto di prova')")
        begun = time.monotonic()
        with ThreadPoolExecutor(len(servers)) as starting:
            list(starting.map(Scaled.start, servers))
        took = time.monotonic() - begun
        for server in servers:
            assert server.ask("/")[0] == 200
        # A start leaves memory behind that is given back within seconds.
        end, each = time.monotonic() + 60, [26.0]
        while max(each) > 25 and time.monotonic() < end:
            time.sleep(1)
            each = [memory(server) for server in servers]
        print(f"20 institutions: {max(each):.1f} MB at most, {sum(each):.0f} MB together, started in {took:.2f} s")
        assert max(each) <= 25
        assert took <= 2
    finally:
        for server in servers:
            server.end()
