"""The question whether a score goes up or down, or stays the same, if a document becomes relevant.

The document is given, or it is the one with which intuition fails most: the score falls, or it stays the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from ireval.exercises.sheet.model import OwnOption
from ireval.measure.scores import compute
from ireval.measure.spelling import parse
from ireval.messages import Message, say
from ireval.numbers.expression import fixed
from ireval.numbers.rounding import SAME
from ireval.ranking.judgements import Ranking
from web.classroom.questions.choice_body import choice_body, figures
from web.classroom.questions.offer import Offer
from web.classroom.questions.round_body import Body
from web.state.lab_state import State

#: The most documents that are tried, from the top of the list.
MOST_TRIED = 100
UP, SAME_SCORE, DOWN = 1, 0, -1
_OPTIONS = {UP: "change-up", DOWN: "change-down", SAME_SCORE: "change-none"}


@dataclass(frozen=True)
class Change:
    """A document of the open list that becomes relevant with a ``grade``, and the scores before and after it.

    ``index`` counts the ranked documents first, then those not retrieved.
    """

    index: int
    grade: int
    before: float
    after: float

    @property
    def direction(self) -> int:
        """1 if the score goes up, -1 if it goes down, and 0 if it stays the same."""
        return 0 if abs(self.after - self.before) <= SAME else 1 if self.after > self.before else -1


def relevance_change_offer(state: State, view: str, document: str = "") -> Iterator[Offer]:
    """Yield the question what the score does if a document becomes relevant, if some document can.

    It is the document with the name ``document``, or the most instructive one.
    """
    change = instructive_change(state, document)
    if change is not None:
        title = say(Message("offer-of-change", document=state.called[change.index]))
        yield Offer("change", title, lambda: _body(state, view, change))


def instructive_change(state: State, document: str = "") -> Change | None:
    """The change with which intuition fails most, or that of the named document; None if there is none.

    A score that falls comes before one that stays the same, and this before one that rises. Changes too small to be
    seen with the state's decimals are left out, unless the document is named.
    """
    changes = _changes(state)
    if document:
        return next((x for x in changes if state.called[x.index] == document), None)
    seen = [x for x in changes if _is_seen(state, x)]
    return min(seen, key=lambda x: (x.direction, _rank_of_choice(x)), default=None)


def _rank_of_choice(change: Change) -> float:
    """The order among changes in one direction: the largest fall, the highest rank, or the smallest rise."""
    return change.index if change.direction == SAME_SCORE else change.after - change.before


def _is_seen(state: State, change: Change) -> bool:
    texts = {fixed(value, state.places) for value in (change.before, change.after)}
    return change.direction == SAME_SCORE or len(texts) == 2


def _changes(state: State) -> list[Change]:
    """The changes of documents that are not relevant, one at a time; empty if the score is not always defined."""
    spec = parse(state.show)
    if state.diverse or not state.grades:
        return []
    rel = int(spec.effective(state.conventions)["rel"]) if "rel" in spec.measure.conventions else 1
    grade, own = max(rel, 1), state.ranking
    count = len(state.grades)
    documents = [i for i, g in enumerate((*state.grades, *state.unretrieved)) if g < grade][:MOST_TRIED]
    if not documents:
        return []
    block = Ranking.block([_relabelled(own, index, count, grade) for index in documents])
    before = float(compute(spec, own, state.conventions).score)
    after = compute(spec, block, state.conventions).score
    found = zip(documents, np.atleast_1d(after).tolist(), strict=True)
    return [Change(i, grade, before, float(x)) for i, x in found if before == before and x == x]


def _relabelled(own: Ranking, index: int, count: int, grade: int) -> Ranking:
    """The list with one document that has another grade."""
    name, place = ("grades", index) if index < count else ("unretrieved", index - count)
    changed = getattr(own, name).copy()
    changed[place] = grade
    return replace(own, **{name: changed})


def _body(state: State, view: str, change: Change) -> Body:
    measure, name = str(parse(state.show)), state.called[change.index]
    before, after = figures(state, (change.before, change.after))
    rel = change.grade
    few = state.relevant(rel)
    why = say(Message("scores-of-change", measure=measure, before=before, after=after, few=few, more=few + 1))
    grade = Message("to-grade", grade=rel) if state.scale > 1 else ""
    quoted = name if "`" in name else f"`{name}`"
    text = say(Message("score-after-change", document=quoted, grade=grade, measure=measure))
    options = [OwnOption(say(Message(key)), change.direction == way, why) for way, key in _OPTIONS.items()]
    return choice_body(state, view, text, options, places=[state.place])
