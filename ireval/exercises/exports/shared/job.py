"""What is to be written: the questions of all variants, and notes on what a format cannot take over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ireval.exercises.generator.variant_keys import variant_keys
from ireval.exercises.marking.marks import solution
from ireval.exercises.question.question import TEXT, Part, Question
from ireval.exercises.sheet.model import Sheet
from ireval.exercises.variants.variant import variant
from ireval.messages import say


@dataclass(frozen=True)
class Item:
    """One question of one variant: ``place`` is that of its exercise, from 1; ``key`` the variant's."""

    place: int
    key: str
    question: Question

    @property
    def name(self) -> str:
        """A name that sorts by exercise, then by variant: ``02 One number: AP (K7M2PX)``."""
        return f"{self.place:02d} {self.question.title} ({self.key})"

    @property
    def id(self) -> str:
        """An identifier of letters, digits and hyphens, unique in the sheet."""
        return f"item-{self.question.id}-{self.key}"

    def correction(self, part: Part) -> str:
        """The correct answer as a sentence, with its calculation."""
        return say(solution(self.question, part))


@dataclass
class Job:
    """A sheet with its items, exercise by exercise, and in each variant by variant."""

    sheet: Sheet
    exercises: tuple[tuple[Item, ...], ...]
    _notes: dict[str, list[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, sheet: Sheet, variants: int) -> Job:
        """So many variants of a sheet."""
        keys = variant_keys(sheet, variants)
        questions = [variant(sheet, key).questions for key in keys]
        by_exercise = zip(*questions, strict=True)
        items = (
            tuple(Item(place, key, question) for key, question in zip(keys, group, strict=True))
            for place, group in enumerate(by_exercise, 1)
        )
        return cls(sheet, tuple(items))

    @property
    def items(self) -> Iterator[Item]:
        """All of them."""
        return (item for group in self.exercises for item in group)

    @property
    def notes(self) -> list[str]:
        """What the reader of the file has to know; what holds for several exercises is said once."""
        return [f"{_exercises(places)}: {text}" if places else text for text, places in self._notes.items()]

    @property
    def origin(self) -> str:
        """Where the file comes from, so that it can be made again."""
        sheet = self.sheet
        return f"{sheet.title}. Seed {sheet.seed}, generator {sheet.generator}, conventions {sheet.preset}."

    def note(self, item: Item | None, text: str) -> None:
        """Note something, of one exercise where there is an ``item``."""
        places = self._notes.setdefault(text, [])
        if item and item.place not in places:
            places.append(item.place)

    def note_carried(self) -> None:
        """Note what no file can do: follow a student's own wrong cell down the table."""
        if any(item.question.grid and len(item.question.parts) > 1 for item in self.items):
            self.note(None, "Errors are not carried forward: every gap is marked by itself.")

    def note_text(self, item: Item) -> None:
        """Note a part that is checked by a property, which no file can do."""
        if any(part.kind == TEXT for part in item.question.parts):
            self.note(item, "Many answers are right, so it has to be marked by hand; one of them is given.")


def title_of(group: Sequence[Item]) -> str:
    """What the variants of an exercise are called together."""
    place, titles = group[0].place, {item.question.title for item in group}
    return f"{place:02d} {titles.pop()}" if len(titles) == 1 else f"{place:02d} Exercise {place}"


def _exercises(places: Sequence[int]) -> str:
    *most, last = map(str, places)
    return f"Exercises {', '.join(most)} and {last}" if most else f"Exercise {last}"
