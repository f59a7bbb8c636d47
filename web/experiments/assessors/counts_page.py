"""What the page shows of a table of counts: coefficients with their calculations, and what a different number is."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from ireval.agreement.all_coefficients import of_tables
from ireval.agreement.coefficient import checked_marginals
from ireval.agreement.different_number import explain_number
from ireval.agreement.label_counts import OWN, LabelCounts
from ireval.agreement.typed_counts import FIELD, read_counts, write_counts
from ireval.errors import InputError
from ireval.messages import Message, say
from web.experiments.assessors.kappas import PLACES, Kappa, agreement_shown, marginal_choices

#: The parts of its address.
NUMBER, MARGINALS = "number", "marginals"


class CountsPage:
    """The coefficients of a typed table; ``number`` is a different number that somebody asks about, empty without."""

    def __init__(self, counts: LabelCounts, marginals: str, number: str) -> None:
        self.counts, self.marginals, self.number = counts, marginals, number
        self.text = write_counts(counts)
        self.said = [say(message) for message in explain_number(counts, marginals, number)] if number else []

    @property
    def title(self) -> str:
        """What the table counts."""
        return say(Message("counts-title", total=self.counts.total, count=len(self.counts.labels)))

    @property
    def binary(self) -> bool:
        """Whether there are two labels, so that no weights matter."""
        return len(self.counts.labels) == 2

    @property
    def coefficients(self) -> list[Kappa]:
        """The coefficients with their calculations."""
        shown = (x for x in of_tables() if not (self.binary and x.graded))
        found = (x.compute(self.counts, self.marginals if x.pools else OWN, PLACES) for x in shown)
        return [agreement_shown(one, one.name) for one in found]

    @property
    def choices(self) -> list[tuple[str, str, bool]]:
        """Whose labels count for what chance would give."""
        return marginal_choices(self.marginals)

    def query(self, **changed: str) -> str:
        """The query of its address, with some parts changed; those as usual are left out."""
        parts = {FIELD: self.text, MARGINALS: self.marginals, NUMBER: self.number} | changed
        return urlencode([(name, text) for name, text in parts.items() if text and (name, text) != (MARGINALS, OWN)])


def counts_page(given: Mapping[str, str]) -> CountsPage:
    """The page of the table in a form or an address. Raises ``InputError`` if something cannot be used."""
    marginals = checked_marginals(given.get(MARGINALS) or OWN)
    counts = read_counts(given.get(FIELD, ""))
    try:
        return CountsPage(counts, marginals, given.get(NUMBER, "").strip())
    except InputError as error:
        raise error.at(NUMBER) from error
