"""What people ask for and what is locked agree, every file that pip may install is known by its hash, and none is
missing."""

from __future__ import annotations

import itertools
from importlib.metadata import PackageNotFoundError, distribution

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.paths import ROOT
from tests.requirements import Locked, locked, written
from tools.lock_requirements import LOCKS

pytestmark = pytest.mark.slow

RUN, SERVER, DEVELOPMENT = (locked(lock.file) for lock in LOCKS)


def here(packages: dict[str, Locked]) -> dict[str, Locked]:
    """Those of the packages that pip installs on this computer."""
    return {name: x for name, x in packages.items() if x.requirement.marker is None or x.requirement.marker.evaluate()}


FILES = {"test.in": here(RUN), "server.in": here(SERVER), "development.in": here(RUN) | here(DEVELOPMENT)}


@pytest.mark.parametrize("name", FILES)
def test_what_is_asked_for_is_pinned_and_locked_with_hashes(name: str) -> None:
    for requirement in written(name):
        (specifier,) = requirement.specifier
        assert specifier.operator == "=="
        assert FILES[name][canonicalize_name(requirement.name)].version == specifier.version


def test_all_locked_files_have_the_same_file_of_a_package() -> None:
    assert "-r requirements.txt\n" in (ROOT / "requirements-dev.txt").read_text("utf-8")
    for one, other in itertools.combinations((RUN, SERVER, DEVELOPMENT), 2):
        for name in one.keys() & other.keys():
            assert (one[name].version, one[name].hashes) == (other[name].version, other[name].hashes), name


def test_the_image_has_what_runs_and_nothing_for_tests() -> None:
    assert {canonicalize_name(x.name) for x in written("run.in")} <= SERVER.keys()
    assert "pytest" not in SERVER
    assert "redis" in SERVER


@pytest.mark.parametrize("name", FILES)
def test_nothing_that_an_installed_package_needs_is_missing(name: str) -> None:
    """pip refuses to install a package with hashes if it needs one that is not in the file."""
    waiting, seen, found = written(name), set[str](), list[str]()
    while waiting:
        requirement = waiting.pop()
        if str(requirement) in seen:
            continue
        seen.add(str(requirement))
        package = FILES[name].get(canonicalize_name(requirement.name))
        if package is None or not requirement.specifier.contains(package.version, prereleases=True):
            found.append(str(requirement))
        waiting += _needs(requirement)
    assert len(seen) > len(written(name))
    assert found == []


def _needs(requirement: Requirement) -> list[Requirement]:
    try:
        needed = [Requirement(text) for text in distribution(requirement.name).requires or ()]
    except PackageNotFoundError:
        return []  # installed where all tests run
    extras = [{"extra": extra} for extra in ("", *requirement.extras)]
    return [x for x in needed if x.marker is None or any(x.marker.evaluate(extra) for extra in extras)]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.file)
def test_files_for_other_systems_may_be_installed_too(lock: object) -> None:
    """A package in C has files for each system and version of Python, so far more hashes than others."""
    packages: dict[str, Locked] = locked(str(getattr(lock, "file", "")))
    assert all(package.hashes for package in packages.values())
    for name in {"numpy", "lxml", "sqlalchemy", "scipy"} & packages.keys():
        assert len(packages[name].hashes) > 20, name


def test_no_file_names_a_registry() -> None:
    for path in [*(ROOT / "requirements").glob("*.in"), *(ROOT / lock.file for lock in LOCKS)]:
        text = path.read_text("utf-8")
        assert "://" not in text and "--index" not in text and "--find-links" not in text
