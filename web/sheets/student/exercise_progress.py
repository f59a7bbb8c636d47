"""Practice in stages: an exercise is checked, then its cause, its step and its solution are shown on request.

A try is a check of answers that were not checked before. The stages belong to the answers that were checked: when
they change, they must be checked again. After the last try, or the solution, the exercise is over for this key.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ireval.exercises import Marked
from ireval.exercises.marking.stages import GOOD, Stage, is_solved, is_try
from ireval.messages import Message, say
from web.store import Progress

#: The stage that each button asks for.
BUTTONS = {"check": Stage.RESULT, "hint": Stage.CAUSE, "step": Stage.STEP, "solution": Stage.SOLUTION}
_TITLES = {"check": "Check", "hint": "Show the cause", "step": "Show the step", "solution": "Show the solution"}


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


def practice(marked: Marked | None, answered: str, progress: Progress, most: int) -> Practice:
    """Return the state of an exercise with ``most`` tries (0: no limit); ``answered`` is a digest of its answers.

    An exercise that was never checked need not be ``marked``.
    """
    over = progress.stage == Stage.SOLUTION
    changed = bool(progress.stage) and not over and progress.tried != answered
    stage = Stage.NOTHING if changed or not marked else Stage(progress.stage)
    said = [say(message) for message in _standing(marked, stage, progress, most)]
    buttons = _buttons(marked, stage, checked=bool(progress.stage))
    return Practice(stage, over, changed, " ".join(said), tuple(buttons))


def stage_change(marked: Marked, answered: str, wanted: Stage, most: int) -> Callable[[Progress], Progress]:
    """Return the change of a student's progress when a stage is requested."""

    def change(before: Progress) -> Progress:
        if before.stage == Stage.SOLUTION:
            return before
        if before.tried == answered and before.stage:  # no new try
            last = wanted == Stage.SOLUTION
            return before._replace(stage=Stage.SOLUTION if last else max(before.stage, min(wanted, before.stage + 1)))
        tries = before.tries + is_try(marked)
        over = wanted == Stage.SOLUTION or bool(most and tries >= most)
        return Progress(Stage.SOLUTION if over else Stage.RESULT, tries, answered)

    return change


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


def _buttons(marked: Marked | None, stage: Stage, *, checked: bool) -> list[Button]:
    if stage == Stage.SOLUTION:
        return []
    found = [Button("check", "Check again" if checked else _TITLES["check"])]
    if stage and marked:
        name = "solution" if stage == Stage.STEP or is_solved(marked) else ("hint", "step")[stage - Stage.RESULT]
        found.append(Button(name, _TITLES[name]))
    return found
