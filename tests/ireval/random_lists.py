"""Lists to test with, awkward ones and random ones. All stand as they are typed, to be pasted into the lab.

Random ones are drawn by hypothesis. Without it the property tests, and only they, are skipped, and say what helps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest

from ireval import InputError, explain
from ireval.contract import sample_lists
from ireval.contract.cases import choices_of
from ireval.conventions import CONVENTIONS, PRESETS, effective
from ireval.explanation.explanation import Explanation
from ireval.measure.listing import variants
from ireval.measure.spelling import Spec, parse
from ireval.ranking.judgements import Ranking
from ireval.ranking.labels import read_labels, read_ranking, read_unretrieved
from tests.tiers import RUN

Test = Callable[..., None]
assume: Any
st: Any


class Missing:
    """Stands for the strategies of a hypothesis that is not there: whatever is asked of it, it is still missing."""

    def __getattr__(self, name: str) -> Missing:
        return self

    def __call__(self, *_: object, **__: object) -> Missing:
        return self

    def __or__(self, other: object) -> Missing:
        return self


try:
    import hypothesis
except ImportError:
    hypothesis = None  # type: ignore[assignment]
    assume = st = Missing()
else:
    assume, st = hypothesis.assume, hypothesis.strategies
    hypothesis.settings.register_profile(
        "core", derandomize=True, deadline=None, max_examples=RUN.examples(50), database=None
    )
    hypothesis.settings.load_profile("core")


def given(*strategies: Any, **named: Any) -> Callable[[Test], Test]:
    """Run the test on random examples; skip it where there is no hypothesis."""
    if hypothesis:
        return hypothesis.given(*strategies, **named)
    return pytest.mark.skip(reason="needs hypothesis: pip install -r requirements-dev.txt")


def examples(count: int) -> Callable[[Test], Test]:
    """Run a test on another number of examples than the profile's."""
    return hypothesis.settings(max_examples=RUN.examples(count)) if hypothesis else lambda test: test


def composite(draws: Callable[..., Any]) -> Callable[..., Any]:
    """A strategy from a function that draws."""
    return st.composite(draws)  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Typed:
    """A list as it is typed."""

    labels: str = ""
    unretrieved: str = ""
    size: int | None = None
    subtopics: str = ""
    unretrieved_subtopics: str = ""

    @property
    def ranking(self) -> Ranking:
        return read_ranking(self.labels, self.unretrieved, self.size, self.subtopics, self.unretrieved_subtopics)

    def explained(self, preset: str = "trec_eval", **overrides: object) -> Explanation:
        return explain(
            self.labels,
            self.unretrieved,
            size=self.size,
            subtopics=self.subtopics,
            unretrieved_subtopics=self.unretrieved_subtopics,
            conventions=preset,
            **overrides,
        )

    @property
    def grades(self) -> list[int]:
        return read_labels(self.labels)

    @property
    def missed(self) -> list[int]:
        return read_unretrieved(self.unretrieved)


def refusal(read: Callable[[str], object], text: str) -> InputError | None:
    """The error that refuses ``text``; None where it is read."""
    try:
        read(text)
    except InputError as error:
        return error
    return None


#: The cases that formulas forget, as the contract has them.
AWKWARD = {name: Typed(*listing) for name, listing in sample_lists.AWKWARD.items()}
DIVERSE = {name: Typed(*listing) for name, listing in sample_lists.DIVERSE.items()}

characters = st.sampled_from(["0", "1", "0", "1", "2", "3", "4", "5", "u", "p"])
binary = st.text(st.sampled_from("01"), max_size=12)
graded = st.text(characters, max_size=12)


@composite
def typed(draw: Any, labels: Any = binary | graded) -> Typed:
    """A list, documents that it missed, and perhaps the size of a collection that holds both."""
    ranked = draw(labels)
    missed = draw(st.text(st.sampled_from("001123"), max_size=5))
    more_documents = draw(st.none() | st.integers(0, 30))
    return Typed(ranked, missed, None if more_documents is None else len(ranked) + len(missed) + more_documents)


@composite
def diverse(draw: Any) -> Typed:
    """A list of documents on up to three subtopics; only those that cover none may be without a grade."""
    count = draw(st.integers(1, 3))

    def documents(others: str, most: int) -> tuple[str, str]:
        groups = draw(st.lists(st.text(st.sampled_from("01"), min_size=count, max_size=count), max_size=most))
        labels = [draw(st.sampled_from("123" if "1" in group else others)) for group in groups]
        return "".join(labels), ",".join(groups)

    (labels, groups), (missed, missed_groups) = documents("0u1p", 8), documents("01", 3)
    if not groups and not missed_groups:
        return Typed("1", "", None, "1" * count)
    return Typed(labels, missed, None, groups, missed_groups)


presets = st.sampled_from(sorted(PRESETS))
roundings = st.sampled_from(
    [{"rounding": "exact"}] + [{"rounding": m, "decimals": d} for m in ("columns", "carried") for d in range(4)]
)


@composite
def overrides(draw: Any) -> dict[str, Any]:
    """A choice for some of the conventions."""
    names = draw(st.lists(st.sampled_from(sorted(CONVENTIONS)), unique=True, max_size=4))
    return {name: draw(st.sampled_from(choices_of(name))) for name in names}


def listed(**values: float) -> list[Spec]:
    """Every spelling that pages list, whatever the conventions, also those for lists with subtopics."""
    filled = {"k": 5.0, "level": 0.3, "beta": 1.0} | values
    return [spec for _, spec in variants(filled, effective(), subtopics=True)]


def everything() -> Iterator[Spec]:
    """Listed spellings at cutoffs inside and beyond the list, at awkward levels and betas."""
    seen: set[str] = set()
    own = ["F(beta=0)", "F(beta=0.3333333333)@4", "F(beta=0.001)", "F(beta=100)", "P_at_recall(reach='above')@0"]
    own += ["Success", "Fallout@3", "RBP(p=0.5)@4", "RBP(p=0)", "RBP(p=1)@16", "ERR(top='judged')", "ERR(top='1')@3"]
    own += ["Judged", "nCG", "Q(beta=0)", "Q(beta=2.5)", "GMAP", "P_IA", "StRecall", "ERR_IA(norm='none')", "nERR_IA"]
    own += ["GMBpref", "Rprec_mult@1.4", "RelP@3", "Unjudged", "RBP_resid(p=0.5, below='always')", "SetAP", "Utility"]
    own += ["binG", "NG", "nDCG_rel", "RnDCG"]
    own += ["alpha_nDCG", "alpha_nDCG(alpha=0)@4", "alpha_nDCG(alpha=1)", "alpha_nDCG(alpha=0.3)@3"]
    for spec in [*listed(), *listed(k=1, level=0, beta=0.5), *listed(k=16, level=1, beta=3), *map(parse, own)]:
        if str(spec) not in seen:
            seen.add(str(spec))
            yield spec


def binary_lists(longest: int) -> list[str]:
    """All lists of binary labels with up to so many documents, the shortest first."""
    return ["".join(labels) for n in range(1, longest + 1) for labels in product("01", repeat=n)]
