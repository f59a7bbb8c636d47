"""The agreement of assessors as the page shows it: kappas with their calculations."""

from __future__ import annotations

from typing import NamedTuple

from ireval.agreement import Agreement
from ireval.agreement.label_counts import MARGINALS
from ireval.experiments.assessors.assessor_agreement import USUAL, AssessorAgreement
from ireval.messages import Message, say
from ireval.numbers.expression import fixed
from web.charts.figures import DrawnFigure
from web.charts.figures.agreement_areas import agreement_of_two
from web.experiments.assessors.study import Study
from web.formulas.agreement_steps import StepRows, agreement_steps
from web.state.texts.score_texts import DASH, MINUS

#: Decimals of the page.
PLACES = 3
#: At most this many documents are in the table from which Fleiss' kappa is computed.
MOST_COUNTED = 40
#: At most this many assessors whose judgements are missing are named.
MOST_NOTES = 4


class Kappa(NamedTuple):
    """A coefficient: its name or its assessors, its value, its steps, the table it is computed from, and notes.

    ``distances`` are the distances of labels, each with its calculation, if a table of them helps. ``cut`` says how
    many rows of the table are shown; it is empty if all are.
    """

    title: str
    value: str
    steps: StepRows
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...]
    cut: str
    distances: tuple[tuple[str, ...], ...]


class MatrixCell(NamedTuple):
    """The kappa of two assessors; ``pair`` names both in an address, and is empty on the diagonal."""

    text: str
    pair: str
    chosen: bool


class AgreementView:
    """The agreement of the assessors, on all grades or on whether documents are relevant."""

    def __init__(self, study: Study, key: str, agreement: AssessorAgreement) -> None:
        self.key = key
        binary = agreement.rel is not None
        self.title = say(Message("agreement-on-relevance" if binary else "agreement-on-grades", rel=study.found.rel))
        self._study, self._agreement = study, agreement

    @property
    def matrix(self) -> list[tuple[str, list[MatrixCell]]]:
        """The coefficient of each pair of assessors; cells on and below the diagonal are empty."""
        names, pairs = self._study.found.assessors, self._agreement.pairs
        return [
            (a, [self._cell(i, j, pairs[a, b]) if i < j else MatrixCell("", "", False) for j, b in enumerate(names, 1)])
            for i, a in enumerate(names, 1)
        ]

    @property
    def all(self) -> list[Kappa]:
        """The coefficients of all assessors."""
        return [agreement_shown(found, found.name) for found in self._agreement.all.values()]

    @property
    def chosen(self) -> Kappa:
        """The coefficient of the two assessors that were chosen."""
        found = self._found
        return agreement_shown(found, " and ".join(found.assessors))

    @property
    def figure(self) -> DrawnFigure | None:
        """The figure of the kappa of the two assessors that were chosen; None for a coefficient with weights."""
        if self._study.kappa.key != USUAL:
            return None
        judgements = {name: self._agreement.judgements[name] for name in self._found.assessors}
        return agreement_of_two(judgements, self._agreement.rel, self._found, self._agreement.marginals)

    @property
    def _found(self) -> Agreement:
        one, other = self._study.pair
        return self._agreement.pairs.get((one, other)) or self._agreement.pairs[other, one]

    def _cell(self, i: int, j: int, found: Agreement) -> MatrixCell:
        chosen = set(found.assessors) == set(self._study.pair)
        return MatrixCell(score_text(found.value), f"{i}-{j}", chosen)


def marginal_choices(chosen: str) -> list[tuple[str, str, bool]]:
    """Return the choices of whose labels the chance agreement is computed from: (key, words, chosen)."""
    return [(key, say(Message(f"marginals-{key}")), key == chosen) for key in MARGINALS]


def agreement_shown(found: Agreement, title: str) -> Kappa:
    """Return a coefficient with its table; of a long table only the first rows and the totals."""
    rows, cut = found.counts.rows, ""
    if len(rows) > MOST_COUNTED + 1:
        cut = say(Message("first-documents", most=MOST_COUNTED, count=len(rows) - 1))
        rows = (*rows[:MOST_COUNTED], rows[-1])
    notes = tuple(say(note) for note in found.notes[:MOST_NOTES])
    heads = tuple(field.head for field in found.counts.fields)
    distances = found.distances.rows if found.distances else ()
    return Kappa(title, score_text(found.value), agreement_steps(found), heads, rows, notes, cut, distances)


def score_text(value: float | None) -> str:
    """Return a score or a kappa as text; a dash for None."""
    return DASH if value is None or value != value else fixed(value, PLACES).replace("-", MINUS)
