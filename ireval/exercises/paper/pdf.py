"""A sheet on paper: worksheets and answer keys of any number of variants, as one PDF.

The same sheet, keys and paper size always give the same bytes on every computer: the file has no date, and its fonts
come from the installed packages, unless the sheet has characters that these fonts lack (``missing_signs``).
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from ireval.errors import InputError, nearest
from ireval.exercises.paper.missing_signs import missing_signs, missing_signs_note
from ireval.exercises.paper.printed_sheet import printed_sheet
from ireval.exercises.paper.typesetting import typeset
from ireval.exercises.sheet.model import Sheet
from ireval.exercises.variants.progress import Estimate, Progress, Report, no_report
from ireval.exercises.variants.variant import variant
from ireval.messages.message import Message

#: The paper sizes by key.
PAPERS = {"a4": "A4", "us-letter": "US Letter"}
#: The details of an answer key, by key; each includes those before it. The last is the default.
DETAILS = {"answers": "Answers only", "calculations": "With calculations", "mistakes": "With calculations and mistakes"}
FULL = "mistakes"
#: The most variants in a file: each needs about 17 MB of memory while the file is made.
MOST_PRINTED = 60
#: The steps of progress for laying out a variant; drawing and describing it are two steps, a third of the time.
LAYOUT = 6
#: The least seconds for drawing a variant in the estimate; cached variants are faster.
LEAST = 0.02
#: Without names; students write their names.
NO_NAMES: Mapping[str, str] = MappingProxyType({})


def worksheet(
    sheet: Sheet,
    keys: Sequence[str],
    *,
    paper: str = "a4",
    link: str = "",
    two_sided: bool = True,
    names: Mapping[str, str] = NO_NAMES,
    progress: Report = no_report,
) -> bytes:
    """Return worksheets for students: every variant on separate pages, with room for calculations and answers.

    The QR code holds ``link``, with the variant's key in place of ``{key}``; without a link it names the sheet and the
    variant. ``two_sided``: every variant begins on an odd page, so that no two share a sheet of paper. ``names`` are
    those of students, by key. Raises ``InputError`` for an invalid key, too many keys, an unknown paper size, or a link
    too long for a QR code.
    """
    return _made(sheet, keys, "worksheet", paper=paper, link=link, two_sided=two_sided, names=names, progress=progress)


def answer_key(
    sheet: Sheet,
    keys: Sequence[str],
    *,
    paper: str = "a4",
    link: str = "",
    names: Mapping[str, str] = NO_NAMES,
    detail: str = FULL,
    progress: Report = no_report,
) -> bytes:
    """Return answer keys for markers: a summary of correct answers, worked tables, and wrong values with known causes.

    ``detail`` is a key of ``DETAILS``. Raises ``InputError`` as ``worksheet`` does, and for an unknown ``detail``.
    """
    known_detail(detail)
    return _made(sheet, keys, detail, paper=paper, link=link, two_sided=False, names=names, progress=progress)


def report(sheet: Sheet) -> tuple[Message, ...]:
    """Return notes on characters that may not be printed correctly."""
    signs = missing_signs(sheet)
    return (missing_signs_note(signs),) if signs else ()


def _made(
    sheet: Sheet,
    keys: Sequence[str],
    kind: str,
    *,
    paper: str,
    link: str,
    two_sided: bool,
    names: Mapping[str, str],
    progress: Report,
) -> bytes:
    if not 1 <= len(keys) <= MOST_PRINTED:
        raise InputError("variants", "variants-in-a-pdf", most=MOST_PRINTED, count=len(keys))
    steps, begun = Progress(len(keys), 2 + LAYOUT, progress), time.monotonic()
    variants = [variant(sheet, key) for key in steps.counted(keys)]
    content = printed_sheet(sheet, steps.counted(variants), link, kind, names)
    seconds = LAYOUT / 2 * max(time.monotonic() - begun, LEAST * len(keys))
    layout = Estimate(steps, LAYOUT * len(keys), seconds)
    made = typeset({**content, "paper": known_paper(paper), "two_sided": two_sided}, "sheet.typ", layout.after)
    layout.finish()
    return made


def known_detail(detail: str) -> str:
    """Return the key of a detail of answer keys. Raises ``InputError`` if there is none with this key."""
    if detail not in DETAILS:
        raise InputError("detail", "unknown-detail", name=detail, hint=nearest(detail, DETAILS))
    return detail


def known_paper(paper: str) -> str:
    """Return the key of a paper size. Raises ``InputError`` if there is none with this key."""
    if paper not in PAPERS:
        raise InputError("paper", "unknown-paper", name=paper, hint=nearest(paper, PAPERS))
    return paper
