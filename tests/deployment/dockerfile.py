"""The Dockerfile, followed without Docker: its last stage, built in a folder."""

from __future__ import annotations

import fnmatch
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.paths import ROOT

TEXT = (ROOT / "Dockerfile").read_text("utf-8")


def stages() -> list[list[tuple[str, str]]]:
    """The instructions of each stage, as (name, rest), with FROM first and build arguments put in."""
    arguments, found = dict[str, str](), list[list[tuple[str, str]]]()
    for line in re.sub(r"\\\n", " ", TEXT).splitlines():
        name, _, rest = line.strip().partition(" ")
        if not name or name.startswith("#"):
            continue
        if name == "ARG":
            key, _, value = rest.partition("=")
            arguments[key] = value
        elif name == "FROM":
            found.append([(name, re.sub(r"\$\{(\w+)\}", lambda match: arguments[match[1]], rest))])
        else:
            found[-1].append((name, rest))
    return found


def value(name: str) -> str:
    """The rest of the only instruction of this name in the last stage."""
    (found,) = (rest for instruction, rest in stages()[-1] if instruction == name)
    return found


def environment() -> dict[str, str]:
    """What ENV sets, but for PATH."""
    pairs = (pair.partition("=")[::2] for pair in shlex.split(value("ENV")))
    return {name: text for name, text in pairs if name != "PATH"}


def health_check() -> list[str]:
    """The command of the health check."""
    return list(json.loads(value("HEALTHCHECK").partition("CMD ")[2]))


def context() -> Iterator[Path]:
    """The files that the build may see, relative to the project."""
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    assert rules[0] == "*"
    shown = {rule[1:] for rule in rules if rule.startswith("!")}
    hidden = [rule.removeprefix("**/") for rule in rules if rule.startswith("**/")]
    assert len(rules) == 1 + len(shown) + len(hidden), "another kind of rule than this reader knows"
    for name in sorted(shown):
        paths = [ROOT / name] if (ROOT / name).is_file() else (ROOT / name).rglob("*")
        for path in paths:
            parts = path.relative_to(ROOT).parts
            if path.is_file() and not any(fnmatch.fnmatch(part, rule) for part in parts for rule in hidden):
                yield path.relative_to(ROOT)


def build(root: Path) -> Path:
    """Follow the last stage below `root`; returns the folder of the app. Packages are those that run the tests."""
    there = set(context())
    work = root
    for name, rest in stages()[-1]:
        words = shlex.split(rest)
        if name == "WORKDIR":
            work = root / rest.lstrip("/")
            work.mkdir(parents=True)
        elif name == "COPY" and not rest.startswith("--from=build /venv"):
            _copy(words[:-1], words[-1], work, there)
        elif name == "RUN" and words[:2] == ["install", "-d"]:
            for path in (word for word in words if word.startswith("/")):
                (root / path.lstrip("/")).mkdir(exist_ok=True)
        elif name == "RUN":
            assert words[0] == "python"
            _compiled_before(work)
            settings = {"PATH": os.defpath, "PYTHONPATH": "", "LANG": "C.UTF-8"}
            subprocess.run([sys.executable, *words[1:]], cwd=work, env=settings, check=True)
    return work


def _copy(sources: list[str], target: str, work: Path, there: set[Path]) -> None:
    for source in sources:
        paths = [path for path in there if path == Path(source) or Path(source) in path.parents]
        assert paths, f"{source} is not in the context of the build"
        for path in paths:
            to = work / target / path.name if target.endswith("/") else work / target / path.relative_to(source)
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / path, to)


def _compiled_before(work: Path) -> None:
    """Copy what was compiled of the same files already: compiling takes seconds, and changes nothing else."""
    for path in work.rglob("*.py"):
        cached = ROOT / path.relative_to(work).parent / "__pycache__"
        for compiled in cached.glob(f"{path.stem}.{sys.implementation.cache_tag}.pyc"):
            (path.parent / "__pycache__").mkdir(exist_ok=True)
            shutil.copy2(compiled, path.parent / "__pycache__")
