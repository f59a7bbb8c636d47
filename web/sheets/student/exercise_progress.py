"""Practice in stages: an exercise is checked, then its cause, its step and its solution are shown on request.

A try is a check of answers that were not checked before. What was shown holds for the answers that were checked: once
they change, they have to be checked again. With the last try, or with the solution, the exercise is over for this key.
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
    """A button of an exercise: the ``name`` that it is sent as, and its ``title``."""

    name: str
    title: str


class Practice(NamedTuple):
    """What an exercise shows in practice: its ``stage``, what is said of it, and the buttons possible now.

    It is ``over`` once the solution was shown, and ``changed`` if other answers were checked than those given now.
    """

    stage: Stage
    over: bool
    changed: bool
    standing: str
    buttons: tuple[Button, ...]


def practice(marked: Marked | None, answered: str, progress: Progress, most: int) -> Practice:
    """What an exercise shows, with at most this many tries (0 for no limit); ``answered`` is a digest of its answers.

    An exercise that was never checked need not be ``marked``.
    """
    over = progress.stage == Stage.SOLUTION
    changed = bool(progress.stage) and not over and progress.tried != answered
    stage = Stage.NOTHING if changed or not marked else Stage(progress.stage)
    said = [say(message) for message in _standing(marked, stage, progress, most)]
    buttons = _buttons(marked, stage, checked=bool(progress.stage))
    return Practice(stage, over, changed, " ".join(said), tuple(buttons))


def asked(marked: Marked, answered: str, wanted: Stage, most: int) -> Callable[[Progress], Progress]:
    """How a student's progress changes when a stage is asked for."""

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
