"""The files that a sheet can be had as: what is here of them, and how each is made."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

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


class Made(NamedTuple):
    """A file: its bytes, its name, its media type, and what it cannot take over, as sentences."""

    data: bytes
    name: str
    media_type: str
    notes: tuple[str, ...] = ()


def known(key: str) -> Format | None:
    """The format of this key, where it can be written."""
    return next((f for group in formats().values() for f in group if f.key == key), None)


def made(sheet: Sheet, key: str, variants: str, paper: str) -> Made:
    """A file. Raises ``InputError`` for numbers of variants and papers that there are not."""
    count = read_number(variants or "1", "variants", "The number of variants", whole=True, least=1, most=MOST_VARIANTS)
    if key == "json":
        return Made(sheet.to_json(), "sheet.json", "application/json")
    if key in ("worksheet", "key"):
        if paper not in PAPERS:
            raise InputError("paper", f"There is no paper “{paper}”.", f"Choose {' or '.join(PAPERS)}.")
        module: Any = import_module(_PAPER)
        write = module.worksheet if key == "worksheet" else module.answer_key
        data = write(sheet, variant_keys(sheet, count), paper=paper)
        return Made(data, f"{key}-{sheet.seed}.pdf", "application/pdf")
    return Made(*import_module(_EXPORTS).export(sheet, key, variants=count))
