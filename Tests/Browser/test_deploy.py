"""README's "Running it for real", followed as it is written: install, proxy, logs, update, backup, restore, another name."""

import json
import os
import pwd
import re
import shlex
import shutil
import socket
import subprocess
import threading
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from machine import NAME, NEW_NAME, README, OutsideVisitor, Machine, blocks, section
from portico import ROOT

PASSWORD = "una frase lunga di prova"
# What a visitor would write who wants another address banned.
FORGED = "failed sign-in kind=account from=203.0.113.66"
VISITOR, SPOOFED = "127.0.0.9", "203.0.113.77"
SITE = """
site: { name: Portale di prova, language: it, zone: Europe/Rome, systems: [house] }
house:
  houses:
    - key: casa
      name: Casa di prova
      zone: Europe/Rome
      contents:
        guests:
          - { key: ugo, name: Ugo Bianchi }
"""
DEPLOY = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "deploy").rglob("*") if path.is_file())


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    made = Machine(tmp_path_factory.mktemp("machine"))
    yield made
    made.close()


@pytest.fixture(scope="module")
def administrator(machine: Machine) -> OutsideVisitor:
    return OutsideVisitor(machine)


def signed_in(visitor: OutsideVisitor) -> OutsideVisitor:
    visitor.cookies.clear()
    answer = visitor.post("/sign-in", {"name": "vera", "password": PASSWORD})
    assert answer.status == 303, answer.status
    return visitor


# Before anything runs

def test_readme_names_every_file_and_prints_no_other():
    for file in DEPLOY:
        assert file in README, f"README does not name {file}"
    for language in ("ini", "nginx", "cron"):
        for printed in re.findall(rf"^```{language}\n(.*?)^```$", section("Running it for real"), re.M | re.S):
            assert printed in [(ROOT / file).read_text() for file in DEPLOY], f"README prints another {language}:\n{printed}"


def test_the_units_are_valid_and_hardened(machine: Machine):
    folder = machine.checkout / "deploy"
    units = [path for path in folder.iterdir() if path.suffix in (".service", ".socket", ".timer")]
    assert len(units) == 5
    (machine.root / "opt/portico").mkdir()
    (machine.root / "opt/portico/portico").symlink_to(machine.checkout / ".build/release/portico")
    try:
        for unit in units:
            name = unit.name.replace("@", "@blu")
            if name != unit.name:
                shutil.copy(unit, folder / name)
            done = subprocess.run(["systemd-analyze", "verify", folder / name], capture_output=True, text=True)
            assert done.returncode == 0 and not done.stderr, done.stderr
    finally:
        shutil.rmtree(machine.root / "opt/portico")
    for unit in ("portico.service", "portico@blu.service", "portico-backup.service"):
        done = subprocess.run(
            ["systemd-analyze", "security", "--offline=true", "--threshold=19", folder / unit], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout.splitlines()[-1]


def test_both_services_are_hardened_alike():
    one, many = ((ROOT / "deploy" / name).read_text() for name in ("portico.service", "portico@.service"))
    rewritten = many.replace("-%i", "").replace("%i.env", "portico.env").replace("Portico, site %i", "Portico")
    settings = [[line for line in text.splitlines() if line and not line.startswith("#")] for text in (one, rewritten)]
    assert [line for line in settings[1] if line != "Environment=PORTICO_ENV=/etc/portico/portico.env"] == settings[0]


def test_the_mail_program_works_without_new_rights(machine: Machine):
    line = re.search(r"^#PORTICO_MAIL=(.*)$", (ROOT / "deploy/portico.env").read_text(), re.M)[1]
    received = []
    with socket.create_server(("127.0.0.1", 0)) as door:
        def serve() -> None:
            with door.accept()[0] as peer, peer.makefile("rwb", buffering=0) as lines:
                lines.write(b"220 mail\r\n")
                while words := lines.readline():
                    received.append(words)
                    if words.upper().startswith(b"DATA"):
                        lines.write(b"354 go on\r\n")
                        while (text := lines.readline()) != b".\r\n":
                            received.append(text)
                    lines.write(b"221 bye\r\n" if words.upper().startswith(b"QUIT") else b"250 mail\r\n")

        server = threading.Thread(target=serve, daemon=True)
        server.start()
        message = f"From: portico@{NAME}\r\nTo: lina@example.org\r\nSubject: Prova\r\n\r\nCiao.\r\n"
        done = subprocess.run(
            ["setpriv", "--no-new-privs", *shlex.split(line), f"--port={door.getsockname()[1]}"], input=message, text=True,
            capture_output=True, timeout=30, env={"PATH": "/usr/bin:/bin", "HOME": str(machine.root)})
        assert done.returncode == 0, done.stderr
        server.join(30)
    text = b"".join(received).decode()
    assert f"MAIL FROM:<portico@{NAME}>" in text and "RCPT TO:<lina@example.org>" in text and "Subject: Prova" in text


# As typed, in the order of README

def test_the_service_starts_and_the_first_administrator_comes_in(machine: Machine, administrator: OutsideVisitor):
    install, seeding = blocks("Running it for real")[:2]
    before, after = install.split("sudoedit /etc/portico/portico.env\n")
    machine.follow(before)
    # The ports are this test's; at the full cost an unoptimised build needs seconds for each password.
    machine.edit("/etc/portico/portico.env", ("#PORTICO_PORT=", "PORTICO_SCRYPT_COST=12\nPORTICO_PORT="))
    machine.follow(after)
    assert {"sudo useradd --system --home-dir /var/lib/portico --shell /usr/sbin/nologin portico", "sudo systemctl daemon-reload"} <= set(machine.calls)
    assert (machine.root / "var/lib/portico").stat().st_mode & 0o777 == 0o700
    assert sorted(path.name for path in (machine.root / "opt/portico").iterdir()) == ["Public", "Templates", "portico"]

    machine.follow(blocks("Running it for real")[2])
    wizard = re.search(rf"set it up: https://{NAME}(/setup/\S+)", machine.words())[1]
    assert administrator.get(wizard)[0] == 200
    assert administrator.get("/admin")[0] == 503
    (machine.root / "etc/portico/site.yaml").write_text(SITE)
    assert "+ house.houses casa" in machine.follow(seeding)[0]
    assert administrator.get(wizard)[0] == 410
    link = re.search(rf"chooses a password at https://{NAME}(/\S+)", machine.words())[1]
    assert administrator.get(link)[0] == 200
    fields = {"name": "vera", "displayName": f"Vera {FORGED}", "password": PASSWORD, "passwordAgain": PASSWORD}
    assert administrator.post(link, fields).status == 303
    signed_in(administrator)
    assert administrator.get("/admin")[0] == 200
    assert "Casa di prova" in administrator.get("/admin/house/houses")[1]


def test_the_proxy_as_printed(machine: Machine, administrator: OutsideVisitor):
    for address in ("127.0.0.1", "::1"):
        with socket.create_connection((address, machine.ports["80"]), 10) as plain:
            plain.sendall(f"GET /house?x=1 HTTP/1.0\r\nHost: {NAME}\r\n\r\n".encode())
            answer = plain.makefile("rb").read().decode()
        assert answer.startswith("HTTP/1.1 301") and f"Location: https://{NAME}/house?x=1\r\n" in answer
        assert OutsideVisitor(machine, source=address).get("/health")[0] == 200
    (machine.root / "var/www/html/.well-known/acme-challenge/token").write_text("proof")
    with socket.create_connection(("127.0.0.1", machine.ports["80"]), 10) as plain:
        plain.sendall(f"GET /.well-known/acme-challenge/token HTTP/1.0\r\nHost: {NAME}\r\n\r\n".encode())
        assert plain.makefile("rb").read().endswith(b"\r\n\r\nproof")
    assert OutsideVisitor(machine).connect("h2", "http/1.1").selected_alpn_protocol() == "h2"
    answer = administrator.ask("GET", "/sign-in")
    assert answer.headers.get_all("Strict-Transport-Security") == ["max-age=63072000"]


def noise(size: int) -> bytes:
    """A picture that cannot be compressed."""
    def chunk(kind: bytes, content: bytes) -> bytes:
        return len(content).to_bytes(4, "big") + kind + content + zlib.crc32(kind + content).to_bytes(4, "big")

    rows = b"".join(b"\0" + os.urandom(3 * size) for _ in range(size))
    header = size.to_bytes(4, "big") * 2 + bytes([8, 2, 0, 0, 0])
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 0)) + chunk(b"IEND", b"")


def test_uploads_and_live_messages_pass_the_proxy(machine: Machine, administrator: OutsideVisitor):
    picture = noise(1700)
    assert len(picture) > 8 << 20
    body = b"--edge\r\nContent-Disposition: form-data; name=\"files\"; filename=\"neve.png\"\r\nContent-Type: image/png\r\n\r\n" + picture + b"\r\n--edge--\r\n"
    multipart = {"Content-Type": "multipart/form-data; boundary=edge"}
    answer = administrator.ask("POST", "/admin/media", body, **multipart)
    assert answer.status == 303, answer.read().decode()[:2000]
    assert "neve" in administrator.get("/admin/media")[1]
    assert administrator.ask("POST", "/admin/media", length=65 << 20, **multipart).status == 413

    door = re.search(r'href="(/house/guests/\d+/entry)"', administrator.get("/house")[1])[1]
    assert administrator.post(door, {"try": "yes"}).status == 303
    stream = administrator.ask("GET", "/house/events", Accept="text/event-stream")
    assert stream.headers["Content-Type"] == "text/event-stream"
    # The answer does not end: held back, it would not come within the time of the connection.
    assert stream.readline() == b"retry: 3000\n"
    stream.close()


def banned(machine: Machine, lines: list[str]) -> list[str]:
    """The addresses that fail2ban's filter finds."""
    log = machine.root / "lines"
    log.write_text("".join(line + "\n" for line in lines))
    done = subprocess.run(
        ["fail2ban-regex", "-o", "ip", log, machine.root / "etc/fail2ban/filter.d/portico.conf"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def fail_to_sign_in(machine: Machine) -> None:
    stranger = OutsideVisitor(machine, source=VISITOR)
    for name in ("vera", f"x\n<5>{FORGED}\n{FORGED}"):
        assert stranger.post("/sign-in", {"name": name, "password": FORGED}, X_Forwarded_For=SPOOFED, User_Agent=FORGED).status == 422
    assert stranger.get("/x%0A" + FORGED.replace(" ", "%20"), Referer=FORGED)[0] == 404
    assert signed_in(OutsideVisitor(machine)).get("/admin")[0] == 200


def test_the_journal_gets_priorities_and_fail2ban_the_right_address(machine: Machine):
    machine.follow(blocks("Logs")[0])
    done = subprocess.run(["fail2ban-client", "-c", machine.root / "etc/fail2ban", "--test"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    fail_to_sign_in(machine)
    lines = machine.words().splitlines()
    assert len(lines) > 10 and not [line for line in lines if not re.match(r"<[2-7]>(?!\d{4}-)\S", line)]
    assert f"<5>failed sign-in kind=account from={VISITOR}" in "\n".join(lines)
    assert not [line for line in lines if SPOOFED in line]
    # As fail2ban composes what it reads from the journal.
    journal = [f"Nov 27 10:00:00 host portico[7]: {line[3:]}" for line in lines]
    assert banned(machine, journal) == [VISITOR] * 2
    # A house has one address, and its residents mistype.
    for kind, found in (("guest", []), ("device", []), ("writer", [VISITOR] * 2)):
        assert banned(machine, [line.replace("kind=account", f"kind={kind}") for line in journal]) == found


def test_update_while_it_serves(machine: Machine, administrator: OutsideVisitor):
    assert "Text file busy" in machine.run("cp .build/release/portico /opt/portico/portico", code=1)
    machine.edit("/etc/portico/portico.env", ("#PORTICO_LOG=info", "PORTICO_LOG=json"))
    commands = blocks("Updating")[0]
    exchange, restart = commands.split("sudo systemctl restart")
    process = machine.service.pid
    machine.follow(exchange)
    assert machine.service.pid == process and administrator.get("/admin")[0] == 200
    machine.follow("sudo systemctl restart" + restart)
    assert administrator.get("/admin")[0] == 200
    assert sorted(path.name for path in (machine.root / "opt").iterdir()) == ["portico", "portico.old"]

    fail_to_sign_in(machine)
    lines = machine.words().splitlines()
    assert all({"time", "level", "label", "message"} <= json.loads(line).keys() for line in lines)
    assert banned(machine, lines) == [VISITOR] * 2


def archives(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("portico-*.tar"))


def test_backups_are_pruned_and_cron_is_silent(machine: Machine):
    command, timer, cron = blocks("Backing up")[1:]
    folder = machine.root / "mnt/backup"
    prepare, backup = command.splitlines()
    machine.follow(prepare)
    for day in range(10, 25):
        (folder / f"portico-2026-01-{day}-030000.tar").write_bytes(b"manifest.json\0")
    others = ["portico-2026-01-01-030000.tar", "notes.txt"]
    for name in others:
        (folder / name).write_text("not Portico's")
    said = machine.follow(backup)[0]
    assert "Removed: " + str(folder / "portico-2026-01-10-030000.tar") in said and "portico-2026-01-11-030000.tar" in said
    assert len(archives(folder)) == 14 + 1 and all((folder / name).exists() for name in others)

    machine.follow(timer)
    assert {"sudo systemctl enable --now portico-backup.timer"} <= set(machine.calls)
    assert machine.setting("portico-backup.timer", "Timer", "Persistent") == "true"
    assert machine.setting("portico-backup.timer", "Timer", "OnCalendar") == "03:00"
    assert subprocess.run(["systemd-analyze", "calendar", "03:00"], capture_output=True).returncode == 0
    assert machine.setting("portico-backup.service", "Service", "ReadWritePaths") == str(folder)

    machine.follow(cron)
    # cron reads no file whose name has a point, and no last line without an end.
    [file] = (machine.root / "etc/cron.d").iterdir()
    assert re.fullmatch(r"[\w-]+", file.name) and file.stat().st_mode & 0o777 == 0o644 and file.read_text().endswith("\n")
    lines = [line for line in file.read_text().splitlines() if line and not line.startswith("#") and not re.match(r"\w+=", line)]
    [(minute, hour, *days, user, work)] = [line.split(None, 6) for line in lines]
    assert (minute, hour, days, user) == ("0", "3", ["*"] * 3, "portico") and "%" not in work
    assert work.split("&& ./portico")[1] == machine.setting("portico-backup.service", "Service", "ExecStart").split("/portico/portico", 1)[1]
    newest = archives(folder)[-1]
    assert machine.run(f"sudo -u portico env PATH=/usr/bin:/bin /bin/sh -c {shlex.quote(work)}") == ""
    assert archives(folder)[-1] > newest and len(archives(folder)) == 14 + 1
    # What is wrong is said.
    shutil.copytree(machine.root / "var/lib/portico/pictures", machine.root / "pictures")
    picture = next((machine.root / "var/lib/portico/pictures").rglob("480.webp"))
    picture.unlink()
    assert "480.webp" in machine.run(f"sudo -u portico /bin/sh -c {shlex.quote(work)}", code=1)
    assert len(archives(folder)) == 14 + 2
    (folder / archives(folder)[-1]).unlink()
    shutil.copy(machine.root / "pictures" / picture.relative_to(machine.root / "var/lib/portico/pictures"), picture)


def test_restore(machine: Machine, administrator: OutsideVisitor):
    folder = machine.root / "mnt/backup"
    page = signed_in(administrator).get("/admin/backups")[1]
    sudo = "" if os.geteuid() == 0 else f"sudo -u {pwd.getpwuid(os.geteuid()).pw_name} "
    assert f"{sudo}{machine.root}/opt/portico/portico restore " in page
    [commands] = blocks("Restoring")
    named = re.search(r"/mnt/backup/(\S+\.tar)", commands)[1]
    shutil.copy(folder / archives(folder)[-1], folder / named)
    said = machine.follow(commands)
    assert "Restored " in said[0]
    assert list((machine.root / "var/lib/portico").glob("before-restore-*/portico.sqlite"))
    assert "Casa di prova" in signed_in(administrator).get("/admin/house/houses")[1]
    assert machine.run("sudo -u portico portico check")


def test_another_host_name(machine: Machine):
    [restart] = [block.strip() for block in blocks("Changing the host name")]
    for path in ("sites-available/portico",):
        machine.edit(f"/etc/nginx/{path}", (NAME, NEW_NAME))
    machine.edit("/etc/portico/portico.env", (f"https://{NAME}", f"https://{NEW_NAME}"), ("PORTICO_LOG=json", "PORTICO_LOG=plain"))
    machine.follow(restart)
    file = machine.checkout / "deploy/nginx-old-name.conf"
    file.write_text(file.read_text().replace(NAME, NEW_NAME).replace("old.example.org", NAME))
    machine.run("sudo install -m 644 deploy/nginx-old-name.conf /etc/nginx/sites-enabled/portico-old-name")
    machine.follow("sudo nginx -t")
    machine.reload_nginx()

    visitor = OutsideVisitor(machine, name=NEW_NAME)
    assert signed_in(visitor).get("/admin")[0] == 200
    old = OutsideVisitor(machine).ask("POST", "/api/v1/x?y=1", b"{}")
    assert (old.status, old.headers["Location"]) == (308, f"https://{NEW_NAME}/api/v1/x?y=1")
    # Passkeys belong to the name.
    challenge = json.loads(OutsideVisitor(machine, name=NEW_NAME).ask("POST", "/sign-in/passkey/challenges", b"").read())
    assert challenge["rpId"] == NEW_NAME
    assert f"https://{NEW_NAME}/welcome/" in machine.run("sudo -u portico portico account vera")

    stranger = OutsideVisitor(machine, source=VISITOR, name=NEW_NAME)
    assert stranger.post("/sign-in", {"name": "vera", "password": FORGED}).status == 422
    lines = machine.words().splitlines()
    assert not [line for line in lines if line.startswith("<")]
    assert banned(machine, lines) == [VISITOR]
