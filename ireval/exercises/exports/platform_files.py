"""A sheet as a file for a learning platform: Moodle, QTI 2.1, QTI 1.2 for Canvas and ILIAS, GIFT, and CSV.

The answers in these files come from ``ireval.exercises``: correct values, what rounding can reach, and wrong numbers
whose cause is known. The same sheet and the same number of variants give the same file; no file has a date.

>>> from ireval.exercises import make_sheet
>>> file = export(make_sheet(42), "gift", variants=2)
>>> file.name, file.media_type
('exercises.gift.txt', 'text/plain; charset=utf-8')
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from types import MappingProxyType
from typing import NamedTuple

from ireval.errors import InputError, nearest
from ireval.exercises.exports import csv
from ireval.exercises.exports.moodle import gift, moodle_xml
from ireval.exercises.exports.qti import ilias, qti12, qti21
from ireval.exercises.exports.shared.job import Job
from ireval.exercises.exports.shared.platform_format import PlatformFormat
from ireval.exercises.generator.variant_keys import variant_keys
from ireval.exercises.sheet.model import Sheet
from ireval.exercises.variants.progress import Report, no_report
from ireval.messages.message import Message
from ireval.stdlib.added_entry import added_entry

#: The most variants of a file.
MOST_VARIANTS = 200


class SheetFile(NamedTuple):
    """A file: its bytes, a name for it, its media type, and a report of what the format does not support."""

    data: bytes
    name: str
    media_type: str
    report: tuple[Message, ...]


#: The modules that declare the project's formats.
FORMAT_MODULES = (moodle_xml, qti21, qti12, ilias, gift, csv)
_BY_KEY: dict[str, PlatformFormat] = {module.FORMAT.key: module.FORMAT for module in FORMAT_MODULES}
FORMATS: Mapping[str, PlatformFormat] = MappingProxyType(_BY_KEY)


def added(form: PlatformFormat) -> AbstractContextManager[None]:
    """Register a format from another file until the block ends; a format that is registered already stays."""
    return nullcontext() if _BY_KEY.get(form.key) is form else added_entry(_BY_KEY, form.key, form)


def export(
    sheet: Sheet,
    format: str,  # noqa: A002 - its name on the command line
    variants: int = 1,
    keys: Sequence[str] = (),
    report: Report = no_report,
) -> SheetFile:
    """Return the sheet as a file of this format, with this number of variants (``ireval.exercises.variant_keys``).

    With ``keys``, it has the variants of these keys. ``report`` takes the numbers of finished and of all variants.
    Raises ``InputError`` if the format is unknown or the number of variants is out of range.
    """
    if format not in FORMATS:
        raise InputError("format", "unknown-format", name=format, hint=nearest(format, FORMATS))
    keys = keys or variant_keys(sheet, min(variants, MOST_VARIANTS + 1))
    if not 1 <= len(keys) <= MOST_VARIANTS:
        limits = {"least": 1, "most": MOST_VARIANTS, "kind": Message("a-whole-number")}
        raise InputError("variants", "number-out-of-range", value=variants, **limits)
    return write_format(FORMATS[format], Job.of(sheet, keys, report))


def write_format(form: PlatformFormat, job: Job) -> SheetFile:
    """The file of a job in a format, with notes on the texts that the format leaves out."""
    data = form.write(job)
    job.note_texts_left_out(intro=form.intro, hints=form.hints)
    return SheetFile(data, file_name(job.sheet) + form.ending, form.media_type, tuple(job.notes))


def file_name(sheet: Sheet) -> str:
    """The title in lower-case ASCII letters, digits and hyphens, or ``sheet`` if nothing is left of the title."""
    plain = unicodedata.normalize("NFKD", sheet.title).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60].strip("-") or "sheet"
