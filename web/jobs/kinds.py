"""What a working process can make, by the kind of the order; each takes plain data and gives a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ireval.exercises import from_json
from ireval.exercises.exports.platform_files import SheetFile
from ireval.exercises.exports.sheet_files import make_file
from ireval.exercises.paper.key_slips import Slip, slips_pdf
from ireval.exercises.variants.progress import Report

SHEET_FILE, SLIPS = "sheet-file", "slips"


def _sheet_file(what: Mapping[str, Any], report: Report) -> SheetFile:
    """A sheet as a file; ``what`` has its JSON and the parameters of ``make_file``."""
    rest = {name: value for name, value in what.items() if name not in {"sheet", "kind"}}
    return make_file(from_json(what["sheet"]), what["kind"], progress=report, **rest)


def _slips(what: Mapping[str, Any], report: Report) -> SheetFile:  # noqa: ARG001 - laid out in one piece
    """Printed slips."""
    data = slips_pdf(what["title"], [Slip(*slip) for slip in what["slips"]], what["paper"])
    return SheetFile(data, what["name"], "application/pdf", ())


KINDS: Mapping[str, Callable[[Mapping[str, Any], Report], SheetFile]] = {SHEET_FILE: _sheet_file, SLIPS: _slips}
