"""The parts of a comparison as files: its tables as CSV and JSON, its charts as SVG and LaTeX.

If the page has an address, each file has one too. A comparison of files that were sent with a form has no address, so
its page contains the files, as links that hold their content.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from flask import url_for

from ireval.comparison.plain_comparison import Row, csv_text
from web.charts.lists.list_charts import Figure
from web.files.figure_files import ENDINGS as CHARTS
from web.files.figure_files import FileLink, embedded_file, figure_file, file_link

TABLES = ("csv", "json")
#: The most characters of all files that a page contains.
MOST_HELD = 3_000_000

Rows = Sequence[Row]


class PartFiles:
    """The files of a comparison. ``tables`` and ``charts`` make each part by its key.

    With a ``query`` the links are addresses of the ``endpoint``; without one they hold the content, as long as there
    is room for it. Below each chart stands the ``note``.
    """

    def __init__(
        self,
        tables: Mapping[str, Callable[[], Rows]],
        charts: Mapping[str, Callable[[], Figure | None]],
        query: str | None,
        note: str,
        endpoint: str = "compare.part",
    ) -> None:
        self.tables, self.charts, self.query, self.note = tables, charts, query, note
        self.endpoint = endpoint
        self._held = 0

    def links(self, key: str) -> list[FileLink]:
        """Return the links to the files of a part, without files that are too long for the page."""
        found = [self._link(key, ending) for ending in (TABLES if key in self.tables else CHARTS)]
        return [link for link in found if link]

    def _link(self, key: str, ending: str) -> FileLink | None:
        if self.query is not None:
            address = url_for(self.endpoint, key=key, ending=ending)
            return file_link(key, ending, f"{address}?{self.query}" if self.query else address)
        held = embedded_file(key, ending, self.text(key, ending, "") or "")
        self._held += len(held.address) if held else 0
        return held if self._held <= MOST_HELD else None

    def text(self, key: str, ending: str, address: str) -> str | None:
        """Return the content of a file, which may name the comparison's ``address``; None if there is no such file."""
        if ending in TABLES:
            return _table(self.tables[key](), ending) if key in self.tables else None
        figure = self.charts[key]() if key in self.charts else None
        if figure is None:
            return None
        figure = replace(figure, sentence=f"{figure.sentence} {self.note}".strip())
        return figure_file(figure, ending, address).get_data(as_text=True)


def _table(rows: Rows, ending: str) -> str:
    return csv_text(rows) if ending == "csv" else json.dumps({"rows": rows}, indent=2) + "\n"
