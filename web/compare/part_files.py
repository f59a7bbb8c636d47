"""The parts of a comparison as files: its tables as CSV and JSON, its charts as SVG and LaTeX.

An address that says all has a link to each file. Files that were sent with a form have no address, so the page carries
its parts itself, as links that hold their content.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple
from urllib.parse import quote

from flask import url_for

from ireval.comparison.plain_comparison import Row, csv_text
from web.downloads.figure_files import ENDINGS as CHARTS
from web.downloads.figure_files import figure_file
from web.lists.list_charts import Figure

#: The kinds of files, by their endings.
MEDIA = {"csv": "text/csv", "json": "application/json", "svg": "image/svg+xml", "tex": "text/x-tex"}
TABLES = ("csv", "json")
#: What the links say.
_LABELS = {"csv": "CSV", "json": "JSON", "svg": "SVG", "tex": "LaTeX"}
#: Longer content is not carried by a page.
LONGEST = 300_000

Rows = Sequence[Row]


class Link(NamedTuple):
    """A link to a file: what it says, where it leads, and the name of the file."""

    text: str
    address: str
    name: str


class PartFiles:
    """The files of a comparison. ``tables`` and ``charts`` make each part by its key.

    With a ``query`` the links are addresses; without one they hold the content. Below each chart stands the ``note``.
    """

    def __init__(
        self,
        tables: Mapping[str, Callable[[], Rows]],
        charts: Mapping[str, Callable[[], Figure | None]],
        query: str | None,
        note: str,
    ) -> None:
        self.tables, self.charts, self.query, self.note = tables, charts, query, note

    def links(self, key: str) -> list[Link]:
        """The links to the files of a part; none to what is too long for the page."""
        endings = TABLES if key in self.tables else CHARTS
        found = [Link(_LABELS[ending], self._address(key, ending), f"{key}.{ending}") for ending in endings]
        return [link for link in found if link.address]

    def _address(self, key: str, ending: str) -> str:
        if self.query is not None:
            return f"{url_for('compare.part', key=key, ending=ending)}?{self.query}"
        text = self.text(key, ending, "") or ""
        return f"data:{MEDIA[ending]};charset=utf-8,{quote(text)}" if 0 < len(text) <= LONGEST else ""

    def text(self, key: str, ending: str, address: str) -> str | None:
        """The content of a file, which may name the ``address`` of the comparison; None if there is none."""
        if ending in TABLES:
            return _table(self.tables[key](), ending) if key in self.tables else None
        figure = self.charts[key]() if key in self.charts else None
        if figure is None:
            return None
        figure = replace(figure, sentence=f"{figure.sentence} {self.note}")
        return figure_file(figure, ending, address).get_data(as_text=True)


def _table(rows: Rows, ending: str) -> str:
    return csv_text(rows) if ending == "csv" else json.dumps({"rows": rows}, indent=2) + "\n"
