"""Bodies of rounds for tests: an exercise of a sheet of its own."""

from __future__ import annotations

import json

from ireval.exercises import Exercise, Sheet
from ireval.exercises.sheet.model import OwnOption
from tests.classroom import LECTURE

#: AP is 2.9/10 = 0.290; divided by the 5 that were found it is 0.580, by the 15 ranks 0.193.
NUMBER = Exercise("ap", "number", "AP", 2, LECTURE)
CHOICE = Exercise(
    "divisor",
    "own-choice",
    text="AP divides the sum by what?",
    options=(
        OwnOption("5, the relevant documents found", feedback="Gives 0.580."),
        OwnOption("10, all relevant documents", correct=True, feedback="Gives 0.290."),
        OwnOption("15, all documents retrieved", feedback="Gives 0.193."),
    ),
)
OPINION = Exercise("like", "own-text", text="Which measure do you like best?")
OPINIONS = ("AP", "nDCG", "none of them")


def body(exercise: Exercise, *, view: str = "/lab", options: tuple[str, ...] = ()) -> str:
    """The body of a round with this exercise."""
    sheet = Sheet("", 42, (exercise,), "lillis", policy="practice", tries=1)
    found = {"kind": "question", "sheet": json.loads(sheet.to_text()), "exercise": exercise.id, "key": "K7M2PX"}
    return json.dumps(found | {"title": "AP", "view": view} | ({"options": list(options)} if options else {}))
