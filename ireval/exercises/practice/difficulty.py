"""The levels of practice: from a short list with plain labels to a long one with unjudged documents and a cutoff."""

from __future__ import annotations

from typing import NamedTuple

from ireval.exercises.sheet.model import Generated
from ireval.messages import Message


class Level(NamedTuple):
    """How hard an exercise is: ``words`` say it to the learner, ``generated`` draws its lists.

    Measures of grades have grades up to ``scale``. A ``cutoff`` is the number after the @ of measures that have one; at
    the highest level, others get it, too, if they may. If the list is all ``judged``, it has no unjudged documents.
    """

    words: Message
    generated: Generated
    scale: int
    cutoff: int
    judged: bool = False


LEVELS = (
    Level(Message("practice-level-short"), Generated(5, 1), 2, 3, judged=True),
    Level(Message("practice-level-longer"), Generated(8, 1), 3, 5, judged=True),
    Level(Message("practice-level-graded"), Generated(10, 3, 1), 3, 5),
    Level(Message("practice-level-cutoff"), Generated(12, 3, 2), 3, 8),
)
LOWEST, HIGHEST = 1, len(LEVELS)


def level_after(level: int, *, tries: int, solved: bool, shown: bool) -> int:
    """The level after an exercise with this number of ``tries``, which was ``solved``, or whose solution was ``shown``.

    It rises after an answer that was right at once, and falls if the exercise ends without a right one.

    >>> level_after(2, tries=1, solved=True, shown=False), level_after(2, tries=3, solved=True, shown=False)
    (3, 2)
    >>> level_after(2, tries=1, solved=False, shown=False), level_after(2, tries=0, solved=False, shown=True)
    (1, 1)
    >>> level_after(4, tries=1, solved=True, shown=False), level_after(2, tries=0, solved=False, shown=False)
    (4, 2)
    """
    if solved:
        return min(level + 1, HIGHEST) if tries == 1 else level
    return max(level - 1, LOWEST) if tries or shown else level
