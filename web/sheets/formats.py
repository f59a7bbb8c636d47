"""The files that a sheet can be had as: what is here of them, and how each is made."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ireval.errors import InputError
from ireval.exercises import Sheet, variant_keys
from ireval.parameters import read_number

#: More variants than these are for the command line.
MOST_VARIANTS = 200
PAPERS = {"a4": "A4", "us-letter": "US Letter"}
_PAPER, _EXPORTS = "ireval.exercises.paper", "ireval.exercises.exports"


@dataclass(frozen=True)
class Format:
    """A kind of file: its title, what it is for, and the module that writes it."""

    key: str
    title: str
    group: str
    module: str = ""


_ALL = (
    Format("worksheet", "Worksheet (PDF)", "Paper", _PAPER),
    Format("key", "Answer key (PDF)", "Paper", _PAPER),
    Format("moodle", "Moodle XML", "Learning platforms", _EXPORTS),
    Format("qti21", "QTI 2.1 (ILIAS, OpenOlat)", "Learning platforms", _EXPORTS),
    Format("qti12", "QTI 1.2 (Canvas)", "Learning platforms", _EXPORTS),
    Format("gift", "GIFT", "Learning platforms", _EXPORTS),
    Format("csv", "CSV", "Learning platforms", _EXPORTS),
    Format("json", "sheet.json", "To go on later"),
)


@cache
def formats() -> dict[str, list[Format]]:
    """What can be written, by group."""
    here = [f for f in _ALL if not f.module or find_spec(f.module)]
    return {group: [f for f in here if f.group == group] for group in dict.fromkeys(f.group for f in here)}


def known(key: str) -> bool:
    """Whether there is such a format."""
    return any(f.key == key for group in formats().values() for f in group)


def made(sheet: Sheet, key: str, variants: str, paper: str) -> tuple[bytes, str, str]:
    """A file's bytes, its name and its media type. Raises ``InputError``."""
    count = read_number(variants or "1", "variants", "The number of variants", whole=True, least=1, most=MOST_VARIANTS)
    if key == "json":
        return sheet.to_json(), "sheet.json", "application/json"
    if key in ("worksheet", "key"):
        if paper not in PAPERS:
            raise InputError("paper", f"There is no paper “{paper}”.", f"Choose {' or '.join(PAPERS)}.")
        module: Any = import_module(_PAPER)
        write = module.worksheet if key == "worksheet" else module.answer_key
        return write(sheet, variant_keys(sheet, count), paper=paper), f"{key}-{sheet.seed}.pdf", "application/pdf"
    content: tuple[bytes, str, str] = import_module(_EXPORTS).export(sheet, key, variants=count)
    return content
