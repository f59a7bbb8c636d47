"""Writes evaluations as text: trec_eval's lines, a table, CSV or JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from ireval.evaluation.mean_notes import Clauses, by_clause
from ireval.evaluation.results import GEOMETRIC, PLACES, Evaluation, Scores, overall_text, score_text
from ireval.evaluation.trec_eval_names import RUN_ID
from ireval.messages import Message, say
from ireval.numbers.expression import fixed

#: A table with more measures than this is transposed, with a column for each run.
_COLUMNS = 8


def trec(
    runs: Sequence[Evaluation], places: int | None, *, by_topic: bool, named: bool, averaged: bool = True
) -> Iterator[str]:
    """Lines of measure, topic (or ``all``) and value, separated by tabs; topics in the order of their bytes.

    As in trec_eval, geometric means and undefined scores have no lines for topics, strings have no line for ``all``,
    and only the first word of the tag is printed. With ``named``, the line ``runid`` comes before each run's means.
    """
    decimals = PLACES if places is None else places
    for run in runs:
        if by_topic:
            columns = [
                column for name in run.requested or run.measures if (column := _topic_column(run, name, decimals))
            ]
            for i in sorted(range(len(run.topics)), key=lambda i: run.topics[i].encode()):
                yield from (f"{name}\t{run.topics[i]}\t{texts[i]}" for name, texts in columns if texts[i])
        if not averaged:
            continue
        names = [name for name in run.requested or run.measures if name not in run.strings]
        for name in [RUN_ID, *names] if named and RUN_ID not in names else names:
            if name == RUN_ID:
                yield f"{name}\tall\t{''.join(run.tag.split()[:1])}"
            else:
                yield f"{name}\tall\t{_printed_by_c(run.scores[name].overall, run.scores[name].average, decimals)}"


def _topic_column(run: Evaluation, name: str, places: int) -> tuple[str, Sequence[str]] | None:
    """The name and a text for each topic, empty for no line; None if trec_eval does not print it for topics."""
    if name in run.strings:
        return name, run.strings[name]
    scores = run.scores.get(name)
    if scores is None or name == "num_q" or scores.average == GEOMETRIC:
        return None
    return name, [_printed_by_c(x, scores.average, places) if x == x else "" for x in scores.values.tolist()]


def table(
    runs: Sequence[Evaluation], places: int | None, *, by_topic: bool, named: bool, averaged: bool = True
) -> Iterator[str]:
    """A table of means with a row for each run; with one run, or many measures, a row for each measure.

    Notes below the table name means that are not over all topics, and the reasons. ``named`` is ignored.
    """
    del named
    decimals = PLACES if places is None else places
    if averaged:
        yield from _table_of_means(runs, decimals)
    for run in runs if by_topic else ():
        if averaged or run is not runs[0]:
            yield ""
        if len(runs) > 1:
            yield run.name
        columns = [[score_text(x, s.average, decimals) for x in s.values.tolist()] for s in run.scores.values()]
        rows = zip(run.topics, *run.strings.values(), *columns, strict=True)
        yield from aligned(["topic", *run.strings, *run.measures], [list(row) for row in rows])


def _table_of_means(runs: Sequence[Evaluation], decimals: int) -> Iterator[str]:
    measures = runs[0].measures
    means = [[overall_text(run.scores[m], decimals) for m in measures] for run in runs]
    if len(measures) > _COLUMNS or len(runs) == 1:
        yield from aligned(
            ["measure", *(run.name for run in runs)],
            [[m, *(mean[i] for mean in means)] for i, m in enumerate(measures)],
        )
    else:
        yield from aligned(["run", *measures], [[run.name, *mean] for run, mean in zip(runs, means, strict=True)])
    for run in runs:
        for i, note in enumerate(run.notes):
            if not i:
                yield ""
            yield say(Message("note-on-run", run=run.name, note=note) if len(runs) > 1 else note)


def comma_separated(
    runs: Sequence[Evaluation], places: int | None, *, by_topic: bool, named: bool, averaged: bool = True
) -> Iterator[str]:
    """CSV with columns for run, topic (``all`` for the means) and each measure; empty where a score is undefined."""
    del named
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["run", "topic", *runs[0].strings, *runs[0].measures])
    for run in runs:
        for row in _rows(run, by_topic=by_topic, averaged=averaged):
            scores = [_rounded(row[m], places) for m in run.measures]
            strings = [row.get(name, "") for name in run.strings]
            writer.writerow([run.name, row["topic"], *strings, *("" if x is None else repr(x) for x in scores)])
    yield from out.getvalue().splitlines()


def as_json(
    runs: Sequence[Evaluation], places: int | None, *, by_topic: bool, named: bool, averaged: bool = True
) -> Iterator[str]:
    """JSON: a list of runs, each with ``means``, ``missing`` topics, its conventions, and ``topics`` if requested.

    ``averaged_over`` is the number of topics of each mean, ``left_out`` has the topics that are left out and the
    reasons, and ``remarks`` further notes on scores.
    """
    del named

    def rounded(row: Mapping[str, Any]) -> dict[str, Any]:
        return {key: _rounded(x, places) if isinstance(x, (int, float)) else x for key, x in row.items()}

    found = []
    for run in runs:
        *topics, mean = _rows(run, by_topic=by_topic)
        del mean["topic"]
        entry = {"run": run.name, "tag": run.tag, "topics_averaged": len(run.topics)}
        if averaged:
            entry |= {"means": rounded(mean)}
            entry |= {"averaged_over": {name: scores.averaged_over for name, scores in run.scores.items()}}
        entry |= {key: {m: said for m, s in run.scores.items() if (said := _said(run, x(s)))} for key, x in _CLAUSES}
        entry |= {"missing": run.missing, "unjudged": run.unjudged, "conventions": run.conventions}
        found.append(entry | ({"topics": [rounded(row) for row in topics]} if by_topic else {}))
    yield json.dumps(found, indent=2)


def _said(run: Evaluation, clauses: Clauses) -> list[dict[str, Any]]:
    return [
        {"topics": [run.topics[i] for i in places], "why": say(clause)} for clause, places in by_clause(clauses).items()
    ]


#: The names of the clauses on topics in JSON, and where they come from.
_CLAUSES: tuple[tuple[str, Callable[[Scores], Clauses]], ...] = (
    ("left_out", lambda scores: scores.left_out),
    ("remarks", lambda scores: scores.remarks),
)

Writer = Callable[..., Iterator[str]]

#: The writers of an evaluation, by the choice of the option.
FORMATS: Mapping[str, Writer] = MappingProxyType(
    {"trec": trec, "table": table, "csv": comma_separated, "json": as_json}
)


def _rows(run: Evaluation, *, by_topic: bool, averaged: bool = True) -> Iterator[dict[str, Any]]:
    if by_topic:
        for row in run.rows():
            yield {m: _plain(x, run.scores[m]) if m in run.scores else x for m, x in row.items()}
    if averaged:
        yield {"topic": "all"} | {m: _plain(scores.overall, scores) for m, scores in run.scores.items()}


def _plain(value: float | None, scores: Scores) -> float | int | None:
    if value is None or value != value:
        return None
    return int(value) if scores.average == "sum" else value


def _rounded(value: float | int | None, places: int | None) -> float | int | None:
    return value if places is None or value is None or isinstance(value, int) else float(fixed(value, places))


def _printed_by_c(value: float, average: str, places: int) -> str:
    """A number as C, and so trec_eval, prints it: the binary number is rounded."""
    return f"{value:.0f}" if average == "sum" else f"{value:.{places}f}"


def aligned(head: Sequence[str], body: Sequence[Sequence[str]], left: Collection[int] = (0,)) -> Iterator[str]:
    """The lines of a table. Cells are aligned to the right, except in the columns ``left``."""
    widths = [max(map(len, column)) for column in zip(head, *body, strict=True)]
    for row in [head, *body]:
        cells = [x.ljust(w) if i in left else x.rjust(w) for i, (x, w) in enumerate(zip(row, widths, strict=True))]
        yield "  ".join(cells).rstrip()
