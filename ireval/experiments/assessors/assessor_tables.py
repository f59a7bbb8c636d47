"""The comparison of assessors as tables for CSV, and as plain values for JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from ireval.agreement import COEFFICIENTS, Agreement
from ireval.agreement.label_counts import OWN
from ireval.experiments.assessors.assessor_agreement import AssessorAgreement, agreement_views
from ireval.experiments.assessors.assessor_comparison import AssessorComparison
from ireval.experiments.assessors.conclusions import EQUAL
from ireval.experiments.assessors.label_matrix import label_rows
from ireval.explanation.plain_table import Field, Kind, PlainTable
from ireval.messages import say
from ireval.numbers.expression import fixed

#: Decimals of files.
PLACES = 4
#: The names of the steps of a coefficient in files.
_STEPS = ("observed", "expected", "value")


def labels_table(found: AssessorComparison) -> PlainTable:
    """The labels side by side."""
    rows = tuple(
        (row.topic, row.docno, *("" if g is None else str(g) for g in row.grades), str(row.differing), str(row.pairs))
        for row in label_rows(found.judgements)
    )
    heads = ("topic", "document", *found.assessors, "pairs that differ", "pairs")
    return _table("Labels", heads, rows, words=2)


def scores_table(found: AssessorComparison) -> PlainTable:
    """The mean of each measure and run for each assessor, with minimum, maximum and spread."""
    rows = []
    for measure in found.measures:
        for run, means in measure.means.items():
            ends = measure.extremes(run) or (None, None)
            numbers = (*means.values(), *ends, measure.spread(run))
            rows.append((measure.name, run, *map(_text, numbers)))
    heads = ("measure", "ranking", *found.assessors, "minimum", "maximum", "spread")
    return _table("Scores by assessor", heads, tuple(rows), words=2)


def conclusions_table(found: AssessorComparison) -> PlainTable:
    """Which of two runs is better according to each assessor, with the mean difference."""
    rows = []
    for conclusion in found.conclusions:
        for who, better in conclusion.better.items():
            named = "equal" if better == EQUAL else better or ""
            difference = _text(conclusion.differences[who])
            survives = "yes" if conclusion.survives else "no"
            rows.append((conclusion.measure, conclusion.a, conclusion.b, who, difference, named, survives))
    fields = [Field(head) for head in ("measure", "a", "b", "assessor", "b minus a", "better ranking", "survives")]
    fields[4] = Field("b minus a", Kind.NUMBER)
    return PlainTable("Conclusions", tuple(fields), tuple(rows))


def agreement_table(found: AssessorComparison) -> PlainTable:
    """Each coefficient of each pair of assessors, and the coefficients of all assessors, in both views."""
    rows = [
        (view, ", ".join(names), one.name, str(one.documents), *map(_text, step_values(one).values()))
        for view, agreement in agreement_views(found.judgements, found.rel).items()
        for names, one in _coefficients(agreement)
    ]
    heads = ("labels", "assessors", "coefficient", "documents", *_STEPS)
    return _table("Agreement", heads, tuple(rows), words=3)


def order_table(found: AssessorComparison) -> PlainTable:
    """Kendall's tau between the orders of the runs, for each pair of assessors."""
    rows = tuple(
        (measure.name, *pair, _text(tau)) for measure in found.measures for pair, tau in measure.order_agreement.items()
    )
    return _table("Order of the rankings", ("measure", "assessor", "other assessor", "tau-b"), rows, words=3)


#: The tables by the names of their files.
TABLES: Mapping[str, Callable[[AssessorComparison], PlainTable]] = MappingProxyType(
    {
        "labels": labels_table,
        "scores": scores_table,
        "conclusions": conclusions_table,
        "agreement": agreement_table,
        "order": order_table,
    }
)


def plain(found: AssessorComparison) -> dict[str, Any]:
    """The whole comparison as plain values."""
    return {
        "assessors": list(found.assessors),
        "rankings": list(found.runs),
        "topics": list(found.topics),
        "topics_left_out": list(found.left_out),
        "relevant_from_grade": found.rel,
        "labels": [
            {"topic": row.topic, "document": row.docno, "grades": dict(zip(found.assessors, row.grades, strict=True))}
            for row in label_rows(found.judgements)
        ],
        "agreement": {
            view: {
                **{
                    key if marginals == OWN else f"{key}-{marginals}": [
                        {"assessors": list(names)} | _named(key, one) for names, one in pairs.items()
                    ]
                    for (key, marginals), pairs in agreement.every_pair.items()
                },
                **{key: _named(key, one) for key, one in agreement.all.items()},
            }
            for view, agreement in agreement_views(found.judgements, found.rel).items()
        },
        "measures": list(_measures(found)),
        "conventions": dict(found.conventions),
    }


def _measures(found: AssessorComparison) -> Iterator[dict[str, Any]]:
    for measure in found.measures:
        yield {
            "measure": measure.name,
            "scores": {
                run: {
                    "by_assessor": {who: _known(mean) for who, mean in means.items()},
                    "by_topic": {
                        who: dict(zip(found.topics, map(_known, values.tolist()), strict=True))
                        for who, values in measure.scores[run].items()
                    },
                    "spread": measure.spread(run),
                }
                for run, means in measure.means.items()
            },
            "conclusions": [
                {
                    "a": conclusion.a,
                    "b": conclusion.b,
                    "mean_differences": {who: _known(x) for who, x in conclusion.differences.items()},
                    "better_ranking": {who: better or None for who, better in conclusion.better.items()},
                    "survives": conclusion.survives,
                    "sentence": say(conclusion.sentence),
                }
                for conclusion in measure.conclusions
            ],
            "order": [{"assessors": list(pair), "tau_b": tau} for pair, tau in measure.order_agreement.items()],
        }


def _coefficients(agreement: AssessorAgreement) -> Iterator[tuple[tuple[str, ...], Agreement]]:
    for pairs in agreement.every_pair.values():
        yield from pairs.items()
    yield from ((one.assessors, one) for one in agreement.all.values())


def step_values(one: Agreement) -> dict[str, float | None]:
    """The observed value, the expected value and the coefficient; None for a value that is undefined."""
    found = [step.value for step in one.steps]
    return dict(zip(_STEPS, found or [None] * len(_STEPS), strict=True))


def _named(key: str, one: Agreement) -> dict[str, float | None]:
    """The values of the steps by name; the last name is kappa or alpha."""
    return dict(zip((*_STEPS[:2], COEFFICIENTS[key].form.name), step_values(one).values(), strict=True))


def _table(title: str, heads: tuple[str, ...], rows: tuple[tuple[str, ...], ...], *, words: int) -> PlainTable:
    """A table whose first columns are words and whose others are numbers."""
    fields = (Field(head, Kind.TEXT if i < words else Kind.NUMBER) for i, head in enumerate(heads))
    return PlainTable(title, tuple(fields), rows)


def _text(value: float | None) -> str:
    return "" if value is None or value != value else fixed(value, PLACES)


def _known(value: float) -> float | None:
    return None if value != value else value
