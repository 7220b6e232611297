#!/usr/bin/env python3
"""Writes the manual pages portico(1) and portico.yaml(5) from what the program itself says of its commands and settings.

    manual.py PROGRAM FOLDER VERSION DATE
"""

import json
import re
import subprocess
import sys
from pathlib import Path

# Files of an installed site, for both pages.
FILES = [
    ("/etc/portico/portico.env", "settings of the service and of every command, as PORTICO_… variables"),
    ("/var/lib/portico", "database, pictures, keys and backups of the site"),
    ("/usr/share/portico", "templates, texts, served files, and the demonstration's seed.yaml"),
]


def quoted(text: str) -> str:
    """Text in the language of manual pages: no line of it is a command, and a hyphen is one that can be copied."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("«", "\\(Fo").replace("»", "\\(Fc").replace("…", "...")
    return "\n".join("\\&" + line if line[:1] in ".'" else line for line in text.splitlines())


def page(name: str, section: int, date: str, version: str, what: str) -> list[str]:
    return [f'.TH {name} {section} "{date}" "Portico {version}" "Portico"', ".SH NAME", f"{name} \\- {quoted(what)}"]


def asked(program: str, *words: str) -> str:
    """What the program prints, in English and without any setting of this machine."""
    environment = {"LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"}
    done = subprocess.run([program, *words], env=environment, cwd=Path(__file__).parents[1], capture_output=True, text=True, timeout=60)
    if done.returncode:
        raise SystemExit(f"manual.py: portico {' '.join(words)} ended with {done.returncode}:\n{done.stderr}")
    return done.stdout


def settings(program: str) -> list[tuple[str, str, str]]:
    """Name, default and meaning of each setting."""
    told = re.findall(r"^(\S+) = (.*)  \(default\)\n    (.*)$", asked(program, "config"), re.MULTILINE)
    installed = {"templates": "/usr/share/portico/Templates", "assets": "/usr/share/portico/Public"}
    return [(name, installed.get(name, usual), meaning) for name, usual, meaning in told]


def usage(argument: dict) -> str:
    value = quoted(argument.get("valueName", "")).join(("\\fI", "\\fR"))
    if argument["kind"] == "positional":
        shown = value + (" ..." if argument["isRepeating"] else "")
    else:
        name = argument["preferredName"]
        shown = "\\fB" + quoted(("--" if name["kind"] == "long" else "-") + name["name"]) + "\\fR"
        shown += f" {value}" if argument["kind"] == "option" else ""
    return f"[{shown}]" if argument["isOptional"] else shown


def sentences(*texts: str | None) -> str:
    return " ".join(quoted(text.rstrip(".") + ".") for text in texts if text)


def commands(command: dict, path: str, known: set[str]) -> list[str]:
    lines = []
    for sub in command.get("subcommands", []):
        if sub["commandName"] == "help" and not path:
            continue
        name = f"{path} {sub['commandName']}".strip()
        own = [one for one in sub.get("arguments", []) if one["shouldDisplay"]
               and (one.get("preferredName") or {}).get("name") not in known | {"help", "version"}]
        lines += [".TP", " ".join([f"\\fBportico {quoted(name)}\\fR", *map(usage, own)]), sentences(sub.get("abstract"), sub.get("discussion"))]
        if any(one.get("abstract") for one in own):
            lines.append(".RS")
            for one in own:
                if one.get("abstract"):
                    lines += [".TP", usage(one).strip("[]"), sentences(one["abstract"])]
            lines.append(".RE")
        lines += commands(sub, name, known)
    return lines


def files() -> list[str]:
    return [".SH FILES"] + [line for path, what in FILES for line in (".TP", f"\\fI{quoted(path)}\\fR", quoted(what) + ".")]


def main(program: str, folder: str, version: str, date: str) -> None:
    told = settings(program)
    root = json.loads(asked(program, "--experimental-dump-help"))["command"]
    known = {name for name, _, _ in told}

    lines = page("portico", 1, date, version, root["abstract"].rstrip(".").lower())
    lines += [
        ".SH SYNOPSIS", ".B portico", "[\\fIcommand\\fR] [\\fIoptions\\fR]",
        ".SH DESCRIPTION",
        "Portico is a website with a back office: one program with one SQLite database. Without a command it serves.",
        "\\fBportico help\\fR \\fIcommand\\fR shows all options of a command.",
        ".SH COMMANDS", *commands(root, "", known),
        ".SH SETTINGS",
        "Every command takes the settings that \\fBportico.yaml\\fR(5) lists, as flags (\\fB\\-\\-port 8081\\fR), as variables of the environment",
        "(\\fBPORTICO_PORT=8081\\fR) or in a file; a flag goes before the environment, and that before the file.",
        "\\fBportico config\\fR prints those in force.",
        ".SH EXIT STATUS",
        "0 on success, 1 when a command refuses or finds a mistake, 64 for options that do not exist. \\fBportico seed plan\\fR and",
        "\\fBportico migrate \\-\\-dry\\-run\\fR end with 2 when there are changes.",
        *files(), ".SH SEE ALSO", "\\fBportico.yaml\\fR(5), \\fBsystemctl\\fR(1), \\fBjournalctl\\fR(1)", "",
    ]
    Path(folder, "portico.1").write_text("\n".join(lines))

    lines = page("portico.yaml", 5, date, version, "settings of portico")
    lines += [
        ".SH DESCRIPTION",
        "A file of settings in YAML: a name and its value on each line. It is read from the working directory, or from where",
        "\\fBPORTICO_CONFIG\\fR or \\fB\\-\\-config\\fR says. Lists are YAML lists or texts with commas.",
        ".PP",
        "The same settings are variables (\\fBmail\\-from\\fR is \\fBPORTICO_MAIL_FROM\\fR), which go before the file, and flags of every command,",
        "which go before both. The service has its variables in \\fI/etc/portico/portico.env\\fR. A name that does not exist or a value that does not",
        "fit prevents the start, with all mistakes at once.",
        ".SH SETTINGS",
    ]
    for name, usual, meaning in told:
        if name != "config":
            lines += [".TP", f"\\fB{quoted(name)}\\fR", sentences(meaning[:1].upper() + meaning[1:]), f"Default: {quoted(usual.strip('()'))}."]
    lines += [
        ".SH EXAMPLE", ".nf", "url: https://portal.example.org", "data: /var/lib/portico", 'trusted\\-proxies: [127.0.0.1, "::1"]', ".fi",
        *files(), ".SH SEE ALSO", "\\fBportico\\fR(1)", "",
    ]
    Path(folder, "portico.yaml.5").write_text("\n".join(lines))


if __name__ == "__main__":
    main(*sys.argv[1:])
