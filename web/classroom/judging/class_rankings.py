"""The systems ranked again: with the labels of a class in the place of the stored ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ireval.agreement import majority_labels
from ireval.agreement.agreement import PLACES
from ireval.agreement.labels_in_common import Judgements
from ireval.experiments.assessors.assessor_comparison import LISTED, MeasureByAssessor, compare_assessors
from ireval.experiments.assessors.conclusions import EQUAL
from ireval.messages import Figures, Message, say
from ireval.numbers.expression import fixed
from ireval.numbers.rounding import SAME
from ireval.trec.plain_dicts import run_of

#: The measure of whole rankings, and of rankings that are cut after some documents.
USUAL = LISTED[0]
RANKINGS_BY = "P@{depth}"
STORED, CLASS = "stored", "class"
#: The lowest relevant grade.
REL = 1


@dataclass(frozen=True)
class RankedSystem:
    """A system, with its score and rank under the stored labels, and under those of the class; None without a score."""

    name: str
    stored: float | None
    by_class: float | None
    stored_rank: int | None
    class_rank: int | None

    @property
    def scores(self) -> tuple[str, str]:
        """Both scores with their decimals; empty without one."""
        before, after = ("" if x is None else fixed(x, PLACES) for x in (self.stored, self.by_class))
        return before, after

    @property
    def moves(self) -> int:
        """By how many ranks the class moves the system up; below 0 down."""
        return 0 if self.stored_rank is None or self.class_rank is None else self.stored_rank - self.class_rank


@dataclass(frozen=True)
class ChangedPair:
    """A conclusion that does not survive: the system that is better under the stored labels, and the other one.

    It is ``equal`` if both have the same score under the class's labels; otherwise their order is reversed.
    """

    better: str
    worse: str
    equal: bool

    @property
    def sentence(self) -> str:
        """What changed."""
        key = "class-pair-equal" if self.equal else "class-pair-reversed"
        return say(Message(key, better=self.better, worse=self.worse))


@dataclass(frozen=True)
class ClassRankings:
    """The systems, best first under the stored labels, and what the labels of the class change.

    ``judged`` documents have the label of the class, ``changed`` of which another relevance than stored; ``kept``
    documents keep their stored label. ``conclusions`` is the number of pairs of systems whose scores differ under the
    stored labels, without those that are in ``lost``. ``tau`` is Kendall's tau-b of both orders; None if it is
    undefined, or with fewer than three systems. Without systems, ``reason`` says why.
    """

    measure: str
    judged: int
    changed: int
    kept: int
    systems: tuple[RankedSystem, ...] = ()
    conclusions: int = 0
    lost: tuple[ChangedPair, ...] = ()
    tau: float | None = None
    reason: str = ""

    @property
    def survive(self) -> int:
        """The number of conclusions that survive."""
        return self.conclusions - len(self.lost)

    @property
    def headline(self) -> str:
        """How many conclusions survive, or why nothing is compared."""
        if self.reason:
            return self.reason
        if not self.conclusions:
            return say(Message("class-no-conclusions"))
        if self.conclusions == 1:  # of two systems
            first, second, *_ = (system.name for system in self.systems)
            return self.lost[0].sentence if self.lost else say(Message("class-survives", better=first, worse=second))
        return say(Message("class-conclusions", kept=self.survive, count=self.conclusions))

    @property
    def labels_used(self) -> str:
        """Which labels the class replaced."""
        return say(Message("class-labels-used", judged=self.judged, changed=self.changed, kept=self.kept))

    @property
    def order(self) -> str:
        """The similarity of both orders in a sentence; empty without one."""
        return "" if self.tau is None else say(Message("class-order", tau=Figures(fixed(self.tau, PLACES))))


def class_rankings(
    topic: str,
    stored: Mapping[str, int],
    rankings: Mapping[str, Sequence[str]],
    judgements: Mapping[str, Judgements],
    depth: int = 0,
) -> ClassRankings:
    """The ``rankings`` of a topic (docnos, best first) under the ``stored`` grades, and with those of the class.

    A document has the grade that most devices gave it, the lower one in a tie; documents that the class did not judge
    keep the stored grade. ``depth`` is the number of documents after which the rankings were cut; 0 if they were not.
    """
    majority = {docno: label.grade for docno, label in majority_labels(judgements).get(topic, {}).items()}
    changed = sum((grade >= REL) != (stored.get(docno, 0) >= REL) for docno, grade in majority.items())
    kept = sum(grade >= 0 and docno not in majority for docno, grade in stored.items())
    measure = RANKINGS_BY.format(depth=depth) if depth else USUAL
    found = ClassRankings(measure, len(majority), changed, kept)
    problem = _problem(stored, rankings, majority)
    if problem:
        return replace(found, reason=say(Message(problem)))
    runs = {
        name: run_of({topic: {docno: float(-rank) for rank, docno in enumerate(ranked)}}, name)
        for name, ranked in rankings.items()
    }
    both = {STORED: {topic: dict(stored)}, CLASS: {topic: {**stored, **majority}}}
    [scored] = compare_assessors(both, runs, [measure], rel=REL).measures
    conclusions = [c for c in scored.conclusions if c.better[STORED] not in {EQUAL, None}]
    lost = tuple(
        ChangedPair(c.better[STORED] or "", c.b if c.better[STORED] == c.a else c.a, c.better[CLASS] == EQUAL)
        for c in conclusions
        if not c.survives
    )
    tau = next(iter(scored.order_agreement.values()), None)
    return replace(found, systems=_systems(scored), conclusions=len(conclusions), lost=lost, tau=tau)


def _problem(stored: Mapping[str, int], rankings: Mapping[str, Sequence[str]], majority: Mapping[str, int]) -> str:
    """The key of the reason why systems cannot be compared; empty if they can."""
    if not majority:
        return "class-judged-nothing"
    if len(rankings) < 2:
        return "class-too-few-systems"
    if all(grade < 0 for grade in stored.values()):
        return "class-without-stored-labels"
    if any(all(grade < REL for grade in labels.values()) for labels in (stored, {**stored, **majority})):
        return "class-nothing-relevant"
    return ""


def _systems(scored: MeasureByAssessor) -> tuple[RankedSystem, ...]:
    """The systems with scores and ranks, the best first under the stored labels."""
    means = {name: (by[STORED], by[CLASS]) for name, by in scored.means.items()}
    before, after = ([pair[side] for pair in means.values()] for side in (0, 1))
    better = scored.spec.measure.better
    systems = [
        RankedSystem(name, _known(one), _known(other), _rank(one, before, better), _rank(other, after, better))
        for name, (one, other) in means.items()
    ]
    return tuple(sorted(systems, key=lambda system: system.stored_rank or len(systems) + 1))


def _known(score: float) -> float | None:
    return None if score != score else score


def _rank(score: float, scores: Sequence[float], better: int) -> int | None:
    """1 plus the number of better scores, so that equal scores share a rank; None without a score."""
    if score != score:
        return None
    return 1 + sum((other - score) * better > SAME for other in scores)
