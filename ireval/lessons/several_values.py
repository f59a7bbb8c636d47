"""The roles for several lists: means over queries, two systems compared query by query, and the sign test.

The content of a role is a measure and one or two words that select the number: ``{mean}`AP A```.

>>> from ireval.lessons.lesson_list import LessonList
>>> six = LessonList().having({"example": "Two systems on six queries (made-up lists): the histogram"})
>>> several = (("mean", "Rprec A"), ("difference", "Rprec 1"), ("wins", "Rprec B"), ("sign-test", "Rprec p"))
>>> [several_value(role, content, six).inside for role, content in several]
[('0.631',), ('+0.250',), ('2',), ('1.000',)]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import comb

import numpy as np

from ireval.errors import InputError, nearest
from ireval.evaluation.several_lists import ListScores, Mean, SeveralLists, underlying_spec
from ireval.evaluation.system_pairs import QueryDifference, pair_systems
from ireval.exercises.question.safe_markdown import Node
from ireval.lessons.lesson_list import LessonList
from ireval.measure.spelling import parse
from ireval.messages import Message
from ireval.numbers.expression import digits_needed, fixed
from ireval.numbers.number_texts import with_sign

SYSTEMS = ("A", "B")


def several_value(role: str, content: str, about: LessonList) -> Node:
    """The element that replaces a role. Raises ``InputError``."""
    words = content.split()
    if not words or len(words) > 2:
        raise InputError(role, "lesson-role-words", name=role, wanted=Message(WANTED[role]), content=content)
    parse(words[0])  # a wrong name is reported even if the lists are wrong, too
    if not about.others or about.arrangement == "systems":
        raise InputError("list", "lesson-without-lists")
    return ROLES[role](words[0], words[1] if len(words) > 1 else "", about)


def _pair(measure: str, about: LessonList) -> QueryDifference:
    if about.arrangement != "pairs":
        raise InputError("arrangement", "lesson-without-pairs")
    rankings = [ranked.ranking() for ranked in about.lists]
    return pair_systems(rankings, about.explanation.conventions).compare(underlying_spec(parse(measure)))


def _scores(measure: str, system: str, about: LessonList) -> ListScores:
    """The scores of one system; of all lists if the lists are not arranged as two systems."""
    if about.arrangement == "pairs":
        pair = _pair(measure, about)
        return {"A": pair.a, "B": pair.b}[_one_of("mean", system, SYSTEMS)]
    rankings = [ranked.ranking() for ranked in about.lists]
    return SeveralLists(rankings, about.explanation.conventions).score(underlying_spec(parse(measure)))


def _mean_of(measure: str, system: str, about: LessonList) -> Mean:
    return _scores(measure, system, about).mean(parse(measure).measure.average)


def _mean(measure: str, system: str, about: LessonList) -> Node:
    if system == "A-B":
        a, b = (_mean_of(measure, one, about) for one in SYSTEMS)
        if a.value is None or b.value is None:
            return Node("value", ((b if b.value is None else a).result(about.places),), measure)
        return Node("value", (_signed(a.value - b.value, about.places),), measure)
    return Node("value", (_mean_of(measure, system, about).result(about.places),), measure)


def _mean_calculation(measure: str, system: str, about: LessonList) -> Node:
    mean = _mean_of(measure, system, about)
    text = f"{mean.name} = {mean.calculation(about.places)} = {mean.result(about.places)}"
    expression, value = mean.expression, mean.value
    if expression is None or value is None:
        return Node("calculation", (text,))
    inside = expression.latex(digits_needed(expression, value, about.places))
    return Node("calculation", (text,), rf"\text{{{mean.name}}} = {inside} = {mean.result(about.places)}")


def _difference(measure: str, query: str, about: LessonList) -> Node:
    differences = _pair(measure, about).differences.tolist()
    place = int(_one_of("difference", query, [str(i) for i in range(1, len(differences) + 1)]))
    return Node("value", (_signed(differences[place - 1], about.places),), measure)


def _spread(measure: str, system: str, about: LessonList) -> Node:
    values = _scores(measure, system, about).values
    return Node("value", (fixed(float(np.nanmax(values) - np.nanmin(values)), about.places),), measure)


def _wins(measure: str, who: str, about: LessonList) -> Node:
    counts = dict(zip((*SYSTEMS, "ties"), _pair(measure, about).tally, strict=True))
    return Node("count", (str(counts[_one_of("wins", who, counts)]),), measure)


def _sign_test(measure: str, part: str, about: LessonList) -> Node:
    a, b, _ = _pair(measure, about).tally
    patterns = 2 ** (a + b)
    extreme = min(patterns, 2 * sum(comb(a + b, wins) for wins in range(max(a, b), a + b + 1)))
    texts = {"patterns": str(patterns), "extreme": str(extreme), "p": fixed(extreme / patterns, about.places)}
    return Node("count", (texts[_one_of("sign-test", part, texts)],), measure)


def _signed(value: float, places: int) -> str:
    return with_sign(value, fixed(abs(value), places))


def _one_of(name: str, text: str, known: Iterable[str]) -> str:
    names = list(known)
    if text not in names:
        raise InputError(name, "not-one-of", name=name, text=text, hint=nearest(text, names))
    return text


#: The functions of the roles.
ROLES: dict[str, Callable[[str, str, LessonList], Node]] = {
    "mean": _mean,
    "mean-calculation": _mean_calculation,
    "difference": _difference,
    "spread": _spread,
    "wins": _wins,
    "sign-test": _sign_test,
}
#: The message keys for the required content of each role.
WANTED = {
    "mean": "wanted-mean",
    "mean-calculation": "wanted-mean-calculation",
    "spread": "wanted-spread",
    "difference": "wanted-difference",
    "wins": "wanted-wins",
    "sign-test": "wanted-sign-test",
}
