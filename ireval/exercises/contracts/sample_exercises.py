"""The exercises that contracts try: every kind with each of its measures and tasks, and hostile texts."""

from __future__ import annotations

from typing import Any

from ireval.exercises.kinds.catalog import KINDS
from ireval.exercises.kinds.kind import Kind
from ireval.exercises.sheet.model import Exercise, Generated, OwnOption, RankedList, Sheet

#: A text with an element that no file may contain: if it is an element there, the text was read as markup.
PLANTED = "planted-element"
#: The same element for a title, which stays plain text if questions are HTML.
PLANTED_TITLE = "planted-title"
#: Characters with a meaning in HTML, XML, Moodle's questions, GIFT, Typst, templates and spreadsheets.
HOSTILE = (
    f"]]> <{PLANTED} onload=alert(1)> &lt;{PLANTED}&gt; &{PLANTED}; {{1:SHORTANSWER:=x}} ~=#%50% \\}} {{{{ 7*7 }}}} $$ "
    "// :: <!-- \u202e -->"
)
_NAMES = ("=1+1", f"a {HOSTILE}", "[gap1]", "d4", "\\}\\~", "+d6", "@d7")
#: The seed and the secret, which no file may show: with them, anybody could make the answer key.
SEED, SECRET = 918273645102938, "f1e2d3c4b5a6978800112233445566ff"


def forms(kind: Kind) -> tuple[str, ...]:
    """Return each of a kind's own measures, or a task that is drawn, and each of its tasks."""
    return kind.measures or ("", *kind.tasks)


def exercise_of(kind: Kind, what: str, **more: Any) -> Exercise:
    """Return an exercise of a kind with one of its measures or tasks, or with the kind's example of an own question."""
    named = {"measure": what} if "measure" in kind.takes else {"task": what}
    generated = Generated() if kind.draws_lists else None
    return Exercise("e1", kind.key, **{"points": 1, "generated": generated, **named, **kind.example, **more})


def sheets_of_every_kind() -> list[Sheet]:
    """Return a sheet with one exercise for each kind."""
    return [
        Sheet("Exercises", SEED, (exercise_of(kind, forms(kind)[0], points=2),), "lillis", secret=SECRET)
        for kind in KINDS.values()
    ]


def hostile_sheet() -> Sheet:
    """Return a sheet whose titles, names and texts have a meaning if they are not escaped."""
    ranked = RankedList("1u01003", "2", names=_NAMES)
    options = (OwnOption(f"RR {HOSTILE}", correct=True), OwnOption(f"AP {HOSTILE}", feedback=HOSTILE))
    by_field: dict[str, Any] = {
        "list": ranked,
        "text": f"Which of them is right? Think twice before you answer this. {HOSTILE}",
        "answer": "0.5",
        "options": options,
        "hint": f"Think of R. {HOSTILE}",
    }
    fields = [
        (kind, {name: value for name, value in by_field.items() if name in {*_fits(kind), "hint"}})
        for kind in KINDS.values()
        if _fits(kind)
    ]
    exercises = [
        Exercise(f"e{place}", kind.key, "AP" if "measure" in kind.takes else "", 2, **more)
        for place, (kind, more) in enumerate(fields, start=1)
    ]
    title = f"Title {HOSTILE.replace(PLANTED, PLANTED_TITLE)}"
    return Sheet(title, SEED, tuple(exercises), "lillis", intro=f"Welcome to it. {HOSTILE}", secret=SECRET)


#: Fields with hostile values; kinds that need others are left out.
_FIELDS = frozenset({"measure", "list", "text", "answer", "tolerance", "options", "columns"})


def _fits(kind: Kind) -> frozenset[str]:
    """The fields of a kind for which there are hostile values; empty if it needs other fields as well."""
    of_list = kind.takes if "list" in kind.takes and "measure" in kind.takes else frozenset[str]()
    return kind.takes if kind.takes <= _FIELDS and (kind.own or of_list) else frozenset()
