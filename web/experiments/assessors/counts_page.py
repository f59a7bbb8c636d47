"""The part of the page about a table of counts: coefficients with their calculations, and causes of other numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode

from ireval.agreement import Agreement
from ireval.agreement.all_coefficients import of_table, of_tables
from ireval.agreement.coefficient import Coefficient, checked_marginals
from ireval.agreement.different_number import FIELD as NUMBER
from ireval.agreement.different_number import USUAL, DifferentNumbers, inside
from ireval.agreement.label_counts import OWN, POOLED, LabelCounts
from ireval.agreement.typed_counts import FIELD, read_counts, write_counts
from ireval.errors import InputError
from ireval.messages import Message, say
from web.charts.figures import DrawnFigure
from web.charts.figures.agreement_areas import agreement_figure
from web.experiments.assessors.kappas import PLACES, Kappa, agreement_shown, marginal_choices, score_text

#: The parts of its address besides the table and the number, with their defaults.
MARGINALS, KAPPA = "marginals", "kappa"
_USUAL = {MARGINALS: OWN, KAPPA: USUAL}
#: The files of a table.
FILES = ("agreement.csv", "agreement.json")


class Choice(NamedTuple):
    """A coefficient that may be chosen: its key, title and value, and whether it is shown."""

    key: str
    title: str
    value: str
    chosen: bool


class CountsPage:
    """A coefficient of a typed table; ``number`` is a different number that somebody asks about, or empty."""

    def __init__(self, counts: LabelCounts, coefficient: Coefficient, marginals: str, number: str) -> None:
        self.counts, self.marginals, self.number = counts, marginals, number
        self._coefficient = coefficient
        self.text = write_counts(counts)
        known = DifferentNumbers(counts, marginals, coefficient.key).explain(number) if number else []
        self.said = [say(message) for message in known]

    @property
    def title(self) -> str:
        """A title that says what the table counts."""
        return say(Message("counts-title", total=self.counts.total, count=len(self.counts.labels)))

    @property
    def heads(self) -> tuple[str, ...]:
        """The heads of the table that was typed."""
        return tuple(field.head for field in self.counts.table.fields)

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The rows of the table that was typed, with totals."""
        return self.counts.table.rows

    @property
    def binary(self) -> bool:
        """Whether there are two labels, so that no weights matter."""
        return len(self.counts.labels) == 2

    @property
    def kappa(self) -> str:
        """The key of the coefficient that is shown."""
        return self._coefficient.key

    @property
    def name(self) -> str:
        """The name of the coefficient that is shown, as it stands inside a sentence."""
        return inside(self._coefficient.title(self.marginals))

    @property
    def pools(self) -> bool:
        """Whether the labels of both assessors may be pooled for the coefficient that is shown."""
        return self._coefficient.pools

    @property
    def is_fleiss(self) -> bool:
        """Whether the coefficient that is shown is Fleiss' kappa of two assessors."""
        return self.kappa == USUAL and self.marginals == POOLED

    @property
    def shown(self) -> Kappa:
        """The coefficient with its calculation."""
        found = self._compute(self._coefficient)
        return agreement_shown(found, found.name)

    @property
    def figure(self) -> DrawnFigure | None:
        """The figure of Cohen's kappa of two labels, or of pooled kappa; None for other coefficients."""
        if self.kappa != USUAL:
            return None
        return agreement_figure(self.counts, self._compute(self._coefficient), self.marginals)

    @property
    def coefficients(self) -> list[Choice]:
        """The coefficients that differ for this table."""
        every = [x for x in of_tables() if not (self.binary and x.graded) or x == self._coefficient]
        found = [(x, self._compute(x)) for x in every]
        return [Choice(x.key, one.name, score_text(one.value), x == self._coefficient) for x, one in found]

    @property
    def choices(self) -> list[tuple[str, str, bool]]:
        """The choices of whose labels the chance agreement is computed from: (key, words, chosen)."""
        return marginal_choices(self.marginals)

    def query(self, **changed: str) -> str:
        """Return the query of its address, with some parts changed; parts with their default are left out."""
        parts = {FIELD: self.text, KAPPA: self.kappa, MARGINALS: self.marginals, NUMBER: self.number} | changed
        return urlencode([(name, text) for name, text in parts.items() if text and _USUAL.get(name) != text])

    def _compute(self, coefficient: Coefficient) -> Agreement:
        return coefficient.compute(self.counts, self.marginals if coefficient.pools else OWN, PLACES)


def counts_page(given: Mapping[str, str]) -> CountsPage:
    """Return the page of the table in a form or an address. Raises ``InputError`` if something cannot be used."""
    marginals = checked_marginals(given.get(MARGINALS) or OWN)
    coefficient = of_table(given.get(KAPPA) or USUAL, KAPPA)
    counts = read_counts(given.get(FIELD, ""))
    try:
        return CountsPage(counts, coefficient, marginals, given.get(NUMBER, "").strip())
    except InputError as error:
        raise error.at(NUMBER) from error
