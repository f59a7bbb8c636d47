"""What led to the answers of a class, for the stage that shows the answer: each cause with its count and its sentence.

Each distinct answer is marked once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ireval.exercises import Part, mark
from ireval.exercises.marking.marks import solution
from ireval.messages import TALLY, Message, say
from web.classroom.rounds.round_question import RoundQuestion, round_question
from web.classroom.rounds.wrong_beside_right import Beside, beside
from web.coursework.class_results import OUTCOMES_IN_WORDS
from web.coursework.marks.stored_marks import WORTH, PartMarks, marks_of

#: The answers of one device to a round, by the id of the part.
Answers = Mapping[str, str]


class CauseCount(NamedTuple):
    """How many devices gave an answer for one cause.

    ``name`` is the letter of the option, or the number as most of them typed it; ``words`` say what was done. A
    ``right`` answer is correct. ``length`` is that of the bar in percent. ``key`` names the cause in the page.
    """

    key: str
    name: str
    text: str
    devices: int
    right: bool
    words: str
    length: float = 0.0
    show: Beside | None = None


def cause_counts(asked: RoundQuestion, part: Part, devices: Sequence[Answers]) -> list[CauseCount]:
    """The causes of a part's answers. Options stay in their order; of numbers, the correct one comes first.

    A question for an opinion has no correct answer, so it has no causes.
    """
    if asked.is_opinion:
        return []
    options = asked.choices(part)
    found = _of_options(asked, part, devices) if options else _of_texts(asked, part, devices)
    most = max((x.devices for x in found), default=0) or 1
    return [x._replace(length=round(100 * x.devices / most, 1)) for x in found]


def correct_share(asked: RoundQuestion, part: Part, devices: Sequence[Answers]) -> float | None:
    """The share of the devices that answered the part correctly; None without answers or for an opinion."""
    if asked.is_opinion or not devices:
        return None
    return sum(x.devices for x in cause_counts(asked, part, devices) if x.right) / len(devices)


def _of_options(asked: RoundQuestion, part: Part, devices: Sequence[Answers]) -> list[CauseCount]:
    counted = Counter(answers.get(part.id, "") for answers in devices)
    whys = {option.key: option.why for option in part.options}
    return [
        CauseCount(x.key, x.letter, x.text, counted[x.key], x.key == part.right, whys[x.key])
        for x in asked.choices(part)
    ]


def _of_texts(asked: RoundQuestion, part: Part, devices: Sequence[Answers]) -> list[CauseCount]:
    """The causes of typed answers, the correct one first, even if nobody gave it."""
    texts: dict[tuple[bool, str], Counter[str]] = {(True, ""): Counter()}
    marks: dict[tuple[bool, str], PartMarks] = {}
    for answers in devices:
        if not answers.get(part.id, "").strip():
            continue
        marked = _marks(asked, part.id, answers)
        right = WORTH[marked.outcome] == "right"
        group = (right, "" if right else marked.counted)
        texts.setdefault(group, Counter())[answers[part.id].strip()] += 1
        marks[group] = marked
    found = []
    for (right, cause), counted in texts.items():
        text = counted.most_common(1)[0][0] if counted else part.right
        shown = part.right if right else text
        words = say(solution(asked.question, part)) if right else _words(marks[right, cause])
        wrong = None if right else beside(asked, part, text, marks[right, cause].cause)
        found.append(CauseCount(cause or "right", shown, "", counted.total(), right, words, 0.0, wrong))
    return sorted(found, key=lambda x: (not x.right, -x.devices, x.name))


def _words(marked: PartMarks) -> str:
    return marked.words or say(OUTCOMES_IN_WORDS.get(marked.outcome, Message("outcome-wrong")), TALLY)


def _marks(asked: RoundQuestion, id_: str, answers: Answers) -> PartMarks:
    return next(part for part in _all_marks(asked.body, tuple(sorted(answers.items()))) if part.id == id_)


@lru_cache(maxsize=4_000)
def _all_marks(body: str, answers: tuple[tuple[str, str], ...]) -> tuple[PartMarks, ...]:
    asked = round_question(body)
    return marks_of([mark(asked.question, dict(answers), graded=False)])[0].parts if asked else ()
