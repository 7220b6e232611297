#!/usr/bin/env python3
"""The versions of everything that Portico needs: written down in dependencies.txt, checked, compared with newer ones, told as an SBOM.

    dependencies.py write             writes dependencies.txt from what this machine builds and tests with
    dependencies.py check [--exact]   refuses packages that dependencies.txt does not name, or names with a newer version; a release
                                      asks for exactly these versions, while a build elsewhere may have found newer ones
    dependencies.py outdated          lists newer versions, and says which sources cannot be asked
    dependencies.py sbom PROGRAM VERSION EPOCH FOLDER
                                      prints a CycloneDX list of what the program holds and uses, and copies the licences into the folder
"""

import json
import re
import shutil
import subprocess
import sys
import uuid
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).resolve().parents[1]
WRITTEN = ROOT / "packaging/dependencies.txt"
HEAD = """\
# The versions that this Portico was built and tested with: kind, name, version. Written by `packaging/dependencies.py write`.
#
#   toolchain   the compiler, whose libraries are within the program
#   swift       Swift packages within the program (Package.resolved, which is not in git, has the same versions)
#   debian      packages that the program or its build uses; security updates within Debian's release are taken as they come
#   python      packages of the tests and measurements alone
"""
# Debian packages that tools/setup does not install for building, and that a running site uses.
RUNNING = ["ca-certificates", "tzdata"]


def said(*words: str, cwd: Path = ROOT) -> str:
    """What a program prints; empty when it fails or is not there."""
    try:
        done = subprocess.run(words, cwd=cwd, capture_output=True, text=True, timeout=120)
    except (FileNotFoundError, subprocess.TimeoutExpired):
        return ""
    return done.stdout if done.returncode == 0 else ""


def swift_packages() -> dict[str, tuple[str, str]]:
    """Version and address of each Swift package of the last build."""
    file = ROOT / "Package.resolved"
    if not file.exists():
        raise SystemExit("dependencies.py: there is no Package.resolved: build first")
    pins = json.loads(file.read_text())["pins"]
    return {pin["identity"]: (pin["state"]["version"], pin["location"].removesuffix(".git")) for pin in pins}


def python_packages() -> dict[str, str]:
    found = {}
    for file in ("Tests/Browser/requirements.txt", "bench/requirements.txt"):
        found |= dict(re.findall(r"^([\w.-]+)==(\S+)$", (ROOT / file).read_text(), re.MULTILINE))
    return found


def debian_packages() -> dict[str, str]:
    """The packages that tools/setup names for building and running, with their installed versions."""
    base = (ROOT / "tools/setup").read_text().split("packages=(")[1].split("\n)")[0]
    names = re.findall(r'^    "([\w.+-]+)\|', base, re.MULTILINE) + RUNNING
    listed = said("dpkg-query", "--show", "--showformat", "${Package} ${Version}\n", *names)
    return dict(line.split() for line in listed.splitlines())


def toolchain() -> str:
    found = re.search(r"Swift version (\d[\d.]*)", said("swift", "--version"))
    return found[1] if found else ""


def collected() -> dict[str, dict[str, str]]:
    return {
        "toolchain": {"swift": toolchain()},
        "swift": {name: version for name, (version, _) in swift_packages().items()},
        "debian": debian_packages(),
        "python": python_packages(),
    }


def written() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for line in WRITTEN.read_text().splitlines():
        if line and not line.startswith("#"):
            kind, name, version = line.split()
            found.setdefault(kind, {})[name] = version
    return found


def write() -> None:
    lines = [f"{kind:10} {name:32} {version}" for kind, versions in collected().items() for name, version in sorted(versions.items())]
    WRITTEN.write_text(HEAD + "\n" + "\n".join(lines) + "\n")


def check(exact: bool) -> int:
    """Only what a file of ours or the build decides is compared: Debian and the compiler are the machine's."""
    now, then = collected(), written()
    problems = []
    for kind in ("swift", "python"):
        for name in sorted(now[kind].keys() | then[kind].keys()):
            used, noted = now[kind].get(name), then[kind].get(name)
            if used != noted and (exact or kind == "python" or not used or not noted or numbers(used) < numbers(noted)):
                problems.append(f"{kind} {name}: {used or 'not used'}, and packaging/dependencies.txt says {noted or 'nothing'}")
    problems += [f"debian {name}: not named in packaging/dependencies.txt" for name in sorted(now["debian"].keys() - then["debian"].keys())]
    print("\n".join(problems), file=sys.stderr, end="\n" if problems else "")
    return 1 if problems else 0


def numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def outdated() -> None:
    silent = []
    for name, (version, address) in swift_packages().items():
        tags = re.findall(r"refs/tags/v?(\d+(?:\.\d+)+)$", said("git", "ls-remote", "--tags", "--refs", address), re.MULTILINE)
        if not tags:
            silent.append(f"swift {name} ({address})")
        elif numbers(newest := max(tags, key=numbers)) > numbers(version):
            print(f"swift   {name:32} {version} -> {newest}" + ("  (another major version)" if numbers(newest)[0] != numbers(version)[0] else ""))
    for name, version in debian_packages().items():
        candidate = re.search(r"Candidate: (\S+)", said("apt-cache", "policy", name))
        if not candidate:
            silent.append(f"debian {name}")
        elif candidate[1] != version:
            print(f"debian  {name:32} {version} -> {candidate[1]}")
    pip = ROOT / ".venv/bin/pip"
    listed = said(str(pip), "list", "--outdated", "--format", "json", "--disable-pip-version-check")
    if listed:
        pinned = python_packages()
        for one in json.loads(listed):
            if one["name"] in pinned:
                print(f"python  {one['name']:32} {one['version']} -> {one['latest_version']}")
    else:
        silent.append("python (no .venv with a reachable registry: tools/setup --tests)")
    print(f"swift   {'the compiler':32} {toolchain() or 'not installed'}; newer ones: https://www.swift.org/install/linux/")
    for one in silent:
        print(f"not asked: {one}")


def licence(text: str) -> str:
    head = text[:3000]
    if "Apache License" in head:
        return "Apache-2.0 WITH Swift-exception" if "Runtime Library Exception" in text else "Apache-2.0"
    if "Permission is hereby granted, free of charge" in text:
        return "MIT"
    return "NOASSERTION"


def component(name: str, version: str, purl: str, terms: str | None = None, **more) -> dict:
    named = {"licenses": [{"expression": terms} if " " in terms else {"license": {"id": terms}}]} if terms and terms != "NOASSERTION" else {}
    return {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl} | named | more


def within(licences: Path) -> list[dict]:
    """What is compiled into the program; its licences ask to go with it."""
    licences.mkdir(parents=True, exist_ok=True)
    parts = []
    for name, (version, address) in sorted(swift_packages().items()):
        checkout = next(folder for folder in (ROOT / ".build/checkouts").iterdir() if folder.name.lower() == name)
        texts = [file for word in ("LICENSE", "NOTICE") for file in sorted(checkout.glob(f"{word}*")) if file.is_file()]
        whole = "\n\n".join(file.read_text(errors="replace").rstrip() for file in texts)
        (licences / f"{name}.txt").write_text(whole + "\n")
        place = address.removeprefix("https://")
        parts.append(component(name, version, f"pkg:swift/{place}@{version}", licence(whole),
                               externalReferences=[{"type": "vcs", "url": address}]))
    compiler = Path(shutil.which("swift") or "/opt/swift/usr/bin/swift").resolve().parents[1]
    terms = (compiler / "share/swift/LICENSE.txt").read_text()
    (licences / "swift.txt").write_text(terms)
    version = toolchain()
    parts.append(component("swift", version, f"pkg:github/swiftlang/swift@swift-{version}-RELEASE", "Apache-2.0 WITH Swift-exception",
                           description="Swift's standard library, Foundation with ICU, and Dispatch"))
    return parts


def copies(program: str) -> list[dict]:
    """C code that packages and the compiler bring as a copy, with the version that each copy names."""
    checkouts = ROOT / ".build/checkouts"
    parts = []
    for holder, file in (("swift-crypto", "Sources/CCryptoBoringSSL/hash.txt"), ("swift-nio-ssl", "Sources/CNIOBoringSSL/hash.txt")):
        revision = re.search(r"revision (\w+)", (checkouts / holder / file).read_text())[1]
        parts.append(component("boringssl", revision, f"pkg:generic/boringssl@{revision}", "Apache-2.0", description=f"within {holder}"))
    header = (checkouts / "swift-nio/Sources/CNIOLLHTTP/include/c_nio_llhttp.h").read_text()
    version = ".".join(re.findall(r"LLHTTP_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header))
    parts.append(component("llhttp", version, f"pkg:generic/llhttp@{version}", "MIT", description="within swift-nio"))
    # The copy itself names no version; the newest change of it is in the package's changelog.
    revision = re.search(r"yaml/libyaml/compare/\w+\.\.\.(\w+)", (checkouts / "Yams/CHANGELOG.md").read_text())[1]
    parts.append(component("libyaml", revision, f"pkg:generic/libyaml@{revision}", "MIT", description="within yams"))
    if found := re.search(rb"inflate (\d[\d.]+) Copyright", Path(program).read_bytes()):
        version = found[1].decode()
        parts.append(component("zlib", version, f"pkg:generic/zlib@{version}", "Zlib", description="from Swift's own libraries"))
    return parts


def libraries(program: str) -> list[Path]:
    """The shared libraries that the program loads."""
    return [Path(path) for path in re.findall(r"=> (/\S+) \(", said("ldd", program))]


def owners(files: list[Path]) -> set[str]:
    """The Debian packages of files, whose paths dpkg may know without the /usr of today's systems."""
    paths = {name for file in files for path in (str(file), str(file.resolve())) for name in (path, "/usr" + path, path.removeprefix("/usr"))}
    # It fails because it does not know every spelling, and says what it knows.
    done = subprocess.run(["dpkg", "-S", *sorted(paths)], capture_output=True, text=True)
    return {line.split(":")[0] for line in done.stdout.splitlines()}


def used(program: str) -> list[dict]:
    """The C libraries and programs of the system, as Debian versions them."""
    names = owners(libraries(program)) | set(RUNNING) | {"libvips-tools", "libjs-leaflet", "ffmpeg", "espeak-ng", "curl", "poppler-utils"}
    release = dict(re.findall(r'^(\w+)="?([^"\n]*)', Path("/etc/os-release").read_text(), re.MULTILINE))
    form = "${Package} ${Version} ${Architecture} ${source:Package}\n"
    parts = []
    for line in sorted(said("dpkg-query", "--show", "--showformat", form, *sorted(names)).splitlines()):
        name, version, architecture, source = line.split()
        purl = f"pkg:deb/{release['ID']}/{name}@{quote(version)}?arch={architecture}&distro={release['ID']}-{release['VERSION_ID']}"
        parts.append(component(name, version, purl, scope="optional" if name in ("ffmpeg", "espeak-ng", "curl", "poppler-utils") else "required",
                               properties=[{"name": "source", "value": source}]))
    return parts


def sbom(program: str, version: str, epoch: int, licences: Path) -> dict:
    parts = within(licences) + copies(program) + used(program)
    main = f"pkg:generic/portico@{version}"
    content = {
        "metadata": {
            "timestamp": datetime.fromtimestamp(epoch, UTC).isoformat().replace("+00:00", "Z"),
            "component": {"type": "application", "bom-ref": main, "name": "portico", "version": version, "purl": main,
                          "licenses": [{"license": {"id": "MIT"}}]},
        },
        "components": parts,
        "dependencies": [{"ref": main, "dependsOn": [part["bom-ref"] for part in parts]}],
    }
    # The same content has the same number.
    number = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(content, sort_keys=True))
    return {"bomFormat": "CycloneDX", "specVersion": "1.5", "serialNumber": f"urn:uuid:{number}", "version": 1} | content


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["write"]:
            write()
        case ["check", *rest] if rest in ([], ["--exact"]):
            sys.exit(check(bool(rest)))
        case ["outdated"]:
            outdated()
        case ["sbom", program, version, epoch, folder]:
            print(json.dumps(sbom(program, version, int(epoch), Path(folder)), indent=2))
        case _:
            raise SystemExit(__doc__)
