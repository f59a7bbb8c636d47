"""A page of `docs/` as steps to follow: files to write, changes to make, commands to run and what they print."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from tests.paths import ROOT

#: What the commands of a page may run, and what the tests of the project need beside the core.
PROGRAMS = ("ireval", "pytest", "ruff", "flask")
FOR_TESTS = ("tests", "web", "docs", "templates", "static", "lessons", "collections")
#: What the project is not made of.
NOT_COPIED = (".git", ".venv", ".*_cache", ".hypothesis", "node_modules", "*.sqlite*")
_BLOCK = re.compile(r"(?:^`([^`\n]+)`\n\n)?^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A block of a page: the file named above it, its language, and its text."""

    file: str
    language: str
    text: str


def blocks(page: str) -> list[Block]:
    """The blocks of a page of `docs/`, in their order."""
    return [Block(*found.groups("")) for found in _BLOCK.finditer((ROOT / "docs" / page).read_text("utf-8"))]


def copy_for(page: str, tree: Path) -> None:
    """Copy as much of the project as a page's commands need.

    Modules that are already compiled are copied as they are; the files that the page changes are compiled again.
    """
    shutil.copytree(ROOT / "ireval", tree / "ireval")
    shutil.copy(ROOT / "pyproject.toml", tree)
    if any("python -m pytest" in block.text for block in blocks(page)):
        shutil.copy(ROOT / "app.py", tree)
        for folder in FOR_TESTS:
            shutil.copytree(ROOT / folder, tree / folder)


def copy_all(tree: Path) -> None:
    """Copy the whole project, without what it is not made of."""
    shutil.copytree(ROOT, tree, dirs_exist_ok=True, ignore=shutil.ignore_patterns(*NOT_COPIED))


def change(page: str, tree: Path) -> None:
    """Write the files of a page into a copy of the project, and make its changes, without its commands."""
    for block in blocks(page):
        if block.file and block.language != "csv":
            write(block, tree)


def follow(page: str, tree: Path) -> Iterator[tuple[str, str, str]]:
    """Do what a page says in a copy of the project; each command as (command, what it printed, what the page says)."""
    copy_for(page, tree)
    ran: list[tuple[str, str]] = []
    for block in blocks(page):
        if block.language == "text":
            yield *ran.pop(), block.text
        elif block.language == "sh":
            ran = [(line, run(line, tree)) for line in block.text.splitlines()]
        else:
            assert block.file, f"a block of {page} names no file"
            write(block, tree)


def write(block: Block, tree: Path) -> None:
    """Write a block's file, or change it."""
    path = tree / block.file
    if block.language == "diff":
        path.write_text(changed(path.read_text("utf-8"), block.text), "utf-8")
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.text, "utf-8")


def changed(text: str, diff: str) -> str:
    """A file's text with a block's lines put in and taken out."""
    lines = [line or " " for line in diff.splitlines()]
    old = "".join(f"{line[1:]}\n" for line in lines if line[0] != "+")
    new = "".join(f"{line[1:]}\n" for line in lines if line[0] != "-")
    assert text.count(old) == 1, f"these lines are there {text.count(old)} times:\n{old}"
    return text.replace(old, new)


def run(command: str, tree: Path) -> str:
    """What a command of a page prints, run in the copy; it has to succeed or, after an exclamation mark, to fail.

    Ruff is left out where it is not installed: the product and its tests run without it.
    """
    words = shlex.split(command)
    fails, settings = words[0] == "!", {}
    if fails:
        words.pop(0)
    while "=" in words[0]:
        name, _, value = words.pop(0).partition("=")
        settings[name] = value
    assert words[:2] == ["python", "-m"] and words[2] in PROGRAMS, command
    if words[2] == "ruff" and find_spec("ruff") is None:
        return ""
    environment = os.environ | {"PYTHONPATH": str(tree), "PYTHONUTF8": "1", "COLUMNS": "80"} | settings
    done = subprocess.run(
        [sys.executable, *words[1:]], cwd=tree, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert (done.returncode != 0) is fails, done.stderr + done.stdout
    return done.stdout


def matches(printed: str, shown: str) -> bool:
    """Whether a page shows what was printed; three dots stand for whatever is left out."""
    pattern = re.escape(shown.strip()).replace(re.escape("..."), ".*")
    return re.fullmatch(pattern, printed.strip(), re.DOTALL) is not None
