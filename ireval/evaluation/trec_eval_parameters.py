"""Parameters in trec_eval's notation: gains of grades, recall levels, and values of documents.

>>> with_parameters("utility.2,-1,0,0").own
{'tp': 2.0, 'fp': -1.0, 'fn': 0.0, 'tn': 0.0}
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from ireval.conventions.gains_and_ideals import Gain
from ireval.errors import InputError
from ireval.measure.spelling import FIELD, Spec, parse, split_list
from ireval.numbers.notation import read_number

_REAL = r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)"
_PAIR = rf"[0-9]{{1,4}}={_REAL}"
_FORMS = (
    rf"(?:ndcg|ndcg_rel|Rndcg|G)[._]{_PAIR}(?:,{_PAIR})*",
    rf"(?:11pt_avg|utility)[._]{_REAL}(?:,{_REAL})*",
)
_WITH_PARAMETERS = re.compile(rf"(?<![\w.=(])(?:{'|'.join(_FORMS)})(?![\w.=(])", re.ASCII)
_NAME = re.compile(r"(\w+?)[._](?=[0-9.+-])", re.ASCII)
#: The fraction of a cutoff, which trec_eval ignores.
_FRACTION = re.compile(
    r"(?<![\w.])((?:P|recall|ndcg_cut|map_cut|success|relative_P|unj)[._](?:[0-9]+,)*[0-9]+)\.[0-9]*", re.ASCII
)
#: The least gains that are allowed: with smaller gains, trec_eval's results depend on how it counts. ndcg takes any.
_LEAST_GAINS = {"ndcg_rel": 0.001, "Rndcg": 0.001, "G": 1}
_VALUES = ("tp", "fp", "fn", "tn")


def parts(text: str) -> Iterator[str]:
    """The names between commas; commas between parameters in trec_eval's notation do not separate names."""
    text = _without_fractions(text)
    found = _WITH_PARAMETERS.search(text)
    if found is None:
        yield from split_list(text)
        return
    if before := text[: found.start()].strip(" ,"):
        yield from split_list(before)
    yield found[0]
    if after := text[found.end() :].strip(" ,"):
        yield from parts(after)


def has_parameters(name: str) -> bool:
    """Whether a name has parameters in trec_eval's notation."""
    return _WITH_PARAMETERS.fullmatch(name) is not None


@lru_cache(maxsize=1024)
def with_parameters(name: str, *, explained: bool = False) -> Spec:
    """The measure with this name in trec_eval: ``ndcg.1=3,2=9``, ``11pt_avg..25,.5,.75`` or ``utility.2,-1,0,0``.

    Raises ``InputError`` for invalid recall levels, if ``utility`` does not have four values, and, with ``explained``,
    for a measure that cannot be explained.
    """
    found = _NAME.match(name)
    assert found is not None, "names with parameters have this form"  # noqa: S101
    kind, given = found[1], name[found.end() :].split(",")
    if explained and kind != "utility":
        raise InputError(FIELD, "parameters-for-runs-only", name=name)
    if kind == "11pt_avg":
        levels = [read_number(x, FIELD, "Recall level", whole=False, least=0, most=1) for x in given]
        eleven = parse(kind).measure
        assert eleven.with_levels is not None, "its levels can be others"  # noqa: S101
        return Spec(eleven.with_levels(np.array(sorted(levels))), {}, name)
    if kind == "utility":
        if len(given) != len(_VALUES):
            raise InputError(FIELD, "utility-of-four-values", name=name, count=len(given))
        worth = parse(f"Utility({', '.join(f'{cell}={float(x)!r}' for cell, x in zip(_VALUES, given, strict=True))})")
        return Spec(worth.measure, worth.own, name)
    spec = parse(kind)
    gains = {int(grade): float(gain) for grade, gain in (pair.split("=") for pair in given)}
    least = _LEAST_GAINS.get(kind)
    if least is not None and (0 in gains or min(gains.values()) < least):
        raise InputError(FIELD, "gains-too-low", name=name, measure=kind, least=least)
    return Spec(spec.measure, {**spec.own, "gain": Gain.of_grades(gains)}, name)


def _without_fractions(text: str) -> str:
    """The names without the fractions of cutoffs.

    >>> _without_fractions("ndcg_cut.10,23.4,P.5.5,10"), _without_fractions("iprec_at_recall.0.25")
    ('ndcg_cut.10,23,P.5,10', 'iprec_at_recall.0.25')
    """
    while (changed := _FRACTION.sub(r"\1", text)) != text:
        text = changed
    return text
