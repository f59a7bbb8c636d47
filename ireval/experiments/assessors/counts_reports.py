r"""The coefficients of a table of counts as text, CSV and JSON, for downloads and the command line.

>>> from ireval.agreement.typed_counts import read_counts
>>> print("\n".join(FORMATS["table"](read_counts("300 20\n10 70"))))
coefficient                    documents  observed  expected   value
Cohen's kappa                        400    0.9250    0.6650  0.7761
Pooled kappa (Scott's pi)            400    0.9250    0.6653  0.7759
Krippendorff's alpha, nominal        400    0.0750    0.3351  0.7762
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from ireval.agreement import Agreement
from ireval.agreement.all_coefficients import of_tables
from ireval.agreement.label_counts import OWN, LabelCounts
from ireval.evaluation.reports import aligned
from ireval.experiments.assessors.assessor_tables import PLACES, step_values
from ireval.explanation.plain_table import Field, Kind, PlainTable
from ireval.explanation.table_formats import as_csv
from ireval.messages import say
from ireval.numbers.expression import fixed

_HEADS = ("coefficient", "documents", "observed", "expected", "value")


class _Computed(NamedTuple):
    """A coefficient with these marginals, computed from the table."""

    key: str
    marginals: str
    found: Agreement
    form: str


def counts_table(counts: LabelCounts) -> PlainTable:
    """Each coefficient of the table, with both kinds of marginals; with two labels, only different coefficients."""
    rows = []
    for one in _computed(counts):
        values = ("" if value is None else fixed(value, PLACES) for value in step_values(one.found).values())
        rows.append((one.found.name, str(one.found.documents), *values))
    fields = (Field(_HEADS[0]), *(Field(head, Kind.NUMBER) for head in _HEADS[1:]))
    return PlainTable("Agreement", fields, tuple(rows))


def plain_counts(counts: LabelCounts) -> dict[str, Any]:
    """The table and its coefficients as plain values."""
    coefficients: dict[str, Any] = {}
    for key, marginals, found, form in _computed(counts):
        observed, expected, value = step_values(found).values()
        name = key if marginals == OWN else f"{key}-{marginals}"
        notes = [say(note) for note in found.notes]
        coefficients[name] = {"observed": observed, "expected": expected, form: value}
        coefficients[name] |= {"notes": notes} if notes else {}
    return {
        "labels": list(counts.labels),
        "counts": [list(row) for row in counts.counts],
        "documents": counts.total,
        "agreement": coefficients,
    }


def _computed(counts: LabelCounts) -> Iterator[_Computed]:
    for coefficient in of_tables():
        if len(counts.labels) > 2 or not coefficient.graded:
            for marginals in coefficient.titles:
                found = coefficient.compute(counts, marginals, PLACES)
                yield _Computed(coefficient.key, marginals, found, coefficient.form.name)


def _as_text(counts: LabelCounts) -> Iterator[str]:
    yield from aligned(list(_HEADS), [list(row) for row in counts_table(counts).rows])
    yield from dict.fromkeys(say(one.found.notes[0]) for one in _computed(counts) if one.found.reason)


#: The writers of the coefficients, by the choice of the option.
FORMATS: Mapping[str, Callable[[LabelCounts], Iterator[str]]] = MappingProxyType(
    {
        "table": _as_text,
        "csv": lambda counts: iter(as_csv(counts_table(counts)).splitlines()),
        "json": lambda counts: iter(json.dumps(plain_counts(counts), indent=2).splitlines()),
    }
)
