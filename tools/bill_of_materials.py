"""The software bill of materials: what is installed to run the product, in the format CycloneDX 1.6 as JSON.

    python -m tools.bill_of_materials > bill-of-materials.json
    python -m tools.bill_of_materials requirements-server.txt > bill-of-materials.json

It lists the packages of a locked file that this computer needs, with the licences that they state and the hashes of
the files that pip may install, and the scripts and the font that some of them carry to browsers. Nothing is fetched.
The same installation gives the same text.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
import uuid
from collections.abc import Iterator
from importlib.metadata import PackageMetadata, PackageNotFoundError, distribution
from io import BytesIO
from typing import Any, NamedTuple

from fontTools.ttLib import TTFont
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.lock_requirements import BLOCK, LOCKS, ROOT
from web.server import browser_libraries
from web.server.browser_libraries import Pinned

#: Licences by the words with which packages state them, where these are not an identifier of SPDX.
IDENTIFIERS = {"MIT License": "MIT", "Zero-Clause BSD (0BSD)": "0BSD", "ZPL 2.1": "ZPL-2.1"}
IDENTIFIERS |= {name: name for name in ("MIT", "BSD-3-Clause", "Apache-2.0")}


class Carried(NamedTuple):
    """A file for browsers: its name elsewhere, its kind, its licence, and where its version stands in it."""

    name: str
    purl: str
    licence: str
    version: str


CARRIED = {
    browser_libraries.PLOTLY: Carried("plotly.js", "pkg:npm/plotly.js-dist-min", "MIT", r"plotly\.js v([\d.]+)"),
    browser_libraries.HTMX: Carried("htmx.org", "pkg:npm/htmx.org", "0BSD", r'version:"([\d.]+)"'),
    browser_libraries.MATH_FONT: Carried("STIX Two Math", "pkg:generic/stix-two-math", "OFL-1.1", r"Version ([\d.]+)"),
}


class BillError(Exception):
    """What is installed is not what the requirements say."""


def bill(file: str) -> dict[str, Any]:
    """The bill of materials of the packages in a locked file. Raises ``BillError``."""
    with (ROOT / "pyproject.toml").open("rb") as opened:
        project = tomllib.load(opened)["project"]
    packages = dict(_packages((ROOT / file).read_text("utf-8")))
    product = {
        "type": "application",
        "bom-ref": project["name"],
        "name": project["name"],
        "version": project["version"],
        "description": project["description"],
        "licenses": [{"license": {"id": project["license"]}}],
    }
    carried = [_carried(pinned) for pinned in browser_libraries.PINNED]
    found = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": product},
        "components": [*packages.values(), *carried],
        "dependencies": [
            {"ref": project["name"], "dependsOn": sorted(part["bom-ref"] for part in packages.values())},
            *(_dependencies(name, packages) for name in packages),
        ],
    }
    number = uuid.uuid5(uuid.NAMESPACE_OID, json.dumps(found, sort_keys=True))
    return found | {"serialNumber": f"urn:uuid:{number}"}


def _packages(text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each package that this computer needs, by name, as a component."""
    for block in BLOCK.finditer(text):
        requirement = Requirement(block[1])
        if requirement.marker and not requirement.marker.evaluate():
            continue
        try:
            metadata = distribution(requirement.name).metadata
        except PackageNotFoundError:
            raise BillError(f"{requirement.name} is not installed.") from None
        if not requirement.specifier.contains(metadata["Version"], prereleases=True):
            raise BillError(f"{requirement.name} {metadata['Version']} is installed, but not {requirement.specifier}.")
        hashes = re.findall(r"sha256:(\w+)", block[0])
        yield canonicalize_name(requirement.name), _component(metadata, hashes)


def _component(metadata: PackageMetadata, hashes: list[str]) -> dict[str, Any]:
    name, version = canonicalize_name(metadata["Name"]), metadata["Version"]
    purl = f"pkg:pypi/{name}@{version}"
    files = {"type": "distribution", "url": purl, "hashes": [{"alg": "SHA-256", "content": x} for x in sorted(hashes)]}
    found = {"type": "library", "bom-ref": purl, "name": metadata["Name"], "version": version, "purl": purl}
    return found | {"licenses": _licences(metadata), "externalReferences": [files]}


def _licences(metadata: PackageMetadata) -> list[dict[str, Any]]:
    """What the package states: an expression of SPDX, a short name, or the classifiers; their older forms in turn."""
    if "License-Expression" in metadata:
        return [{"expression": metadata["License-Expression"]}]
    classifiers = [x for x in metadata.get_all("Classifier") or () if x.startswith("License :: ")]
    stated = [x for x in metadata.get_all("License") or () if x and "\n" not in x]
    names = stated or [x.rpartition(" :: ")[2] for x in classifiers]
    known = [{"id": IDENTIFIERS[name]} if name in IDENTIFIERS else {"name": name} for name in names]
    return [{"license": licence} for licence in known]


def _carried(pinned: Pinned) -> dict[str, Any]:
    """A file for browsers as a component, with the package that carries it."""
    content, known = browser_libraries.read_checked(pinned), CARRIED[pinned]
    font = pinned.path.endswith(".ttf")
    text = TTFont(BytesIO(content))["name"].getDebugName(5) if font else content.decode("utf-8")
    stated = re.search(known.version, text)
    if not stated:
        raise BillError(f"{pinned.path} does not state its version.")
    purl = f"{known.purl}@{stated[1]}"
    found = {"type": "file" if font else "library", "bom-ref": purl, "name": known.name, "version": stated[1]}
    found |= {"purl": purl, "hashes": [{"alg": "SHA-256", "content": pinned.sha256}]}
    found["licenses"] = [{"license": {"id": known.licence}}]
    found["properties"] = [
        {"name": "ireval:package", "value": f"{pinned.package} {pinned.version}"},
        {"name": "ireval:path", "value": pinned.path},
    ]
    return found


def _dependencies(name: str, packages: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """What a package brings along, and the files for browsers that it carries."""
    needed = [Requirement(text) for text in distribution(name).requires or ()]
    names = {canonicalize_name(x.name) for x in needed if x.marker is None or x.marker.evaluate({"extra": ""})}
    files = [_carried(pinned)["bom-ref"] for pinned in browser_libraries.PINNED if pinned.package == name]
    refs = [packages[other]["bom-ref"] for other in sorted(names & packages.keys())]
    return {"ref": packages[name]["bom-ref"], "dependsOn": [*refs, *files]}


if __name__ == "__main__":
    try:
        print(json.dumps(bill(*(sys.argv[1:] or [LOCKS[0].file])), indent=1, ensure_ascii=False))
    except BillError as error:
        sys.exit(f"{error} Install what is pinned, for example with: python -m pip install -r {LOCKS[0].file}")
