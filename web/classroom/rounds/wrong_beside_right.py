"""A wrong calculation beside the correct one, with the numbers marked in which they differ."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Any, NamedTuple

from markupsafe import Markup

from ireval.errors import InputError
from ireval.exercises import NUMBER
from ireval.exercises.marking.accepted_numbers import target_of
from ireval.exercises.marking.wrong_answers import inquiry_of_part
from ireval.exercises.question.question import Part
from ireval.explanation.calculation import Calculation
from ireval.numbers.typed_number import read_typed
from web.classroom.rounds.round_question import RoundQuestion, round_question
from web.formulas.mathml import calculation, mathml

_NUMBER = re.compile(r"<mn([^>]*)>([^<]*)</mn>")


class Beside(NamedTuple):
    """Two calculations as markup, and the conventions under which the wrong one is correct, if there are any."""

    wrong: Markup
    right: Markup
    conventions: Mapping[str, Any]


def beside(asked: RoundQuestion, part: Part, text: str, cause: str) -> Beside | None:
    """The calculation that a typed number follows, by the key of its cause, beside the correct one; None if unknown."""
    return _beside(asked.body, part.id, text, cause)


@lru_cache(maxsize=512)
def _beside(body: str, id_: str, text: str, key: str) -> Beside | None:
    asked = round_question(body)
    part = asked.part(id_) if asked else None
    if not asked or not part or part.kind != NUMBER or part.free or not asked.question.tables:
        return None
    try:
        found = inquiry_of_part(asked.question, part).diagnose(read_typed(text))
    except InputError:
        return None
    cause = next((x for x in found.causes if x.key == key), None)
    if cause is None:
        return None
    wrong, right = marked(_markup(found.yours(cause)), _markup(found.correction(cause)))
    return Beside(wrong, right, cause.choices)


def correct_calculation(asked: RoundQuestion, part: Part) -> Markup:
    """The correct calculation; empty if the part has none."""
    if part.kind != NUMBER or part.free or not asked.question.tables:
        return Markup()
    return _markup(target_of(asked.question, part).calculation())


def marked(wrong: Markup, right: Markup) -> tuple[Markup, Markup]:
    """Both calculations with the class ``diff`` at the numbers in which they differ, the results apart.

    >>> one, other = Markup("<mn>2.9</mn>/<mn>5</mn>=<mn>0.58</mn>"), Markup("<mn>2.9</mn>/<mn>10</mn>=<mn>0.29</mn>")
    >>> marked(one, other)[0]
    Markup('<mn>2.9</mn>/<mn class="diff">5</mn>=<mn>0.58</mn>')
    """
    sides = [[found[2] for found in _NUMBER.finditer(side)] for side in (wrong, right)]
    matched = SequenceMatcher(None, sides[0], sides[1], autojunk=False).get_opcodes()
    odd: tuple[set[int], set[int]] = (set(), set())
    for kind, start, end, start_right, end_right in matched:
        if kind != "equal":
            odd[0].update(range(start, end))
            odd[1].update(range(start_right, end_right))
    return _with(wrong, odd[0] - {len(sides[0]) - 1}), _with(right, odd[1] - {len(sides[1]) - 1})


def _with(side: Markup, places: set[int]) -> Markup:
    count = -1

    def one(found: re.Match[str]) -> str:
        nonlocal count
        count += 1
        mark = ' class="diff"' if count in places else ""
        return f"<mn{mark}{found[1]}>{found[2]}</mn>"

    return Markup(_NUMBER.sub(one, side))  # noqa: S704 -- our own formulas


def _markup(shown: Calculation) -> Markup:
    return mathml(shown.latex, block=True) if shown.latex else calculation(shown.text)
