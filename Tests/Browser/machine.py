"""A server as README's "Running it for real" makes it, in a folder: its commands and files with other paths and ports, without root and systemd."""

import configparser
import contextlib
import http.client
import os
import re
import shlex
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.parse
from pathlib import Path

from portico import PROGRAM, ROOT, free_port

README = (ROOT / "README.md").read_text()
NAME, NEW_NAME = "portal.example.org", "nuovo.example.org"
# Marks what is already a path of the folder.
MARK = "\ue000"
SYSTEM_PATH = re.compile(rf"(?<![\w.{MARK}])/(?=(?:opt|etc|mnt|var/(?:lib|www)|usr/local)\b)")
SECONDS = 30

SUDO = """#!{python}
import os, sys
words, environment = sys.argv[1:], dict(os.environ)
if words[0] == "-u":
    assert words[1] == "portico", words
    words = words[2:]
    for line in open("{root}/etc/portico/portico.env"):
        if line.strip() and not line.startswith("#"):
            name, value = line.rstrip("\\n").split("=", 1)
            environment[name] = value
os.execvpe(words[0], words, environment)
"""
# As root and as anybody: nothing changes its owner.
INSTALL = """#!/bin/bash
words=()
while [ $# -gt 0 ]; do case "$1" in -o|-g) shift 2 ;; *) words+=("$1"); shift ;; esac; done
exec /usr/bin/install "${words[@]}"
"""


def section(title: str) -> str:
    """The text below a heading of README, with the headings below it."""
    level = re.search(rf"^(#+) {re.escape(title)}$", README, re.M)[1]
    text = README.split(f"\n{level} {title}\n", 1)[1]
    return re.split(rf"^#{{1,{len(level)}}} ", text, maxsplit=1, flags=re.M)[0]


def blocks(title: str, language: str = "sh") -> list[str]:
    """The code below a heading, up to the next heading of any level."""
    text = re.split(r"^#+ ", section(title), maxsplit=1, flags=re.M)[0]
    found = re.findall(rf"^ *```{language}\n(.*?)^ *```$", text, re.M | re.S)
    assert found, f"README has no {language} below «{title}»"
    return found


class Machine:
    def __init__(self, folder: Path):
        self.root, self.checkout, self.shims = folder / "root", folder / "checkout", folder / "bin"
        self.ports = {"8080": free_port(), "80": free_port(), "443": free_port()}
        self.calls: list[str] = []
        self.log = folder / "journal"
        self.log.touch()
        self.service: subprocess.Popen | None = None
        self.nginx: subprocess.Popen | None = None
        self.notices = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.notices.settimeout(SECONDS)
        # Not below the folder, because such an address has room for 107 bytes.
        self.notify = Path(f"/tmp/portico-notify-{os.getpid()}-{self.ports['80']}")
        self.notices.bind(str(self.notify))
        self.begins = 0
        self._check_out()
        self._install_shims()
        self.certificate = self._certify()

    def _check_out(self) -> None:
        (self.checkout / ".build/release").mkdir(parents=True)
        # `make release` takes minutes; the tests run with what is built.
        (self.checkout / ".build/release/portico").symlink_to(PROGRAM)
        for name in ("Templates", "Public", "deploy"):
            shutil.copytree(ROOT / name, self.checkout / name)
        for path in (self.checkout / "deploy").rglob("*"):
            if path.is_file():
                path.write_text(self.local(path.read_text()))
        for name in ("etc/systemd/system", "etc/nginx/sites-available", "etc/nginx/sites-enabled", "etc/cron.d", "opt", "mnt", "var/lib",
                     "usr/local/bin", "var/www/html/.well-known/acme-challenge", "etc/letsencrypt"):
            (self.root / name).mkdir(parents=True, exist_ok=True)
        shutil.copytree("/etc/fail2ban", self.root / "etc/fail2ban", ignore=shutil.ignore_patterns("defaults-debian.conf"))

    def _install_shims(self) -> None:
        self.shims.mkdir()
        for name, text in {
            "sudo": SUDO.format(python=sys.executable, root=self.root), "install": INSTALL, "make": "#!/bin/sh\n", "useradd": "#!/bin/sh\n",
        }.items():
            (self.shims / name).write_text(text)
            (self.shims / name).chmod(0o755)

    def _certify(self) -> Path:
        live = [self.root / "etc/letsencrypt/live" / name for name in (NAME, NEW_NAME, "old.example.org")]
        for folder in live:
            folder.mkdir(parents=True)
        certificate = live[0] / "fullchain.pem"
        names = ",".join(f"DNS:{name}" for name in (NAME, NEW_NAME))
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
             "-subj", f"/CN={NAME}", "-addext", f"subjectAltName={names}", "-keyout", live[0] / "privkey.pem", "-out", certificate],
            check=True, capture_output=True)
        for folder in live[1:]:
            for name in ("fullchain.pem", "privkey.pem"):
                shutil.copy(live[0] / name, folder / name)
        return certificate

    def local(self, text: str) -> str:
        """The same with this machine's paths and ports."""
        text = SYSTEM_PATH.sub(f"{MARK}/", text.replace(str(self.root), MARK)).replace(MARK, str(self.root))
        text = re.sub(r"(listen (?:\[::\]:)?)(80|443)\b", lambda found: found[1] + str(self.ports[found[2]]), text)
        return re.sub(r"(127\.0\.0\.1:|#PORTICO_PORT=)8080\b", lambda found: found[1] + str(self.ports["8080"]), text)

    # What is typed.

    def follow(self, commands: str) -> list[str]:
        """Does what README says, line by line, and gives back what was printed."""
        said = []
        for line in re.sub(r"\\\n\s*", "", commands).splitlines():
            line = re.sub(r"\s+# .*", "", line).strip()
            if not line or line.startswith("#"):
                continue
            self.calls.append(line)
            if found := re.fullmatch(r"sudo systemctl ([\w-]+) ?(.*)", line):
                self.systemctl(found[1], [word for word in found[2].split() if not word.startswith("--")])
            elif found := re.fullmatch(r"sudoedit (\S+)", line):
                assert Path(self.local(found[1])).is_file()
            elif line == "sudo nginx -t":
                said.append(self.run_nginx("-t"))
            else:
                said.append(self.run(line))
        return said

    def run(self, line: str, code: int = 0) -> str:
        line = self.local(line)
        done = subprocess.run(
            ["bash", "-c", line], cwd=self.checkout, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
        assert done.returncode == code, f"{line}\nended with {done.returncode}: {done.stdout}{done.stderr}"
        return done.stdout + done.stderr

    @property
    def environment(self) -> dict[str, str]:
        return {"PATH": f"{self.shims}:{self.root}/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": str(self.root), "LANG": "C.UTF-8"}

    def edit(self, path: str, *changes: tuple[str, str]) -> None:
        file = Path(self.local(path))
        text = file.read_text()
        for before, after in changes:
            assert before in text, f"{path}: {before}"
            text = text.replace(before, after)
        file.write_text(text)

    # What systemd does.

    def unit(self, name: str) -> Path:
        return self.root / "etc/systemd/system" / name

    def setting(self, unit: str, part: str, name: str) -> str:
        parser = configparser.RawConfigParser(strict=False, delimiters="=")
        parser.optionxform = str
        parser.read(self.unit(unit))
        return parser[part][name]

    def systemctl(self, verb: str, units: list[str]) -> None:
        for unit in units if verb != "daemon-reload" else []:
            name = unit if "." in unit else unit + ".service"
            if unit == "nginx":
                assert verb == "reload"
                self.reload_nginx()
            elif unit == "fail2ban":
                assert verb == "reload"
            else:
                assert self.unit(name).is_file(), f"systemctl {verb} {name}: there is no such unit"
                if verb == "enable":
                    # Without it enable does nothing.
                    assert self.setting(name, "Install", "WantedBy").endswith(".target")
                if name == "portico.service":
                    {"enable": self.start, "start": self.start, "stop": self.stop, "restart": self.restart}[verb]()

    def start(self) -> None:
        unit = "portico.service"
        environment = {"PATH": "/usr/bin:/bin", "NOTIFY_SOCKET": str(self.notify), "LANG": "C.UTF-8"}
        for line in Path(self.setting(unit, "Service", "EnvironmentFile")).read_text().splitlines():
            if line and not line.startswith("#"):
                name, value = line.split("=", 1)
                environment[name] = value
        status = self.log.stat()
        environment["JOURNAL_STREAM"] = f"{status.st_dev}:{status.st_ino}"
        self.begins = status.st_size
        with self.log.open("ab") as log:
            self.service = subprocess.Popen(
                shlex.split(self.setting(unit, "Service", "ExecStart")), cwd=self.setting(unit, "Service", "WorkingDirectory"), env=environment,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, umask=0o077)
        while True:
            try:
                if b"READY=1" in self.notices.recv(4096):
                    return
            except TimeoutError:
                raise AssertionError(f"portico was not ready within {SECONDS} s:\n{self.words()}") from None

    def stop(self) -> None:
        self.service.send_signal(signal.SIGTERM)
        code = self.service.wait(int(self.setting("portico.service", "Service", "TimeoutStopSec")))
        self.service = None
        assert code == 0, self.words()

    def restart(self) -> None:
        self.stop()
        self.start()

    def words(self) -> str:
        """What the service has said since its last start."""
        return self.log.read_bytes()[self.begins:].decode()

    # nginx

    def _nginx(self) -> list[str]:
        folder = self.root / "nginx"
        folder.mkdir(exist_ok=True)
        configuration = folder / "nginx.conf"
        # The worker of a root process would be another user, who may not enter this folder.
        user = "user root;" if os.geteuid() == 0 else ""
        places = " ".join(f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        configuration.write_text(
            f"{user} daemon off; worker_processes 1; pid {folder}/pid; error_log stderr; events {{ worker_connections 64; }}\n"
            f"http {{ access_log off; {places} include {self.root}/etc/nginx/sites-enabled/*; }}\n")
        return ["nginx", "-c", str(configuration), "-e", "stderr"]

    def run_nginx(self, *words: str) -> str:
        done = subprocess.run([*self._nginx(), *words], env=self.environment, capture_output=True, text=True, timeout=SECONDS)
        assert done.returncode == 0 and "[warn]" not in done.stderr, done.stderr
        return done.stderr

    def reload_nginx(self) -> None:
        if self.nginx:
            self.nginx.terminate()
            self.nginx.wait(SECONDS)
        self.nginx = subprocess.Popen(self._nginx(), env=self.environment, stdin=subprocess.DEVNULL, stderr=(self.root / "nginx/log").open("ab"))
        end = time.monotonic() + SECONDS
        while True:
            assert self.nginx.poll() is None and time.monotonic() < end, (self.root / "nginx/log").read_text()
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.ports["443"]), 1):
                return

    def close(self) -> None:
        for process in (self.nginx, self.service):
            if process and process.poll() is None:
                process.terminate()
                process.wait(SECONDS)
        self.notices.close()
        self.notify.unlink()
        # The program is large, and pytest keeps the folders of three runs.
        for folder in (self.root / "opt").glob("portico*"):
            shutil.rmtree(folder)


class OutsideVisitor:
    """Speaks to the proxy as a browser does: by TLS, from an address, with cookies."""

    def __init__(self, machine: Machine, *, source: str = "127.0.0.1", name: str = NAME):
        self.machine, self.source, self.name = machine, source, name
        self.cookies: dict[str, str] = {}
        self.context = ssl.create_default_context(cafile=machine.certificate)

    def connect(self, *protocols: str) -> ssl.SSLSocket:
        if protocols:
            self.context.set_alpn_protocols(protocols)
        address = "::1" if ":" in self.source else "127.0.0.1"
        plain = socket.create_connection((address, self.machine.ports["443"]), SECONDS, source_address=(self.source, 0))
        return self.context.wrap_socket(plain, server_hostname=self.name)

    def ask(self, method: str, path: str, body: bytes | None = None, length: int | None = None, **headers: str) -> http.client.HTTPResponse:
        """The answer, whose body may still be coming. `length` is announced and nothing sent."""
        connection = http.client.HTTPConnection(self.name)
        connection.sock = self.connect()
        connection.putrequest(method, path)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if method != "GET":
            sent |= {"Origin": f"https://{self.name}", "Content-Length": str(len(body or b"") if length is None else length)}
        for name, value in sent.items():
            connection.putheader(name, value)
        connection.endheaders(body)
        answer = connection.getresponse()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, value = cookie.split(";")[0].split("=", 1)
            self.cookies[name] = value
        return answer

    def get(self, path: str, **headers: str) -> tuple[int, str]:
        answer = self.ask("GET", path, **headers)
        return answer.status, answer.read().decode()

    def post(self, path: str, fields: dict[str, str], **headers: str) -> http.client.HTTPResponse:
        answer = self.ask("POST", path, urllib.parse.urlencode(fields).encode(), **{"Content-Type": "application/x-www-form-urlencoded"} | headers)
        answer.read()
        return answer
