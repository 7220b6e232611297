"""The schema of seed files: right for the demonstration, an export of it, the examples of the documents, and every variation that it can know."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest
import yaml
from jsonschema_rs import Draft202012Validator, meta

from portico import PROGRAM, ROOT, copy_of


def environment(data: Path) -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith(("PORTICO_", "LC_"))} | {
        "PORTICO_DATA": str(data),
        "LANG": "en_GB.UTF-8",
    }


class Loader(yaml.CSafeLoader):
    """YAML as editors read it: 1.2, with the program's tags as the text behind them."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag not in ("tag:yaml.org,2002:timestamp", "tag:yaml.org,2002:bool")]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(true|false)$"), ["t", "f"])
Loader.add_constructor("!include", lambda loader, node: loader.construct_scalar(node))
Loader.add_constructor("!secret", lambda loader, node: loader.construct_scalar(node))


# One for each schema and part: making one takes longer than most of its answers.
VALIDATORS: dict[tuple[int, str | None], Draft202012Validator] = {}


def validator(schema: dict, name: str | None = None) -> Draft202012Validator:
    """Of the whole file, or of an included one by the name of its schema."""
    if name is None:
        return Draft202012Validator(schema)
    parts = schema["$defs"]
    own = {"$ref": f"#/$defs/{name}"}
    if f"{name}-item" in parts:
        own = {"if": {"type": "object", "not": {"required": ["records"]}}, "then": {"$ref": f"#/$defs/{name}-item"}, "else": own}
    return Draft202012Validator({"$defs": parts} | own)


def mistakes(text: str, schema: dict, name: str | None = None) -> list[str]:
    key = (id(schema), name)
    if key not in VALIDATORS:
        VALIDATORS[key] = validator(schema, name)
    found = VALIDATORS[key].iter_errors(yaml.load(text, Loader))
    return [f"{'/'.join(map(str, mistake.instance_path))}: {mistake.message[:200]}" for mistake in found]


def included(folder: Path, file: Path, place: tuple[str, ...] = ()) -> list[tuple[Path, str | None]]:
    """A file and those that it includes, each with the name of its schema."""
    found: list[tuple[Path, str | None]] = [(file, name_of(place))]

    def walk(node: yaml.Node, place: tuple[str, ...]) -> None:
        if isinstance(node, yaml.ScalarNode) and node.tag == "!include":
            found.extend(included(folder, folder / node.value, place))
        elif isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                walk(value, (*place, key.value))
        elif isinstance(node, yaml.SequenceNode):
            for value in node.value:
                walk(value, place)

    walk(yaml.compose(file.read_text(), Loader), place)
    return found


def name_of(place: tuple[str, ...]) -> str | None:
    if not place:
        return None
    if place[-1] == "contents":
        return f"{place[0]}-{place[1]}-contents"
    return place[0] if len(place) == 1 else f"{place[0]}-{place[-1]}"


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> dict:
    folder = tmp_path_factory.mktemp("schema")
    subprocess.run([PROGRAM, "seed", "schema", folder], check=True, env=environment(folder), cwd=ROOT)
    for file in folder.glob("schema-*.json"):
        meta.validate(json.loads(file.read_text()))
    return json.loads((folder / "schema.json").read_text())


def test_the_demonstration_is_right(schema: dict) -> None:
    files = included(ROOT, ROOT / "seed.yaml")
    assert len(files) > 80
    for file, name in files:
        assert mistakes(file.read_text(), schema, name) == [], file
        head = file.read_text().split("\n", 1)[0]
        assert (file.parent / head.partition("$schema=")[2]).name == ("schema.json" if name is None else f"schema-{name}.json"), file
        assert (file.parent / head.partition("$schema=")[2]).exists(), file


def test_an_export_is_right(schema: dict, seeded: Path, tmp_path: Path) -> None:
    data, folder = copy_of(seeded, tmp_path / "data"), tmp_path / "export"
    subprocess.run([PROGRAM, "seed", "--export", folder, "--with-people"], check=True, env=environment(data), cwd=ROOT, capture_output=True)
    assert json.loads((folder / "seed/schema.json").read_text()) == schema
    files = included(folder, folder / "seed.yaml")
    assert len(files) > 5
    for file, name in files:
        assert mistakes(file.read_text(), schema, name) == [], file
        if name:
            assert file.read_text().startswith(f"# yaml-language-server: $schema=schema-{name}.json\n"), file
            assert (file.parent / f"schema-{name}.json").exists()


def test_an_export_names_no_people_unless_asked(schema: dict, seeded: Path, tmp_path: Path) -> None:
    data, folder = copy_of(seeded, tmp_path / "data"), tmp_path / "export"
    command = [PROGRAM, "seed", "--export", folder]
    said = subprocess.run(command, check=True, env=environment(data), cwd=ROOT, capture_output=True, text=True).stdout
    assert "left out as asked: accounts, house.guests" in said
    whole = "\n".join(file.read_text() for file in folder.rglob("*.yaml"))
    assert "passwordHash" not in whole
    assert re.findall(r"^ *(?:guests|writers|students|accounts):", whole, re.M) == []
    for file, name in included(folder, folder / "seed.yaml"):
        assert mistakes(file.read_text(), schema, name) == [], file
    checked = subprocess.run([PROGRAM, "seed", folder / "seed.yaml", "--check"], env=environment(data), cwd=ROOT, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr[:2000]


def test_an_export_of_a_house_holds_it_and_its_pictures(schema: dict, seeded: Path, tmp_path: Path) -> None:
    data, folder = copy_of(seeded, tmp_path / "data"), tmp_path / "export"
    command = [PROGRAM, "seed", "--export", folder, "--only", "house/casa-rossa"]
    said = subprocess.run(command, check=True, env=environment(data), cwd=ROOT, capture_output=True, text=True).stdout
    assert "left out as asked: site, roles, accounts, pictures, registry, questionnaires, campus, stories, citations, house/casa-" in said
    whole = yaml.load((folder / "seed.yaml").read_text(), Loader)
    assert set(whole) == {"pictures", "house"} and [house["key"] for house in whole["house"]["houses"]] == ["casa-rossa"]
    shown = {picture["key"] for picture in yaml.load((folder / "seed/pictures.yaml").read_text(), Loader)}
    products = yaml.load((folder / "seed/casa-rossa.yaml").read_text(), Loader)["products"]
    assert {product["picture"] for product in products if "picture" in product} <= shown
    planned = subprocess.run([PROGRAM, "seed", "plan", folder / "seed.yaml"], env=environment(data), cwd=ROOT, capture_output=True, text=True)
    assert planned.returncode == 0, planned.stdout[:2000] + planned.stderr[:2000]
    unknown = subprocess.run(
        [PROGRAM, "seed", "--export", tmp_path / "other", "--only", "house/casa-rosa"], env=environment(data), cwd=ROOT, capture_output=True, text=True
    )
    assert unknown.returncode == 1 and "did you mean 'casa-rossa'?" in unknown.stderr


def examples() -> list[tuple[str, str]]:
    """The YAML of the documents that is of a seed file: marked with `yaml seed`, then the name of an included part."""
    found = []
    for file in sorted([ROOT / "README.md", *ROOT.glob("docs/*.md")]):
        for match in re.finditer(r"^```yaml seed ?([a-z-]*)\n(.*?)^```", file.read_text(), re.M | re.S):
            found.append(pytest.param(match[1], match[2], id=f"{file.name}:{file.read_text()[: match.start()].count(chr(10)) + 1}"))
    return found


@pytest.mark.parametrize(("name", "text"), examples())
def test_every_example_of_the_documents_is_right(schema: dict, name: str, text: str) -> None:
    assert mistakes(text, schema, name or None) == []


def test_the_documents_have_examples() -> None:
    assert len(examples()) >= 5


TABLE = yaml.load((ROOT / "Tests/Fixtures/seed/variations.yaml").read_text(), Loader)


@pytest.mark.parametrize("variation", TABLE["variations"], ids=lambda variation: f"{variation['in']} {variation['text'][:40]}")
def test_the_schema_says_of_each_variation_what_the_table_says(schema: dict, variation: dict) -> None:
    found = mistakes(TABLE["wrappers"][variation["in"]].replace("{}", variation["text"], 1), schema)
    assert (found == []) == (variation["schema"] == "right"), found


def test_every_difference_from_the_check_has_a_reason() -> None:
    for variation in TABLE["variations"]:
        assert (variation["check"] == variation["schema"]) == ("why" not in variation), variation
    assert all(variation["schema"] == "right" for variation in TABLE["variations"] if "why" in variation)
