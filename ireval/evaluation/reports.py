"""Writes evaluations as text: trec_eval's lines, a table, CSV or JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from ireval.evaluation.mean_notes import Clauses, by_clause
from ireval.evaluation.results import GEOMETRIC, PLACES, Evaluation, Scores, overall_text, score_text
from ireval.messages import Message, say
from ireval.numbers.expression import fixed

#: A table with more measures than this is transposed, with a column for each run.
_COLUMNS = 8


def trec(runs: Sequence[Evaluation], places: int | None, *, by_topic: bool, named: bool) -> Iterator[str]:
    """Lines of measure, topic (or ``all``) and value, separated by tabs; topics in the order of their bytes.

    As in trec_eval, a geometric mean has no lines for topics, and neither has an undefined score. ``named`` writes the
    line ``runid`` before each run's means.
    """
    decimals = PLACES if places is None else places
    for run in runs:
        if by_topic:
            order = sorted(range(len(run.topics)), key=lambda i: run.topics[i].encode())
            columns = [(m, s.average, s.values.tolist()) for m, s in run.scores.items()]
            columns = [column for column in columns if column[0] != "num_q" and column[1] != GEOMETRIC]
            for i in order:
                for name, average, values in columns:
                    if values[i] == values[i]:
                        yield f"{name}\t{run.topics[i]}\t{_c(values[i], average, decimals)}"
        if named:
            yield f"runid\tall\t{run.tag}"
        for name, scores in run.scores.items():
            yield f"{name}\tall\t{_c(scores.overall, scores.average, decimals)}"


def table(runs: Sequence[Evaluation], places: int | None, *, by_topic: bool, named: bool) -> Iterator[str]:
    """A table of means with a row for each run, or with a row for each measure if there are many or one run.

    Below it are notes: over how many topics means are, where these are not all, and why. ``named`` is not used.
    """
    del named
    decimals = PLACES if places is None else places
    measures = runs[0].measures
    means = [[overall_text(run.scores[m], decimals) for m in measures] for run in runs]
    if len(measures) > _COLUMNS or len(runs) == 1:
        yield from _aligned(
            ["measure", *(run.name for run in runs)],
            [[m, *(mean[i] for mean in means)] for i, m in enumerate(measures)],
        )
    else:
        yield from _aligned(["run", *measures], [[run.name, *mean] for run, mean in zip(runs, means, strict=True)])
    for run in runs:
        for i, note in enumerate(run.notes):
            if not i:
                yield ""
            yield say(Message("note-on-run", run=run.name, note=note) if len(runs) > 1 else note)
    for run in runs if by_topic else ():
        yield ""
        if len(runs) > 1:
            yield run.name
        columns = [[score_text(x, s.average, decimals) for x in s.values.tolist()] for s in run.scores.values()]
        yield from _aligned(["topic", *measures], [list(row) for row in zip(run.topics, *columns, strict=True)])


def comma_separated(runs: Sequence[Evaluation], places: int | None, *, by_topic: bool, named: bool) -> Iterator[str]:
    """CSV with columns for run, topic (``all`` for the means) and each measure; empty where a score is undefined."""
    del named
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["run", "topic", *runs[0].measures])
    for run in runs:
        for row in _rows(run, by_topic=by_topic):
            scores = [_rounded(row[m], places) for m in run.measures]
            writer.writerow([run.name, row["topic"], *("" if x is None else repr(x) for x in scores)])
    yield from out.getvalue().splitlines()


def as_json(runs: Sequence[Evaluation], places: int | None, *, by_topic: bool, named: bool) -> Iterator[str]:
    """JSON: a list of runs, each with ``means``, ``missing`` topics, its conventions, and ``topics`` if requested.

    ``averaged_over`` is the number of topics of each mean, ``left_out`` says which are left out and why, and
    ``remarks`` what else is to be known of scores.
    """
    del named

    def rounded(row: Mapping[str, Any]) -> dict[str, Any]:
        return {key: _rounded(x, places) if isinstance(x, (int, float)) else x for key, x in row.items()}

    found = []
    for run in runs:
        *topics, mean = _rows(run, by_topic=by_topic)
        del mean["topic"]
        entry = {"run": run.name, "tag": run.tag, "topics_averaged": len(run.topics), "means": rounded(mean)}
        entry |= {"averaged_over": {name: scores.averaged_over for name, scores in run.scores.items()}}
        entry |= {key: {m: said for m, s in run.scores.items() if (said := _said(run, x(s)))} for key, x in _CLAUSES}
        entry |= {"missing": run.missing, "unjudged": run.unjudged, "conventions": run.conventions}
        found.append(entry | ({"topics": [rounded(row) for row in topics]} if by_topic else {}))
    yield json.dumps(found, indent=2)


def _said(run: Evaluation, clauses: Clauses) -> list[dict[str, Any]]:
    return [
        {"topics": [run.topics[i] for i in places], "why": say(clause)} for clause, places in by_clause(clauses).items()
    ]


#: What JSON says of topics, measure by measure.
_CLAUSES: tuple[tuple[str, Callable[[Scores], Clauses]], ...] = (
    ("left_out", lambda scores: scores.left_out),
    ("remarks", lambda scores: scores.remarks),
)

Writer = Callable[..., Iterator[str]]

#: The writers of an evaluation, by the choice of the option.
FORMATS: Mapping[str, Writer] = MappingProxyType(
    {"trec": trec, "table": table, "csv": comma_separated, "json": as_json}
)


def _rows(run: Evaluation, *, by_topic: bool) -> Iterator[dict[str, Any]]:
    if by_topic:
        for row in run.rows():
            yield {m: _plain(x, run.scores[m]) if m in run.scores else x for m, x in row.items()}
    yield {"topic": "all"} | {m: _plain(scores.overall, scores) for m, scores in run.scores.items()}


def _plain(value: float | None, scores: Scores) -> float | int | None:
    if value is None or value != value:
        return None
    return int(value) if scores.average == "sum" else value


def _rounded(value: float | int | None, places: int | None) -> float | int | None:
    return value if places is None or value is None or isinstance(value, int) else float(fixed(value, places))


def _c(value: float, average: str, places: int) -> str:
    """A number as C prints it, which rounds the binary number: what trec_eval shows."""
    return f"{value:.0f}" if average == "sum" else f"{value:.{places}f}"


def _aligned(head: Sequence[str], body: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(head, *body, strict=True)]
    for first, *rest in [head, *body]:
        cells = [first.ljust(widths[0]), *(x.rjust(w) for x, w in zip(rest, widths[1:], strict=True))]
        yield "  ".join(cells).rstrip()
