"""Practice in stages: an exercise is checked, then its cause, its step and its solution are shown on request.

Sheets keep the progress in the store; lessons keep it in the form of the question, because they store nothing.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ireval.exercises import Marked
from ireval.exercises.marking.stages import GOOD, Progress, Stage, next_stage
from ireval.messages import Message, say

#: The stage that each button asks for.
BUTTONS = {"check": Stage.RESULT, "hint": Stage.CAUSE, "step": Stage.STEP, "solution": Stage.SOLUTION}
_TITLES = {"check": "Check", "hint": "Show the cause", "step": "Show the step", "solution": "Show the solution"}
_NAMES = {stage: name for name, stage in BUTTONS.items()}
_WRITTEN = re.compile(r"([0-4])-([0-9]{1,6})-([0-9a-f]{64})")


class Button(NamedTuple):
    """A button of an exercise: its ``name`` in the form, and its ``title``."""

    name: str
    title: str


class Practice(NamedTuple):
    """The state of an exercise in practice: its ``stage``, comments, and the possible buttons.

    It is ``over`` once the solution was shown, and ``changed`` if the present answers were not the checked ones.
    """

    stage: Stage
    over: bool
    changed: bool
    standing: str
    buttons: tuple[Button, ...]


def practice(
    marked: Marked | None, answered: str, progress: Progress, most: int = 0, *, presented: bool = False
) -> Practice:
    """Return the state of an exercise with ``most`` tries (0: no limit); ``answered`` is a digest of its answers.

    An exercise that was never checked need not be ``marked``. If it is ``presented``, the lecturer can show the
    solution after any check.
    """
    over = progress.stage == Stage.SOLUTION
    changed = bool(progress.stage) and not over and progress.tried != answered
    stage = Stage.NOTHING if changed or not marked else Stage(progress.stage)
    said = [say(message) for message in _standing(marked, stage, progress, most)]
    buttons = _buttons(marked, stage, checked=bool(progress.stage), presented=presented)
    return Practice(stage, over, changed, " ".join(said), tuple(buttons))


def _standing(marked: Marked | None, stage: Stage, progress: Progress, most: int) -> list[Message]:
    found = []
    if stage and marked:
        right = sum(part.outcome in GOOD for part in marked.parts)
        found.append(Message("practice-right", right=right, count=len(marked.parts)))
    if stage == Stage.SOLUTION:
        found.append(Message("practice-over"))
    elif most:
        found.append(Message("practice-tries", left=most - progress.tries, most=most))
    return found


def _buttons(marked: Marked | None, stage: Stage, *, checked: bool, presented: bool) -> list[Button]:
    if stage == Stage.SOLUTION:
        return []
    found = [Button("check", "Check again" if checked else _TITLES["check"])]
    following = {next_stage(marked, stage), Stage.SOLUTION if presented else None} if stage and marked else set()
    names = [_NAMES[later] for later in sorted(filter(None, following))]
    return [*found, *(Button(name, _TITLES[name]) for name in names)]


def written_progress(progress: Progress) -> str:
    """Return the progress as a form keeps it; empty before there is any."""
    return f"{int(progress.stage)}-{progress.tries}-{progress.tried}" if progress.stage else ""


def read_progress(text: str) -> Progress:
    """Return the progress that a form keeps; what cannot be read is none."""
    found = _WRITTEN.fullmatch(text)
    return Progress(int(found[1]), int(found[2]), found[3]) if found else Progress()
