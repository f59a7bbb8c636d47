"""The builder's fields for texts that owners write: own questions and hints; and for the number of lists of a mean.

An option has the fields ``option.0.text`` and ``option.0.feedback``; ``correct`` is the place of the correct one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ireval.exercises import KINDS, Exercise
from ireval.exercises.sheet.model import LEAST_LISTS, LEAST_OPTIONS, MOST_LISTS, MOST_OPTIONS
from ireval.messages.writing import number_text

#: The text of an exercise's field, by its name.
Typed = Callable[[str], str]
#: The numbers of lists over which a mean may be calculated, as choices of a field.
LIST_COUNTS = [(str(count), str(count)) for count in range(LEAST_LISTS, MOST_LISTS + 1)]
USUAL_LISTS = 3


#: The fields of a printed table: a line for each column, and one for each wrong cell.
PRINTED = ("printed.figures", "printed.slips")


class OptionField(NamedTuple):
    """The fields of one option: their common name, the place, and whether it is the correct one."""

    name: str
    place: int
    correct: bool


def option_fields(typed: Typed, name: str) -> list[OptionField]:
    """Return an exercise's options up to the last one with a text, and an empty one if there may be more."""
    used = [place for place in range(MOST_OPTIONS) if typed(f"option.{place}.text")]
    count = min(max(max(used, default=-1) + 2, LEAST_OPTIONS), MOST_OPTIONS)
    chosen = typed("correct")
    return [OptionField(f"{name}:option.{place}", place, str(place) == chosen) for place in range(count)]


def own_fields(x: Exercise) -> dict[str, str]:
    """Return the fields with the owner's texts in an exercise."""
    typed = {"text": x.text, "answer": x.answer, "hint": x.hint, "lists": str(x.lists or USUAL_LISTS)}
    typed["tolerance"] = number_text(x.tolerance) if x.tolerance else ""
    for place, option in enumerate(x.options):
        typed |= {f"option.{place}.text": option.text, f"option.{place}.feedback": option.feedback}
        if option.correct:
            typed["correct"] = str(place)
    if x.printed:
        typed |= {name: _lines(getattr(x.printed, name.partition(".")[2])) for name in PRINTED}
    return typed


def example_fields(key: str) -> dict[str, str]:
    """Return the fields of an example to start from, for a kind of own question; empty for other kinds."""
    example = KINDS[key].example
    return own_fields(Exercise("", key, **example)) if example else {}


def own_data(typed: Typed, takes: frozenset[str], read_number: Callable[[str], Any]) -> Mapping[str, Any]:
    """Return the owner's texts in an exercise, as JSON."""
    data: dict[str, Any] = {"hint": typed("hint")}
    data |= {key: typed(key) for key in ("text", "answer") if key in takes}
    data |= {key: read_number(typed(key)) for key in ("tolerance", "lists") if key in takes}
    if "options" in takes:
        data["options"] = [
            {
                "text": typed(f"option.{place}.text"),
                "feedback": typed(f"option.{place}.feedback"),
                "correct": typed("correct") == str(place),
            }
            for place in range(MOST_OPTIONS)
            if typed(f"option.{place}.text") or typed(f"option.{place}.feedback")
        ]
    if "printed" in takes:
        data["printed"] = {name.partition(".")[2]: _by_name(typed(name)) for name in PRINTED}
    if data.get("lists") == USUAL_LISTS:
        del data["lists"]
    return {key: value for key, value in data.items() if value not in ("", [])}


def _lines(texts: Mapping[str, str]) -> str:
    """Texts by name as lines: the name, a colon and the text."""
    return "\n".join(f"{name}: {text}" for name, text in texts.items())


def _by_name(lines: str) -> dict[str, str]:
    """The texts in such lines, by name."""
    parts = (line.partition(":") for line in lines.splitlines() if line.strip())
    return {name.strip(): text.strip() for name, _, text in parts}
