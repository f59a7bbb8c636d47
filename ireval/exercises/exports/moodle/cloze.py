"""Moodle's cloze questions: HTML with gaps in it, as ``{2:NUMERICAL:=0.766:0.001#Right.~%50%0.736:0.001#...}``.

Moodle reads gaps from the source of the HTML (``question/type/multianswer/questiontype.php``) and decodes entities
once; feedback and options are then HTML themselves. So a text is escaped twice, and characters with a meaning in a gap
are written with a backslash or, where Moodle would keep the backslash, as an entity.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from html import escape
from math import gcd, lcm

from ireval.exercises.exports.moodle.fractions import fraction
from ireval.exercises.exports.moodle.numbers import Numbers, numbers_of
from ireval.exercises.exports.moodle.themed_html import moodle_html
from ireval.exercises.exports.shared.job import Item
from ireval.exercises.exports.shared.question_markup import body, printable
from ireval.exercises.question.question import CHOICE, Part, Question

_GAP = re.compile(r'<gap part="([^"]*)"></gap>')
#: Points are rounded to this fraction of a whole, so that a third stays a third.
_FINEST = 10_000
#: The largest error of a gap's weight, as a share of all weights.
_MOST_OFF = Fraction(1, 100)
_MEANT = str.maketrans({"}": r"\}", "#": r"\#", "{": "&#123;", "~": "&#126;", "\\": "&#92;"})
#: Characters that would set an option's share of the points if the option began with one.
_FIRST = re.compile(r"^[=%]")


def cloze_text(item: Item) -> str:
    """The question as HTML with gaps. Braces in texts become entities, so that Moodle does not read them as gaps."""
    each, numbers = weights(item.question), numbers_of(item)
    width = max((x.width for x in numbers.values()), default=0)
    markup = moodle_html(body(item.question)).replace("{", "&#123;").replace("}", "&#125;")
    parts = {part.id: part for part in item.question.parts}

    def gap(found: re.Match[str]) -> str:
        name = found[1]
        inside = _number(numbers[name], width) if name in numbers else _others(item, parts[name])
        return f"{{{each[name]}:{inside}}}"

    return _GAP.sub(gap, markup)


def weights(question: Question) -> dict[str, int]:
    """The points of the parts as whole numbers, because Moodle accepts no others here.

    Moodle takes their sum as the question's mark. It is the question's points, or these times 10, 100 or 1000, if that
    keeps the proportions: 400 for 4 points. Otherwise they are the smallest numbers that keep the proportions.
    """
    points = [Fraction(part.points).limit_denominator(_FINEST) for part in question.parts]
    if not all(points):
        return {part.id: 1 for part in question.parts}
    tries = (_whole(points, Fraction(question.points).limit_denominator(_FINEST) * 10**zeros) for zeros in range(4))
    found = next((whole for whole in tries if whole), None)
    if found is None:
        exact = [int(x * lcm(*(y.denominator for y in points))) for x in points]
        found = [x // gcd(*exact) for x in exact]
    return {part.id: x for part, x in zip(question.parts, found, strict=True)}


def _whole(points: Sequence[Fraction], total: Fraction) -> list[int] | None:
    """Whole numbers with this sum in the proportion of ``points``; None if one of them would be too far from it."""
    exact = [x * total / sum(points) for x in points]
    found = [int(x) for x in exact]
    left = int(total) - sum(found)
    for place in sorted(range(len(exact)), key=lambda i: found[i] - exact[i])[:left]:
        found[place] += 1
    near = all(x and abs(x - y) <= _MOST_OFF * total for x, y in zip(found, exact, strict=True))
    return found if near and sum(found) == total else None


def _number(numbers: Numbers, width: int) -> str:
    """The inside of a gap for a number.

    Moodle makes a field as wide as the longest number that it knows. So that all fields are ``width`` wide, a long
    number follows the answer ``*``, which matches everything, so that the long number is never reached.
    """
    options = [
        f"{_worth(fraction(answer.share))}{answer.value}:{answer.tolerance}#{escaped(answer.text)}"
        for answer in numbers.answers
    ]
    filler = f"~{'9' * width}:0" if numbers.longest < width else ""
    return f"NUMERICAL:{'~'.join(options)}~*#{escaped(numbers.other)}{filler}"


def _others(item: Item, part: Part) -> str:
    """The inside of a gap for a choice or a text."""
    correction = item.correction(part)
    if part.kind == CHOICE:
        options = [
            f"{'=' if option.key == part.right else ''}{escaped(option.text)}#{escaped(option.why or correction)}"
            for option in part.options
        ]
        return f"MULTICHOICE:{'~'.join(options)}"
    return f"SHORTANSWER:={escaped(part.right)}~*#{escaped(correction)}"


def _worth(share: str) -> str:
    return "=" if share == "100" else f"%{share}%" if share != "0" else ""


def escaped(text: str) -> str:
    r"""A text escaped for a gap.

    >>> escaped("= <b> {a} ~ #1 \\ 50%")
    '&#61; &amp;lt;b&amp;gt; &#123;a\\} &#126; \\#1 &#92; 50%'
    """
    twice = escape(escape(printable(text), quote=False), quote=False).translate(_MEANT)
    return _FIRST.sub(lambda found: f"&#{ord(found[0])};", twice)
