"""The list that a step is about, with its conventions. All numbers of the step are computed on it.

A step may be about several lists. Numbers are then computed on the first list, unless a role names another list.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ireval.conventions import CONVENTIONS, DEFAULT_PRESET, PRESETS, effective
from ireval.errors import InputError, nearest
from ireval.exercises import RankedList
from ireval.explanation.explanation import Explanation
from ireval.explanation.step_table import PLACES, StepTable
from ireval.explanation.worked_examples import EXAMPLES, Example, Other
from ireval.measure.spelling import parse
from ireval.numbers.notation import read_number
from ireval.ranking.document_names import split_names

MOST_PLACES = 8
DOCUMENTS = ("labels", "unretrieved", "subtopics", "unretrieved_subtopics")


#: The arrangements of several lists, as in the lab's address.
ARRANGEMENTS = ("systems", "queries", "pairs")
#: The parts of a further list, with the number of the list after their names.
_FURTHER = re.compile(r"(labels|unretrieved|subtopics|unretrieved_subtopics|size|names)([2-9]|[1-9][0-9])")


@dataclass(frozen=True)
class LessonList:
    """A list with its judgements, conventions and decimals.

    ``others`` are further lists, and ``arrangement`` is one of ``ARRANGEMENTS``.
    """

    ranked: RankedList = field(default_factory=RankedList)
    preset: str = DEFAULT_PRESET
    overrides: Mapping[str, Any] = field(default_factory=dict)
    places: int = PLACES
    others: tuple[RankedList, ...] = ()
    arrangement: str = ARRANGEMENTS[0]

    @property
    def lists(self) -> tuple[RankedList, ...]:
        """All lists."""
        return (self.ranked, *self.others)

    @cached_property
    def explanation(self) -> Explanation:
        """The explanation of the list, which computes measures. Raises ``InputError`` for a wrong list."""
        return Explanation(self.ranked.ranking(), effective(self.preset, self.overrides))

    def table(self, measure: str) -> StepTable:
        """The step table of a measure. Raises ``InputError``."""
        return self.explanation.table(parse(measure), self.places)

    def having(self, parts: Mapping[str, str]) -> LessonList:
        """A copy with other parts, named as in the lab's address. Raises ``InputError`` for a wrong part."""
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
        if "arrangement" in parts:
            found = replace(found, arrangement=_one_of("arrangement", parts["arrangement"], ARRANGEMENTS))
        if "list" in parts:
            place = read_number(parts["list"], "list", "List", whole=True, least=1, most=len(found.lists))
            found = replace(found, ranked=found.lists[int(place) - 1], others=())
        return found._of_documents(parts)._of_further(parts)

    def _of_example(self, example: Example) -> LessonList:
        sources: list[Example | Other] = [example, *example.others]
        first, *others = map(_of_source, sources)
        return replace(
            self,
            ranked=first,
            others=tuple(others),
            arrangement=example.arrangement,
            preset=example.preset,
            overrides={},
        )

    def _of_documents(self, parts: Mapping[str, str]) -> LessonList:
        more = _documents(parts)
        if "labels" in parts or "subtopics" in parts:  # another list: the parts of the earlier lists no longer apply
            return replace(self, ranked=RankedList(**more), others=())
        return replace(self, ranked=replace(self.ranked, **more)) if more else self

    def _of_further(self, parts: Mapping[str, str]) -> LessonList:
        """A copy with the further lists in ``parts``. The field of an ``InputError`` has the list's number."""
        numbers = sorted({int(number) for _, number in map(further_part, parts) if number})
        if not numbers:
            return self
        others = []
        for number in numbers:
            own = {name: parts[part] for part in parts for name, n in [further_part(part)] if n == str(number)}
            other = RankedList(**_documents(own))
            try:
                other.ranking()
            except InputError as error:
                raise error.at(f"{error.field}{number}") from error
            others.append(other)
        return replace(self, others=tuple(others))


def is_further_part(name: str) -> bool:
    """Whether a lab with several lists may have a part of this name, such as ``labels2``."""
    return bool(_FURTHER.fullmatch(name) or re.fullmatch(r"title([2-9]|[1-9][0-9])", name))


def further_part(name: str) -> tuple[str, str]:
    """The name and the number of a further list's part; both empty for every other part.

    >>> further_part("labels2"), further_part("labels"), further_part("k2")
    (('labels', '2'), ('', ''), ('', ''))
    """
    found = _FURTHER.fullmatch(name)
    return (found[1], found[2]) if found else ("", "")


def _documents(parts: Mapping[str, str]) -> dict[str, Any]:
    """The fields of a ``RankedList`` in these parts."""
    found: dict[str, Any] = {name: parts[name] for name in DOCUMENTS if name in parts}
    if "size" in parts:
        found["size"] = int(read_number(parts["size"], "size", "Collection size", whole=True, least=0, most=10**12))
    if "names" in parts:
        found["names"] = split_names(parts["names"])
    return found


def _of_source(listed: Example | Other) -> RankedList:
    texts = {name: getattr(listed, name, "") for name in DOCUMENTS}
    return RankedList(**texts, size=listed.size, names=tuple(listed.names.split()))


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
