"""Output of trec_eval besides the measures of the registry: counts, strings, and names for groups of measures.

The names, their order and the default cutoffs are those of trec_eval 9.0.8, and of 10.0 where only that has them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

import numpy as np

from ireval.evaluation.trec_eval_parameters import has_parameters, parts
from ireval.numbers.arrays import Floats
from ireval.ranking.judgements import ABSENT, POOLED, UNJUDGED, Ranking

_CUTOFFS = (5, 10, 15, 20, 30, 100, 200, 500, 1000)

#: Names for a measure at all of its usual cutoffs.
_SERIES: Mapping[str, tuple[str, ...]] = {
    "iprec_at_recall": tuple(f"iprec_at_recall_{i / 10:.2f}" for i in range(11)),
    "Rprec_mult": tuple(f"Rprec_mult_{i / 5:.2f}" for i in range(1, 11)),
    "unj": tuple(f"unj_{k}" for k in (5, 10, 20)),
    **{name: tuple(f"{name}_{k}" for k in _CUTOFFS) for name in ("recall", "ndcg_cut", "map_cut", "relative_P")},
}
_P = tuple(f"P_{k}" for k in _CUTOFFS)
_COUNTED = ("num_q", "num_ret", "num_rel", "num_rel_ret")

#: The measures that trec_eval prints by default, after the line ``runid``.
OFFICIAL = (*_COUNTED, "map", "gm_map", "Rprec", "bpref", "recip_rank", *_SERIES["iprec_at_recall"], *_P)

_ALL_TREC = (
    *("runid", *OFFICIAL, "relstring", *_SERIES["recall"], "infAP", "gm_bpref", *_SERIES["Rprec_mult"], "utility"),
    *("11pt_avg", "binG", "G", "ndcg", "ndcg_rel", "Rndcg", *_SERIES["ndcg_cut"], *_SERIES["map_cut"]),
    *(*_SERIES["relative_P"], "success_1", "success_5", "success_10", "set_P", "set_relative_P", "set_recall"),
    *("set_map", "set_F", "num_nonrel_judged_ret"),
)
_SET = ("runid", *_COUNTED, "utility", "set_P", "set_relative_P", "set_recall", "set_map", "set_F")

#: Names for several lines of output; groups of measures begin with the line ``runid``.
SEVERAL: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"official": ("runid", *OFFICIAL), "all_trec": _ALL_TREC, "set": _SET, **_SERIES}
)

#: The counts by name: functions of a ranking and the lowest relevant grade to one count for each list.
COUNTS: Mapping[str, Callable[[Ranking, int], Floats]] = {
    "num_q": lambda ranking, _: np.ones_like(ranking.size),
    "num_ret": lambda ranking, _: ranking.length[..., 0],
    "num_rel": lambda ranking, rel: ranking.relevant_total(rel)[..., 0],
    "num_rel_ret": lambda ranking, rel: np.count_nonzero(ranking.grades >= rel, axis=-1).astype(np.float64),
    "num_nonrel_judged_ret": lambda ranking, rel: np.count_nonzero(
        (ranking.grades >= 0) & (ranking.grades < rel), axis=-1
    ).astype(np.float64),
}
#: The names of the same counts in ir_measures, each with the default of ``rel``.
_IN_IR_MEASURES = {"NumQ": ("num_q", ""), "NumRet": ("num_ret", ""), "NumRel": ("num_rel", "1")}
_IN_IR_MEASURES |= {"NumRelRet": ("num_rel_ret", "1")}
_NUMBER_OF = re.compile(r"(Num(?:Q|Ret|Rel|RelRet))(?:\(\s*rel\s*=\s*([0-9]{1,4})\s*\))?")

#: The line with the tag of the run.
RUN_ID = "runid"
_STRING = re.compile(r"relstring(?:[._]([0-9]{1,4})(?:\.0*)?)?")
#: The number of grades in a string if its name gives no number.
_SHOWN = 10


@lru_cache(maxsize=1024)
def separate_names(text: str) -> tuple[str, ...]:
    """The names in ``text``, separated by commas; a name for a group is replaced by the names of its members."""
    return tuple(_separated(text))


def _separated(text: str) -> Iterator[str]:
    kept: list[str] = []
    for part in parts(text):
        name = part.strip()
        if name in SEVERAL or is_separate(name) or has_parameters(name):
            yield from _joined(kept)
            yield from SEVERAL.get(name, (name,))
            kept = []
        else:
            kept.append(part)
    yield from _joined(kept)


def is_separate(name: str) -> bool:
    """Whether the name is a count, a string or the tag of the run, not a measure."""
    return name == RUN_ID or count_of(name) is not None or string_length(name) is not None


@lru_cache(maxsize=1024)
def count_of(name: str) -> Callable[[Ranking, int], Floats] | None:
    """The count with this name: a function of a ranking and the lowest relevant grade; None for other names.

    In ir_measures, ``NumRet(rel=2)`` counts the retrieved documents of grade 2 or more, and ``NumRelRet`` the retrieved
    documents of grade 1 or more, whatever grade is relevant for the other measures.
    """
    found = _NUMBER_OF.fullmatch(name)
    if found is None:
        return COUNTS.get(name)
    ours, usual = _IN_IR_MEASURES[found[1]]
    grade = found[2] or usual
    if (found[2] and found[1] in {"NumQ", "NumRelRet"}) or not grade:
        return COUNTS[ours] if not found[2] else None
    count = COUNTS["num_rel_ret" if found[1] == "NumRet" else ours]
    return lambda ranking, _: count(ranking, int(grade))


@lru_cache(maxsize=1024)
def string_length(name: str) -> int | None:
    """The number of grades in the string with this name (``relstring``, ``relstring.20``); None for other names."""
    found = _STRING.fullmatch(name)
    return found and int(found[1] or _SHOWN)


def relevance_strings(ranking: Ranking, length: int) -> list[str]:
    """The first grades of each list in quotation marks, one character for each document.

    A grade above 9 is ``>``; an unjudged document is ``-``, or ``.`` if it was in the pool.
    """
    letters = {UNJUDGED: "-", POOLED: ".", ABSENT: ""} | {grade: str(grade) for grade in range(10)}
    rows = np.atleast_2d(ranking.grades)[:, :length].tolist()
    return [f"'{''.join(letters.get(grade, '>') for grade in row)}'" for row in rows]


def _joined(parts: list[str]) -> Iterator[str]:
    """Join numbers with the name before them, such as the cutoffs in ``P.5,10``."""
    if parts:
        yield ",".join(parts)
