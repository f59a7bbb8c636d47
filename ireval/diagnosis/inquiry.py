"""Why a number differs from the correct one: compares a typed number with all values that known causes give.

>>> from ireval.conventions import effective
>>> from ireval.messages import say
>>> fifteen = Ranking.one([1, 0, 1, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 0, 3], [3, 2, 2, 1, 1])
>>> found = diagnose("AP", fifteen, effective("lillis"), "0,58")
>>> print(say(found.verdict), say(found.causes[0].message))
0,58 is what scikit-learn, Ragas and TorchMetrics give. You divided by the 5 relevant documents that were retrieved. AP
divides by all 10 relevant documents.
>>> print(found.yours(found.causes[0]).text)
AP = (1 + 0.667 + 0.500 + 0.400 + 0.333)/5 = 0.580
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from typing import Any

from ireval.diagnosis.candidates import by_choice, by_printed, candidates, score
from ireval.diagnosis.causes import causes_from
from ireval.diagnosis.chance import in_order
from ireval.diagnosis.combinations.way_pairs import pairs
from ireval.diagnosis.cut_parts import cut_parts
from ireval.diagnosis.elsewhere.across_page import AcrossPage
from ireval.diagnosis.number_inquiry import Inquiry
from ireval.diagnosis.other_cutoffs import other_cutoffs
from ireval.diagnosis.printed_figures import printed_figures
from ireval.diagnosis.shown_cells import from_shown_cells
from ireval.diagnosis.target import CellTarget, ScoreTarget
from ireval.diagnosis.verdict import Diagnosis
from ireval.explanation.step_table import PLACES, StepTable
from ireval.measure.scores import compute, spec_of
from ireval.measure.spelling import Spec
from ireval.numbers.typed_number import Typed
from ireval.ranking.judgements import Ranking


def inquiry(measure: str | Spec, ranking: Ranking, conventions: Mapping[str, Any]) -> Inquiry:
    """An inquiry for the score of ``measure`` on a single list. Raises ``InputError`` for an unknown measure."""
    return score_inquiry(table_of(measure, ranking, conventions), conventions)


def table_of(measure: str | Spec, ranking: Ranking, conventions: Mapping[str, Any]) -> StepTable:
    """The table that the inquiries for its score and cells share. Raises ``InputError`` for an unknown measure."""
    spec = spec_of(measure)
    return StepTable(spec, compute(spec, ranking, conventions), PLACES)


def score_inquiry(table: StepTable, conventions: Mapping[str, Any]) -> Inquiry:
    """An inquiry for the score of a table, under the effective ``conventions``."""
    right, target = table.computed, ScoreTarget(table)
    others = [*printed_figures(target), *in_order([*candidates(right), *by_printed(right)], table.measure)]
    beside = [*target.beside(), *other_cutoffs(target), *from_shown_cells(target)]
    return Inquiry(
        target,
        others,
        partial(causes_from, right=right),
        beside,
        cache(partial(pairs, right, score, others)),
        AcrossPage(target, conventions),
        partial(cut_parts, target),
    )


def inquiry_of_cell(
    measure: str | Spec, ranking: Ranking, conventions: Mapping[str, Any], column: str, row: int
) -> Inquiry:
    """An inquiry for one cell of the measure's table; ``row`` counts from 0, even if rows are not ranks.

    Raises ``InputError`` for an unknown measure, and for a cell that the table does not have.
    """
    return cell_inquiry(table_of(measure, ranking, conventions), conventions, column, row)


def cell_inquiry(table: StepTable, conventions: Mapping[str, Any], column: str, row: int) -> Inquiry:
    """An inquiry for a cell of a table, under the effective ``conventions``; see ``inquiry_of_cell``."""
    column = {c.printed: c.key for c in table.columns}.get(column, column)
    right, target = table.computed, CellTarget(table, column, row, conventions)
    others = in_order(
        [*target.others(), *by_choice(right, target.read), *by_printed(right, target.read)], table.measure
    )
    others = [*printed_figures(target), *others]
    name, beside = partial(causes_from, right=right, read=target.read), list(from_shown_cells(target))
    both = cache(partial(pairs, right, target.read, others))
    return Inquiry(target, others, name, beside, both, parts=partial(cut_parts, target))


def diagnose(measure: str | Spec, ranking: Ranking, conventions: Mapping[str, Any], typed: str | Typed) -> Diagnosis:
    """The verdict on the number ``typed`` as the score of ``measure`` on a single list.

    Raises ``InputError`` for an unknown measure, and for anything that is not a number.
    """
    return inquiry(measure, ranking, conventions).diagnose(typed)


def diagnose_cell(  # noqa: PLR0917 - a cell has two coordinates
    measure: str | Spec,
    ranking: Ranking,
    conventions: Mapping[str, Any],
    column: str,
    row: int,
    typed: str | Typed,
) -> Diagnosis:
    """The verdict on the number ``typed`` as one cell of the measure's table; see ``inquiry_of_cell``."""
    return inquiry_of_cell(measure, ranking, conventions, column, row).diagnose(typed)
