"""The declaration of a coefficient of agreement: its calculation, names and mistakes, for pages and exercises."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ireval.agreement.agreement import Agreement, Form
from ireval.agreement.label_counts import MARGINALS, OWN, LabelCounts
from ireval.agreement.labels_in_common import GivenLabels, Judgements
from ireval.agreement.wrong_number import WrongNumber
from ireval.errors import InputError, nearest

#: The counts of two assessors, or all labels of any number of them.
Labels = LabelCounts | GivenLabels


@dataclass(frozen=True)
class Coefficient:
    """A coefficient of agreement.

    ``of_judgements`` computes it from judgements by assessor, with the lowest relevant grade (or None), the marginals
    and the decimals to show. ``of_labels`` computes it from a table of counts, or from labels; ``mistakes`` gives the
    numbers that typical mistakes give there. A coefficient for judgements alone has neither. ``hows`` are the keys of
    the sentences that explain its steps, by marginals. ``two`` says whether it is for two assessors or for any number.
    It is ``graded`` if the distance between labels matters; with two labels it then equals the one without distances.
    ``pools`` says whether marginals may be pooled.
    """

    key: str
    titles: Mapping[str, str]
    source: str
    form: Form
    of_judgements: Callable[[Mapping[str, Judgements], int | None, str, int], Agreement]
    of_labels: Callable[[Labels, str, int], Agreement] | None = None
    mistakes: Callable[[Labels, str], Sequence[WrongNumber]] = lambda _labels, _marginals: ()
    hows: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    two: bool = True
    graded: bool = False

    def compute(self, labels: Labels, marginals: str, places: int) -> Agreement:
        """The coefficient of a table of counts, or of labels."""
        if self.of_labels is None:
            raise TypeError(f"{self.key} is computed from judgements alone")
        return self.of_labels(labels, marginals, places)

    @property
    def pools(self) -> bool:
        """Whether it may pool the labels of both assessors."""
        return len(self.titles) > 1

    def title(self, marginals: str = OWN) -> str:
        """Its title with these marginals."""
        return self.titles.get(marginals, self.titles[OWN])


def counts_in(labels: Labels) -> LabelCounts:
    """The labels as counts, for coefficients of two assessors."""
    if not isinstance(labels, LabelCounts):
        raise TypeError("a coefficient of two assessors is computed from counts")
    return labels


def checked_marginals(text: str) -> str:
    """One of the ``MARGINALS``. Raises ``InputError`` for another text."""
    if text not in MARGINALS:
        raise InputError("marginals", "not-one-of", name="Marginals", text=text, hint=nearest(text, MARGINALS))
    return text
