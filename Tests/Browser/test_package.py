"""The Debian package: made twice alike, installed into a fresh Debian, started as its unit says, removed and purged.

In CI it holds the program that the tests have built. `make package-check` tries the release that `make package` made: PORTICO_PACKAGE
names its folder.
"""

import hashlib
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import tarfile
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from portico import PROGRAM, ROOT, STARTING_SECONDS, STOPPING_SECONDS, free_port

MADE = os.environ.get("PORTICO_PACKAGE")
MIRROR = "http://deb.debian.org/debian"
RELEASE = "bookworm"
PATH = "/usr/sbin:/usr/bin:/sbin:/bin"
# What of the package's own alternatives a Debian without systemd takes.
WITHOUT_SYSTEMD = ["systemd-standalone-sysusers", "systemd-standalone-tmpfiles"]
# Changed by every installation, whatever it installs.
LEDGERS = ("var/lib/dpkg/", "var/lib/apt/", "var/cache/", "var/log/", "var/lib/systemd/", "etc/ld.so.cache", "proc/", "dev/", "run/", "tmp/")

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="installing into a fresh Debian needs root")


def make(folder: Path) -> Path:
    words = [] if MADE else ["--quick"]
    done = subprocess.run([ROOT / "tools/package", "--program", PROGRAM, "--to", folder, *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return ROOT / MADE if MADE else make(tmp_path_factory.mktemp("package") / "out")


@pytest.fixture(scope="module")
def package(made: Path) -> Path:
    [file] = made.glob("portico_*.deb")
    return file


@pytest.fixture(scope="module")
def version() -> str:
    return re.search(r'static let text = "(.*)"', (ROOT / "Sources/Portal/ProgramVersion.swift").read_text())[1]


class Chroot:
    """A fresh Debian in a folder, whose commands see its own processes' folder and nothing of ours."""

    def __init__(self, folder: Path):
        self.folder = folder

    def words(self, *words: str) -> list[str]:
        return ["unshare", "--mount", "sh", "-c", 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"', str(self.folder), *words]

    def run(self, *words: str, **options) -> subprocess.CompletedProcess:
        environment = {"PATH": PATH, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
        done = subprocess.run(self.words(*words), env=environment, capture_output=True, text=True, timeout=600, **options)
        assert done.returncode == 0, f"{words} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}"
        return done

    def as_portico(self, *words: str) -> list[str]:
        return self.words("setpriv", "--reuid", "portico", "--regid", "portico", "--clear-groups", "--no-new-privs", *words)

    def read(self, path: str) -> str:
        return (self.folder / path.lstrip("/")).read_text()

    def files(self) -> dict[str, str]:
        """Every file and folder with its content, but for what every installation writes."""
        found = {}
        for place, folders, names in os.walk(self.folder):
            for name in folders + names:
                path = Path(place, name)
                inside = str(path.relative_to(self.folder))
                if not f"{inside}/".startswith(LEDGERS) and not path.is_symlink():
                    found[inside] = hashlib.file_digest(path.open("rb"), "md5").hexdigest() if path.is_file() else "folder"
        return found


@pytest.fixture(scope="module")
def debian(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chroot]:
    # In memory: writing and deleting ten thousand files takes a busy disk minutes.
    folder = tmp_path_factory.mktemp("debian")
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3g,mode=755", "tmpfs", folder], check=True)
    folder /= "root"
    include: list[str] = []
    if not MADE:
        # All that the package needs comes with the first unpacking, which is quicker than a second.
        needed = subprocess.run(["dpkg-deb", "--field", package, "Depends"], check=True, capture_output=True, text=True).stdout
        include = [re.split(r"[ (]", one.strip())[0] for one in needed.split(",") if "systemd" not in one] + WITHOUT_SYSTEMD
    subprocess.run(
        ["mmdebstrap", "--quiet", "--variant=apt", "--dpkgopt=force-unsafe-io", '--aptopt=Acquire::Retries "3"',
         *([f"--include={','.join(include)}"] if include else []), RELEASE, folder, MIRROR],
        check=True, capture_output=True, text=True, timeout=600)
    chroot = Chroot(folder)
    yield chroot
    subprocess.run(["umount", folder.parent], check=True)


def test_the_same_program_gives_the_same_bytes(made: Path, tmp_path: Path):
    again = make(tmp_path / "again")
    names = sorted(file.name for file in made.iterdir())
    assert sorted(file.name for file in again.iterdir()) == names and len(names) >= 2
    for name in names:
        assert hashlib.sha256((again / name).read_bytes()).digest() == hashlib.sha256((made / name).read_bytes()).digest(), name


def test_every_version_is_written_down():
    done = subprocess.run([ROOT / "packaging/dependencies.py", "check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_newer_versions_are_listed_and_silent_sources_named(tmp_path: Path):
    """The programs that it asks are played; the tests ask no registry."""
    for name, script in {"git": 'printf "1\\trefs/tags/999.0.0\\n2\\trefs/tags/1.0.0\\n"', "apt-cache": "exit 1"}.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / name).chmod(0o755)
    environment = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}", "PIP_NO_INDEX": "1"}
    done = subprocess.run(["make", "--no-print-directory", "outdated"], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    resolved = {pin["identity"]: pin["state"]["version"] for pin in json.loads((ROOT / "Package.resolved").read_text())["pins"]}
    listed = re.findall(r"^swift +(\S+) +(\S+) -> 999\.0\.0  \(another major version\)$", done.stdout, re.MULTILINE)
    assert dict(listed) == resolved
    assert "not asked: debian ca-certificates" in done.stdout


def test_the_list_of_parts_names_what_is_within_and_what_is_used(made: Path, version: str):
    [file] = made.glob("*.cdx.json")
    parts = json.loads(file.read_text())
    assert parts["bomFormat"] == "CycloneDX"
    assert parts["metadata"]["component"]["version"] == version
    known = {part["name"]: part for part in parts["components"]}
    resolved = {pin["identity"]: pin["state"]["version"] for pin in json.loads((ROOT / "Package.resolved").read_text())["pins"]}
    assert {name: known[name]["version"] for name in resolved} == resolved
    assert [name for name in resolved if not known[name].get("licenses")] == []
    # Code that packages bring as a copy is what scanners of known vulnerabilities would miss.
    assert {"boringssl", "llhttp", "libyaml", "swift"} <= known.keys()
    assert known["libsqlite3-0"]["purl"].startswith("pkg:deb/debian/libsqlite3-0@3.")
    assert len({part["bom-ref"] for part in parts["components"]}) == len(parts["components"])
    assert parts["dependencies"][0]["dependsOn"] == [part["bom-ref"] for part in parts["components"]]


def test_the_package_is_well_formed(package: Path, tmp_path: Path):
    subprocess.run(["dpkg-deb", "--extract", package, tmp_path], check=True)
    pages = sorted(str(page) for page in (tmp_path / "usr/share/man").rglob("*.gz"))
    assert [Path(page).name for page in pages] == ["portico.1.gz", "portico.yaml.5.gz"]
    for page in pages:
        text = subprocess.run(["zcat", page], check=True, capture_output=True, text=True).stdout
        lint = subprocess.run(["mandoc", "-T", "lint", "-W", "warning"], input=text, capture_output=True, text=True)
        assert lint.returncode == 0, lint.stdout
    page = subprocess.run(["zcat", pages[0]], check=True, capture_output=True, text=True).stdout
    for command in ("serve", "seed plan", "backup", "restore", "check"):
        assert f"portico {command}\\fR" in page, command
    subprocess.run(["bash", "-n", tmp_path / "usr/share/bash-completion/completions/portico"], check=True)
    for unit in ("portico.service", "portico@.service", "portico-backup.service"):
        text = (tmp_path / "usr/lib/systemd/system" / unit).read_text()
        assert re.search(r"^ExecStart=/usr/bin/portico ", text, re.MULTILINE), unit
        assert "/opt/" not in text, unit
    assert "/opt/" not in (tmp_path / "usr/share/doc/portico/examples/portico.cron").read_text()
    [address] = re.findall(r"^ListenStream=(.*)$", (tmp_path / "usr/lib/systemd/system/portico.socket").read_text(), re.MULTILINE)
    settings = (tmp_path / "etc/portico/portico.env").read_text()
    assert address == "127.0.0.1:8080"
    assert "/opt/" not in settings
    assert not re.search(r"^PORTICO_URL=", settings, re.MULTILINE)
    assert (tmp_path / "etc/portico/portico.env").stat().st_mode & 0o777 == 0o640


def container() -> list[tuple[str, str]]:
    """The instructions of the Containerfile."""
    text = (ROOT / "packaging/Containerfile").read_text()
    return re.findall(r"^([A-Z]+) (.*)$", re.sub(r"\\\n *", "", text), re.MULTILINE)


def container_health(port: int) -> list[str]:
    [check] = [text for name, text in container() if name == "HEALTHCHECK"]
    return json.loads(check[check.index("CMD ") + 4:].replace("8080", str(port)))


def test_the_container_runs_without_root():
    instructions = container()
    assert dict(instructions)["ARG"] == "PACKAGE" and ("ARG", "BASE=docker.io/library/debian:12-slim") in instructions
    names = [name for name, _ in instructions]
    assert names.count("USER") == 1 and names.index("USER") > len(names) - 1 - names[::-1].index("RUN")
    assert dict(instructions)["USER"] == "portico"
    [run] = [text for name, text in instructions if name == "RUN"]
    assert "apt-get install --yes --no-install-recommends" in run and "rm -rf /var/lib/apt/lists/*" in run
    # Mail leaves by it, because a container has no sendmail.
    assert " curl " in run
    assert json.loads(dict(instructions)["ENTRYPOINT"]) == ["/usr/bin/portico"]
    assert dict(instructions)["VOLUME"] == "/var/lib/portico"


@pytest.mark.skipif(not MADE, reason="only a release program has an archive")
def test_the_archive_installs_beside_the_system(made: Path, version: str, tmp_path: Path):
    [file] = made.glob("portico-*.tar.xz")
    with tarfile.open(file) as tar:
        tar.extractall(tmp_path, filter="tar")
    installer = tmp_path / file.name.removesuffix(".tar.xz") / "install.sh"
    root = tmp_path / "root"
    for _ in range(2):
        subprocess.run([installer, "--root", root, "--prefix", "/opt/p"], check=True, capture_output=True)
    program = root / "opt/p/bin/portico"
    linked = subprocess.run(["ldd", program], check=True, capture_output=True, text=True).stdout
    own = [line for line in linked.splitlines() if "libsqlite3" in line or "libarchive" in line]
    assert own and all(str(root / "opt/p") in line for line in own)
    assert version in subprocess.run([program, "--version"], check=True, capture_output=True, text=True, cwd=tmp_path).stdout
    assert "ExecStart=/opt/p/bin/portico " in (root / "etc/systemd/system/portico.service").read_text()
    told = subprocess.run([program, "config"], check=True, capture_output=True, text=True, cwd=tmp_path, env={"PATH": PATH}).stdout
    assert f"templates = {root}/opt/p/share/portico/Templates " in told
    subprocess.run([installer, "--root", root, "--prefix", "/opt/p", "--uninstall"], check=True, capture_output=True)
    assert [path for path in (root / "opt").rglob("*portico*")] == []


@pytest.mark.skipif(not MADE, reason="only a release has sums")
def test_the_sums_are_of_every_file(made: Path):
    named = {line.split()[1] for line in (made / "SHA256SUMS").read_text().splitlines()}
    assert named == {file.name for file in made.iterdir()} - {"SHA256SUMS"}
    subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=made, check=True, capture_output=True)


@pytest.mark.skipif(not MADE, reason="the size of a debug program says nothing")
def test_sizes_of_a_release(package: Path, tmp_path: Path):
    subprocess.run(["dpkg-deb", "--extract", package, tmp_path], check=True)
    program = (tmp_path / "usr/bin/portico").stat().st_size
    print(f"program {program / 1e6:.1f} MB, package {package.stat().st_size / 1e6:.1f} MB")
    assert program <= 80e6
    assert package.stat().st_size <= 30e6


def of_unit(debian: Chroot, name: str) -> str:
    return re.search(rf"^{name}=(.*)$", debian.read("/usr/lib/systemd/system/portico.service"), re.MULTILINE)[1]


def settings_of(debian: Chroot) -> dict[str, str]:
    return dict(re.findall(r"^(PORTICO_\w+)=(.*)$", debian.read(of_unit(debian, "EnvironmentFile")), re.MULTILINE))


def start(debian: Chroot, log: Path, port: int) -> subprocess.Popen:
    """As systemd does: the unit's user, folder, settings and command, and nothing else of the environment."""
    environment = settings_of(debian) | {"PORTICO_PORT": str(port), "PORTICO_SCRYPT_COST": "12", "PATH": PATH}
    command = shlex.split(of_unit(debian, "ExecStart"))
    inside = ["sh", "-c", 'cd "$0" && umask 077 && exec "$@"', of_unit(debian, "WorkingDirectory"), *command]
    with log.open("ab") as output:
        process = subprocess.Popen(debian.as_portico(*inside), env=environment, stdout=output, stderr=output)
    end = time.monotonic() + STARTING_SECONDS
    while "serves on" not in log.read_text():
        assert process.poll() is None and time.monotonic() < end, log.read_text()
        time.sleep(0.05)
    return process


def set_up(port: int, link: str) -> str:
    """Answers the five screens of the wizard, and returns the page of the back office that follows."""
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    # As browsers do; forms from elsewhere are refused.
    browser.addheaders = [("Origin", f"http://127.0.0.1:{port}")]
    password = "quattro parole lontane fra loro"
    screens = [
        (link, {"language": "en", "name": "River House"}),
        ("/setup/screens/systems", [("systems", "house"), ("systems", "campus")]),
        ("/setup/screens/content", {"content": "examples", "house": "Sun House", "institution": "University of Rivers"}),
        ("/setup/screens/administrator", {"administrator": "Ada Sample", "key": "ada", "password": password, "passwordAgain": password}),
        ("/setup/screens/finish", {"backups": "yes", "hour": "3", "days": "7", "weeks": "4"}),
    ]
    for path, fields in screens:
        with browser.open(f"http://127.0.0.1:{port}{path}", urllib.parse.urlencode(fields).encode(), timeout=60) as answer:
            assert answer.status == 200, path
            page = answer.read().decode()
    assert answer.url.endswith("/admin"), page
    return page


def asked(port: int, path: str) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=30) as answer:
        assert answer.status == 200, path
        return answer.read().decode()


def test_a_stranger_installs_serves_and_removes_it(debian: Chroot, package: Path, version: str, tmp_path: Path):
    before = debian.files()
    if MADE:
        debian.run("apt-get", "update", "--quiet")
    begun = sum(os.times()[2:4])

    # The line of README, word by word, but for what asks; the tests leave out the program for recorded voices, which is large.
    [line] = re.findall(r"^sudo (apt install \./portico\S+)$", (ROOT / "README.md").read_text(), re.MULTILINE)
    assert line == f"apt install ./portico_{version.replace('-', '~')}_amd64.deb"
    shutil.copy(package, debian.folder)
    without = [] if MADE else ["--no-install-recommends"]
    told = debian.run("apt-get", "install", "--yes", *without, f"./{package.name}").stdout
    assert "Portico is installed" in told

    said = debian.run("portico", "--version").stdout
    assert re.fullmatch(rf"portico {re.escape(version)} \(commit [0-9a-f]{{12}}(\+changes)? of \d{{4}}-\d\d-\d\d\)\n", said), said
    folder = debian.folder / "var/lib/portico"
    number = int(re.search(r"^portico:x:(\d+):", debian.read("/etc/passwd"), re.MULTILINE)[1])
    assert (folder.stat().st_uid, folder.stat().st_mode & 0o777) == (number, 0o700)
    settings = (debian.folder / "etc/portico/portico.env").stat()
    assert (settings.st_uid, settings.st_gid, settings.st_mode & 0o777) == (0, folder.stat().st_gid, 0o640)

    port = free_port()
    log = tmp_path / "portico.log"
    process = start(debian, log, port)
    try:
        link = re.search(r"(/setup/\S+)", log.read_text())[1]
        assert "<form" in asked(port, link)
        seconds = sum(os.times()[2:4]) - begun
        print(f"{seconds:.1f} s of machine time from the package to the wizard")
        assert seconds < 120
        for page in ("/", "/admin", "/campus"):
            with pytest.raises(urllib.error.HTTPError, match="503") as refused:
                asked(port, page)
            assert "journalctl" in refused.value.read().decode(), page
        assert '"status":"ok"' in asked(port, "/health").replace(" ", "")
        assert "Ada Sample" in set_up(port, link)
        seed = folder / "seed.yaml"
        assert (seed.stat().st_uid, seed.stat().st_mode & 0o777) == (number, 0o600)
        with pytest.raises(urllib.error.HTTPError, match="410"):
            asked(port, link)
        assert "Welcome" in asked(port, "/campus/news")
        page = asked(port, "/")
        assets = re.findall(r'(?:href|src)="(/assets/[^"]+)"', page)
        assert len(assets) > 2
        for address in [*assets, assets[0].rsplit("/", 1)[0].split("/css")[0] + "/leaflet/leaflet.js"]:
            asked(port, address)
        assert subprocess.run(debian.words(*container_health(port)), env={"PATH": PATH}, timeout=30).returncode == 0
        # An update while it serves.
        debian.run("dpkg", "--install", f"/{package.name}")
        assert asked(port, "/")
    finally:
        process.send_signal(signal.SIGTERM)
        code = process.wait(STOPPING_SECONDS)
    assert code == 0, log.read_text()
    assert subprocess.run(debian.words(*container_health(port)), env={"PATH": PATH}, capture_output=True, timeout=30).returncode != 0
    environment = settings_of(debian) | {"PATH": PATH}
    check = subprocess.run(debian.as_portico("portico", "check"), env=environment, capture_output=True, text=True, timeout=120)
    assert check.returncode == 0, check.stdout + check.stderr

    told = debian.run("apt-get", "remove", "--yes", "portico").stdout
    assert "The site stays in /var/lib/portico" in told
    assert not (debian.folder / "usr/bin/portico").exists()
    assert (debian.folder / "etc/portico/portico.env").exists()
    told = debian.run("apt-get", "purge", "--yes", "portico").stdout
    assert "/var/lib/portico was kept" in told
    assert (folder / "portico.sqlite").exists()
    (debian.folder / package.name).unlink()
    after = {path: content for path, content in debian.files().items() if not path.startswith("var/lib/portico")}
    assert [path for path in after if "portico" in path] == []
    if not MADE:
        # The account stays, as Debian's accounts do. An empty folder goes with its last package: Swift's libraries of a debug build are there.
        usual = {f"etc/{name}{old}" for name in ("passwd", "shadow", "group", "gshadow") for old in ("", "-")} | {"etc/.pwd.lock", "opt"}
        assert {path for path in after.keys() | before.keys() if after.get(path) != before.get(path)} - usual == set()


def test_the_way_from_a_build_leaves_nothing_of_the_old_program(tmp_path: Path):
    """The files that README puts into place for a build; then the commands of "From a build to the package" as printed."""
    guides = (ROOT / "README.md").read_text()
    for files, place in re.findall(r"^sudo install -m \d+(?: -g portico)? ((?:deploy/portico\S* )+)(/etc/\S+)$", guides, re.MULTILINE):
        for file in files.split():
            target = tmp_path / place.lstrip("/") / (Path(file).name if place.endswith("/") else "")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / file, target)
    link = tmp_path / "usr/local/bin/portico"
    link.parent.mkdir(parents=True)
    link.symlink_to("/opt/portico/portico")

    def old() -> list[str]:
        files = [path for path in tmp_path.rglob("*") if path.is_symlink() or path.is_file() and "/opt/portico" in path.read_text()]
        return sorted(path.name for path in files)

    assert old() == ["portico", "portico-backup", "portico-backup.service", "portico.env", "portico.service"]
    section = (ROOT / "docs/upgrading.md").read_text().split("## From a build to the package")[1]
    commands = re.findall(r"^sudo (.*)$", re.findall(r"```sh\n(.*?)```", section, re.DOTALL)[0], re.MULTILINE)
    assert commands[0] == "systemctl disable --now portico" and commands[-1].startswith("apt install ./portico_")
    for command in commands:
        if command.startswith(("rm ", "sed ")):
            subprocess.run(["sh", "-ec", re.sub(r"(?<= )/(?=etc/|usr/)", f"{tmp_path}/", command)], check=True)
    assert old() == []
    assert "PORTICO_URL=https://portal.example.org" in (tmp_path / "etc/portico/portico.env").read_text()


def test_a_site_that_never_began_goes_with_its_program(debian: Chroot, package: Path):
    subprocess.run(["rm", "-rf", debian.folder / "var/lib/portico"], check=True)
    shutil.copy(package, debian.folder)
    debian.run("dpkg", "--install", f"/{package.name}")
    (debian.folder / package.name).unlink()
    assert (debian.folder / "var/lib/portico").is_dir()
    debian.run("dpkg", "--purge", "portico")
    assert not (debian.folder / "var/lib/portico").exists()
    assert not (debian.folder / "etc/portico").exists()
