"""The files of requirements: those that people write, and those that are locked with hashes."""

from __future__ import annotations

import re
from typing import NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.paths import ROOT

_BLOCK = re.compile(r"(?P<requirement>[^\s#-].*?) \\\n(?P<hashes>(?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)")
_OTHER = re.compile(r"(?:#.*|-r requirements\.txt)\n")


class Locked(NamedTuple):
    """A requirement with the SHA-256 of each file that may be installed for it."""

    requirement: Requirement
    hashes: frozenset[str]

    @property
    def version(self) -> str:
        """The one version that is allowed."""
        (specifier,) = self.requirement.specifier
        assert specifier.operator == "=="
        return specifier.version


def written(name: str) -> list[Requirement]:
    """What people wrote into a file of `requirements/`, and into the one that it includes."""
    found = []
    for line in (ROOT / "requirements" / name).read_text("utf-8").splitlines():
        text = line.split("#")[0].strip()
        if text.startswith("-r "):
            found += written(text.removeprefix("-r "))
        elif text:
            found.append(Requirement(text))
    return found


def locked(name: str) -> dict[str, Locked]:
    """The packages of a locked file, by name; anything that is not a hashed requirement is refused."""
    text = (ROOT / name).read_text("utf-8")
    found, at = dict[str, Locked](), 0
    while at < len(text):
        if other := _OTHER.match(text, at):
            at = other.end()
            continue
        block = _BLOCK.match(text, at)
        assert block, f"{name}, line {text.count(chr(10), 0, at) + 1}, is no requirement with hashes"
        requirement = Requirement(block["requirement"])
        assert requirement.name not in found
        hashes = re.findall(r"sha256:(\w+)", block["hashes"])
        found[canonicalize_name(requirement.name)] = Locked(requirement, frozenset(hashes))
        at = block.end()
    return found
