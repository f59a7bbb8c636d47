"""A sheet on paper: worksheets and answer keys of any number of variants, as one PDF.

The same sheet, keys and paper give the same bytes, whenever and wherever: no date is in the file, and fonts come from
the packages that are installed, not from the computer, unless the sheet has signs that they lack (``missing_signs``).
"""

from __future__ import annotations

from collections.abc import Sequence

from ireval.errors import InputError, nearest
from ireval.exercises.paper.missing_signs import missing_signs, missing_signs_note
from ireval.exercises.paper.printed_sheet import printed_sheet
from ireval.exercises.paper.typesetting import typeset
from ireval.exercises.sheet.model import Sheet
from ireval.exercises.variants.variant import variant

#: The sizes of paper by their key.
PAPERS = {"a4": "A4", "us-letter": "US Letter"}
#: No file holds more variants: each takes about 40 MB while it is made.
MOST_PRINTED = 60


def worksheet(sheet: Sheet, keys: Sequence[str], *, paper: str = "a4", link: str = "", two_sided: bool = True) -> bytes:
    """What students get: every variant on pages of its own, with room to work and boxes for answers.

    The QR code holds ``link``, with the variant's key in place of ``{key}``; without one it says which sheet and which
    variant this is. ``two_sided``: every variant begins on an odd page, so that none shares a leaf. Raises
    ``InputError`` for a key that is none, too many, another paper, or a link that no QR code holds.
    """
    return _made(sheet, keys, "worksheet", paper=paper, link=link, two_sided=two_sided)


def answer_key(sheet: Sheet, keys: Sequence[str], *, paper: str = "a4", link: str = "") -> bytes:
    """What markers get: right answers at a glance, worked tables, and wrong values that have a name.

    Raises ``InputError`` as ``worksheet`` does.
    """
    return _made(sheet, keys, "key", paper=paper, link=link, two_sided=False)


def report(sheet: Sheet) -> tuple[str, ...]:
    """What paper may not show of a sheet, as sentences."""
    signs = missing_signs(sheet)
    return (missing_signs_note(signs),) if signs else ()


def _made(sheet: Sheet, keys: Sequence[str], kind: str, *, paper: str, link: str, two_sided: bool) -> bytes:
    if not 1 <= len(keys) <= MOST_PRINTED:
        message = f"A file holds 1 to {MOST_PRINTED} variants, not {len(keys)}."
        advice = "Make several files; on the command line, --first says where each begins."
        raise InputError("variants", message, advice)
    content = printed_sheet(sheet, [variant(sheet, key) for key in keys], link, kind)
    if paper not in PAPERS:
        raise InputError("paper", f"There is no paper “{paper}”.", nearest(paper, PAPERS))
    return typeset({**content, "paper": paper, "two_sided": two_sided})
