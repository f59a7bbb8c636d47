"""Notes on answers for pages: a sign, a word, points and a text for each, and points in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from markupsafe import Markup

from ireval.exercises import CHOICE, Marked, MarkedPart, Part
from ireval.exercises.marking.stages import Stage, texts
from ireval.exercises.question.outcomes import BY_HAND, RIGHT
from ireval.messages import Message, say
from ireval.messages.writing import number_text
from ireval.numbers.rounding import half_up
from web.formulas.formatted_markup import formatted_line

#: For each outcome of marking a sign, the key of its word, and its look: good, half or bad.
SIGNS = {
    "right": ("✓", "word-right", "good"),
    "within-rounding": ("✓", "word-within-rounding", "good"),
    "carried-forward": ("✓", "word-carried-forward", "good"),
    "few-decimals": ("≈", "word-few-decimals", "half"),
    "rounding": ("≈", "word-rounding", "half"),
    "convention": ("≠", "word-convention", "half"),
    "mistake": ("≠", "word-mistake", "half"),
    "by-hand": ("…", "word-by-hand", "half"),
    "wrong": ("✗", "word-wrong", "bad"),
    "unreadable": ("?", "word-unreadable", "bad"),
    "blank": ("–", "word-blank", "bad"),
}
#: The outcomes that practice shows as incorrect until the student asks for the cause.
EXPLAINED = {"mistake", "convention", "rounding"}


class AnswerNote(NamedTuple):
    """The mark of one answer: a ``sign``, its ``word`` and ``look``, the points, and a text; both may be empty."""

    id: str
    label: str
    outcome: str
    sign: str
    word: str
    look: str
    points: str
    text: Markup | str


def answer_notes(
    marked: Marked, stage: Stage, name_of: Callable[[Part], str], *, graded: bool = True
) -> dict[str, AnswerNote]:
    """The notes on the answers of a question by the id of the part; ``name_of`` gives the name of a part's field.

    Only if answers are ``graded``, the notes have points.
    """
    said = {name: say(message) for name, message in texts(marked, stage).items()}
    own = marked.question.text
    return {
        x.part.id: _note(name_of(x.part), x, stage, _typeset(x.part, said.get(x.part.id, ""), own), graded=graded)
        for x in marked.parts
    }


def _typeset(part: Part, text: str, own: str) -> Markup | str:
    """What is said on an answer; on an option that an author wrote, it is Markdown."""
    return formatted_line(text) if own and part.kind == CHOICE else text


def _note(name: str, marked: MarkedPart, stage: Stage, text: Markup | str, *, graded: bool) -> AnswerNote:
    early = stage < Stage.CAUSE
    outcome = "wrong" if early and marked.outcome in EXPLAINED else marked.outcome
    sign, word, look = SIGNS[outcome]
    worth = _worth(marked) if graded and not early else ""
    return AnswerNote(f"{name}-note", marked.part.label, outcome, sign, say(Message(word)), look, worth, text)


def _worth(marked: MarkedPart) -> str:
    by_hand = marked.outcome == BY_HAND
    return points_up_to(marked.part.points) if by_hand else points_of(marked.points, marked.part.points)


def needs_text(note: AnswerNote, in_grid: bool) -> bool:
    """Whether a note needs text: in a table, a sign is enough for a correct answer and for a gap left to fill in."""
    return not (in_grid and (note.outcome == RIGHT or not note.text))


def points_number(x: float) -> str:
    """Points as a number with at most two decimals."""
    return number_text(_rounded(x))


def points(count: float) -> str:
    """Points in words: ``1 point``, ``2.5 points``."""
    return say(Message("points", count=_rounded(count)))


def points_of(some: float, most: float) -> str:
    """Some of all points in words: ``1.5 of 2 points``."""
    return say(Message("points-of", points=_rounded(some), most=_rounded(most)))


def points_up_to(most: float) -> str:
    """Points that a person may give: ``up to 2 points``."""
    return say(Message("points-up-to-by-hand", most=points(most)))


def score_in_words(some: float, most: float, by_hand: float = 0) -> str:
    """Some of all points in words, and how many of the rest have to be marked by hand."""
    score = points_of(some, most)
    return say(Message("points-by-hand", score=score, count=_rounded(by_hand))) if by_hand else score


def count_of(count: str | int, total: str | int) -> str:
    """Some of all in words: ``3 of 5``."""
    return say(Message("count-of", count=count, total=total))


def _rounded(x: float) -> float:
    return float(half_up(x, 2))
