"""The files of an experiment: its charts, and its numbers as CSV and JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from flask import Response, abort

from ireval.messages import Message
from web.charts.lists.list_charts import Figure
from web.files.figure_files import ENDINGS, MEDIA, figure_file

#: The endings of files of numbers.
NUMBERS = ("csv", "json")


def experiment_file(
    name: str, figures: Sequence[Figure], address: str, stem: str, lines: Callable[[str], Iterable[str]]
) -> Response:
    """Answer with a file: a chart, which names the ``address`` of its page, or the numbers as the file ``stem``.

    ``lines`` returns the lines of the numbers for the ending of a file.
    """
    wanted, _, ending = name.rpartition(".")
    figure = next((figure for figure in figures if figure.key == wanted), None)
    if figure and ending in ENDINGS:
        return figure_file(figure, ending, address)
    if wanted != stem or ending not in NUMBERS:
        abort(404, Message("no-such-file-of-experiment"))
    answer = Response("\n".join(lines(ending)) + "\n", mimetype=MEDIA[ending])
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
