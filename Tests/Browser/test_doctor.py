"""`portico doctor` as an operator types it: what it says of a running site, in which language, and how it ends."""

import json
import os
import subprocess
from pathlib import Path

from portico import PROGRAM, ROOT, Server


def doctor(server: Server, *words: str, **settings: str) -> subprocess.CompletedProcess:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PORTICO_", "LC_", "LANG"))}
    environment |= {"PORTICO_DATA": str(server.data), "PORTICO_PORT": str(server.port)} | settings
    return subprocess.run([PROGRAM, "doctor", *words], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)


def findings(run: subprocess.CompletedProcess) -> dict[str, str]:
    return {f"{line['check']}.{line['finding']}": line["state"] for line in json.loads(run.stdout)}


def test_a_running_site_is_examined_from_both_sides(server: Server) -> None:
    run = doctor(server, server.address, "--json")
    found = findings(run)
    # The site was started without PORTICO_URL, and is reached without a proxy.
    assert found["service.ok"] == found["forwarded.direct"] == found["upload.ok"] == found["stream.ok"] == "ok", found
    assert found["address.unset"] == "fault"
    assert found["settings.noURL"] == found["mail.none"] == found["push.noHTTPS"] == "warning"
    assert found["cookies.ok" if "cookies.ok" in found else "cookies.plain"] == "ok"
    assert run.returncode == 1
    # Its token is gone, and the site answers nothing without it.
    assert not (server.data / "doctor.token").exists()


def test_from_another_machine_the_rest_is_not_found_out(server: Server, tmp_path: Path) -> None:
    run = doctor(server, "--outside", "--json", server.address, PORTICO_DATA=str(tmp_path / "none"))
    found = findings(run)
    assert found["headers.ok" if "headers.ok" in found else "headers.plain"] == "ok"
    assert found["forwarded.noToken"] == found["upload.noToken"] == "unknown"
    assert run.returncode == 2, found
    assert not (tmp_path / "none").exists()


def test_it_speaks_the_language_of_the_terminal(server: Server) -> None:
    italian = doctor(server, "--inside", LANG="it_IT.UTF-8").stdout
    assert "avviso: Nessun server di posta è impostato" in italian
    assert "    → Nel file delle impostazioni" in italian
    assert "warning: No mail server is set" in doctor(server, "--inside", LANG="C.UTF-8").stdout


def test_wrong_settings_are_findings_too(server: Server) -> None:
    run = doctor(server, "--json", PORTICO_PORT="many", PORTICO_HOTS="x")
    assert run.returncode == 1
    assert [line["finding"] for line in json.loads(run.stdout)] == ["invalid", "invalid"]


def test_another_address_is_answered_with_both(server: Server) -> None:
    import http.client

    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    connection.request("GET", "/campus", headers={"Host": "portal.example.org", "Accept-Language": "it"})
    answer = connection.getresponse()
    page = answer.read().decode()
    assert answer.status == 421
    assert "Hai chiesto portal.example.org" in page
    assert "PORTICO_URL=https://portal.example.org" in page
    assert "GET /campus 421: " in server.last_words()
