"""Tables of the lab as files: comma-separated values, LaTeX and Markdown."""

from __future__ import annotations

import re

from flask import Response

from ireval.conventions import CONVENTIONS, PRESETS
from ireval.explanation.plain_table import PlainTable, with_commas
from ireval.explanation.table_formats import FORMATS
from web.state.lab_address import lab_link
from web.state.lab_state import State

#: The endings of a table's files, as a part of an address.
TABLE_ENDING = "<any(csv, tex, md):ending>"


def table_file(table: PlainTable, name: str, ending: str, state: State) -> Response:
    """A table of a state as a file with this ending, which contains the complete address of the lab."""
    media, write = FORMATS[ending]
    text = write(with_commas(table) if state.comma else table, lab_link(state))
    if ending == "csv" and not text.isascii():
        text = "\ufeff" + text  # Excel reads UTF-8 only with this mark
    stem = re.sub(r"\W+", "-", name, flags=re.ASCII).strip("-")
    return text_file(text, media, f"{stem}.{ending}")


def text_file(text: str, media: str, name: str) -> Response:
    """A text as a file to download."""
    answer = Response(text, mimetype=media)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def conventions_note(state: State) -> str:
    """The preset, and the conventions that differ from it."""
    other = [f"{CONVENTIONS[n].title}: {v}" for n, v in state.overrides.items()]
    return "; ".join([f"Conventions: {PRESETS[state.preset].title}", *other])
