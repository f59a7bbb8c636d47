"""The list that a step is about, with its conventions: every number of the step is computed on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ireval.conventions import CONVENTIONS, DEFAULT_PRESET, PRESETS, effective
from ireval.errors import InputError, nearest
from ireval.exercises import RankedList
from ireval.exercises.sheet.model import picked
from ireval.explanation.explanation import Explanation
from ireval.explanation.step_table import PLACES, StepTable
from ireval.explanation.worked_examples import EXAMPLES, Example
from ireval.measure.spelling import parse
from ireval.numbers.notation import read_number
from ireval.ranking.document_names import split_names

MOST_PLACES = 8
DOCUMENTS = ("labels", "unretrieved", "subtopics", "unretrieved_subtopics")


@dataclass(frozen=True)
class LessonList:
    """A list with its judgements, and how its measures are computed and shown."""

    ranked: RankedList = field(default_factory=RankedList)
    preset: str = DEFAULT_PRESET
    overrides: Mapping[str, Any] = field(default_factory=dict)
    places: int = PLACES

    @cached_property
    def explanation(self) -> Explanation:
        """The list, ready for measures. Raises ``InputError``."""
        return Explanation(self.ranked.ranking(), effective(self.preset, self.overrides))

    def table(self, measure: str) -> StepTable:
        """The step table of a measure. Raises ``InputError``."""
        return self.explanation.table(parse(measure), self.places)

    def having(self, parts: Mapping[str, str]) -> LessonList:
        """The same with other parts, named as in the lab's address. Raises ``InputError``."""
        found = self
        if "example" in parts:
            found = found._of_example(example_named(parts["example"]))
        if "conventions" in parts:
            found = replace(found, preset=_one_of("conventions", parts["conventions"], PRESETS), overrides={})
        if "places" in parts:
            places = read_number(parts["places"], "places", "Decimals", whole=True, least=0, most=MOST_PLACES)
            found = replace(found, places=int(places))
        own = {name: CONVENTIONS[name].read(text, name) for name, text in parts.items() if name in CONVENTIONS}
        if own:
            found = replace(found, overrides={**found.overrides, **own})
        return found._of_documents(parts)

    def _of_example(self, example: Example) -> LessonList:
        texts = picked(example, *DOCUMENTS)
        ranked = RankedList(**texts, size=example.size, names=tuple(example.names.split()))
        return replace(self, ranked=ranked, preset=example.preset, overrides={})

    def _of_documents(self, parts: Mapping[str, str]) -> LessonList:
        more: dict[str, Any] = {name: parts[name] for name in DOCUMENTS if name in parts}
        if "size" in parts:
            more["size"] = int(read_number(parts["size"], "size", "Collection size", whole=True, least=0, most=10**12))
        if "names" in parts:
            more["names"] = split_names(parts["names"])
        if "labels" in parts or "subtopics" in parts:
            return replace(self, ranked=RankedList(**more))  # another list: what was said of the one before is over
        return replace(self, ranked=replace(self.ranked, **more)) if more else self


#: The parts of a list and of its conventions.
LIST_PARTS = (
    "example",
    *DOCUMENTS,
    *("names", "size", "conventions", "places"),
    *CONVENTIONS,
)


def example_named(title: str) -> Example:
    """The worked example with this title. Raises ``InputError``."""
    titles = {example.title: example for example in EXAMPLES}
    return titles[_one_of("example", title, titles)]


def _one_of(field: str, text: str, known: Iterable[str]) -> str:
    if text not in known:
        raise InputError(field, "not-one-of", name=field, text=text, hint=nearest(text, known))
    return text
