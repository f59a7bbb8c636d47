"""All coefficients of agreement; pages, files, exercises and lessons take them from here.

>>> from ireval.agreement.label_counts import LabelCounts
>>> book = LabelCounts(("yes", "no"), ((300, 20), (10, 70)))
>>> for coefficient in of_tables():
...     print(f"{coefficient.title()}: {coefficient.of_labels(book, 'own', 3).value:.3f}")
Cohen's kappa: 0.776
Linear weighted kappa: 0.776
Quadratic weighted kappa: 0.776
Krippendorff's alpha, nominal: 0.776
Krippendorff's alpha, ordinal: 0.776
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ireval.agreement.coefficient import Coefficient
from ireval.agreement.coefficients import alpha, cohen, fleiss, weighted
from ireval.errors import InputError, nearest

COEFFICIENTS: Mapping[str, Coefficient] = MappingProxyType(
    {
        coefficient.key: coefficient
        for coefficient in (
            cohen.COEFFICIENT,
            *weighted.COEFFICIENTS,
            fleiss.COEFFICIENT,
            *alpha.COEFFICIENTS,
        )
    }
)


def of_pairs() -> list[Coefficient]:
    """The coefficients for two assessors."""
    return [coefficient for coefficient in COEFFICIENTS.values() if coefficient.two]


def of_all() -> list[Coefficient]:
    """The coefficients for any number of assessors."""
    return [coefficient for coefficient in COEFFICIENTS.values() if not coefficient.two]


def of_tables() -> list[Coefficient]:
    """The coefficients that can be computed from a table of counts."""
    return [coefficient for coefficient in COEFFICIENTS.values() if coefficient.of_labels]


def of_table(key: str, field: str = "coefficient") -> Coefficient:
    """The coefficient with this key that takes a table of counts. Raises ``InputError`` if there is none."""
    known = {coefficient.key: coefficient for coefficient in of_tables()}
    if key not in known:
        raise InputError(field, "not-one-of", name="Coefficient", text=key, hint=nearest(key, known))
    return known[key]
