"""All directives by name. A new directive needs a module of its own and an entry here."""

from __future__ import annotations

from collections.abc import Mapping

from ireval.lessons.directives.convention_directive import convention
from ireval.lessons.directives.directive import Directive
from ireval.lessons.directives.judging_directive import agreement, judging
from ireval.lessons.directives.lab_directive import lab
from ireval.lessons.directives.notes_directive import notes
from ireval.lessons.directives.question_directive import question
from ireval.lessons.directives.reveal_directive import reveal
from ireval.lessons.directives.systems_directive import systems
from ireval.lessons.directives.wrong_cell_directive import WRONG_CELL, wrong_cell

DIRECTIVES: Mapping[str, Directive] = {
    "lab": lab,
    "question": question,
    "reveal": reveal,
    "notes": notes,
    "convention": convention,
    WRONG_CELL: wrong_cell,
    "systems": systems,
    "judging": judging,
    "agreement": agreement,
}
