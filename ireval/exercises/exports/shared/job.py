"""An export job: the questions of all variants, and notes on what the format does not support."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ireval.exercises.kinds.catalog import KINDS
from ireval.exercises.marking.marks import solution
from ireval.exercises.question.question import NUMBER, TEXT, Part, Question
from ireval.exercises.sheet.model import Sheet, picked
from ireval.exercises.variants.progress import Progress, Report, no_report
from ireval.exercises.variants.variant import variant
from ireval.messages import Message, say


@dataclass(frozen=True)
class Item:
    """One question of one variant: ``place`` is its exercise's place from 1, ``key`` the variant's key."""

    place: int
    key: str
    question: Question

    @property
    def name(self) -> str:
        """A name that sorts by exercise, then by variant: ``02 Calculate a score: AP (K7M2PX)``."""
        return f"{self.place:02d} {self.question.name} ({self.key})"

    @property
    def id(self) -> str:
        """An identifier of letters, digits and hyphens, unique in the sheet."""
        return f"item-{self.question.id}-{self.key}"

    def correction(self, part: Part) -> str:
        """The correct answer as a sentence, with its calculation."""
        return say(solution(self.question, part))


@dataclass
class Job:
    """A sheet with its items: a tuple for each exercise, with an item for each variant."""

    sheet: Sheet
    exercises: tuple[tuple[Item, ...], ...]
    progress: Progress = field(default_factory=lambda: Progress(1, 1))
    _notes: dict[Message, list[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, sheet: Sheet, keys: Sequence[str], report: Report = no_report) -> Job:
        """Return the job for the variants with these keys. In progress, drawing and writing each count half."""
        each = len(sheet.exercises)
        progress = Progress(len(keys), 2 * each, report)
        questions = [variant(sheet, key).questions for key in progress.counted(keys, steps=each)]
        by_exercise = zip(*questions, strict=True)
        items = (
            tuple(Item(place, key, question) for key, question in zip(keys, group, strict=True))
            for place, group in enumerate(by_exercise, 1)
        )
        return cls(sheet, tuple(items), progress)

    @property
    def items(self) -> Iterator[Item]:
        """All items, exercise by exercise."""
        return (item for group in self.exercises for item in group)

    @property
    def id(self) -> str:
        """An identifier of the sheet: the key of its first variant, from which nobody can find the seed."""
        return f"sheet-{next(self.items).key}"

    @property
    def notes(self) -> list[Message]:
        """The notes for the user of the file, each once, with the exercises that it concerns."""
        return [
            Message("note-on-exercises", count=len(places), places=places, note=note) if places else note
            for note, places in self._notes.items()
        ]

    @property
    def origin(self) -> str:
        """The title, the generator's version and the conventions of the sheet."""
        sheet = self.sheet
        return f"{sheet.title}. Generator {sheet.generator}, conventions {sheet.preset}."

    def note(self, item: Item | None, note: Message) -> None:
        """Add a note on the exercise of ``item``, or on the whole file."""
        places = self._notes.setdefault(note, [])
        if item and item.place not in places:
            places.append(item.place)

    def note_on_decimals(self, note: Message) -> None:
        """Add a note on the whole file, if a gap takes a number with decimals."""
        if any(part.kind == NUMBER and part.places for item in self.items for part in item.question.parts):
            self.note(None, note)

    def note_no_partial_credit(self, key: str) -> None:
        """Add the note with this key on a system in which an answer earns all points or none."""
        self.note(None, Message(key, picked(self.sheet.credit, "mistake", "convention", "rounding", "few")))

    def note_errors_not_carried(self) -> None:
        """Note that no file can carry a student's error forward, if the sheet has an exercise in which it could be."""
        if any(carries_errors(item.question) for item in self.items):
            self.note(None, Message("errors-not-carried", carried=self.sheet.credit.carried))

    def note_numbers_without_digits(self) -> None:
        """Note the effect of comparing numbers instead of their digits, if the sheet asks for decimals."""
        self.note_on_decimals(Message("numbers-without-digits", few=self.sheet.credit.few))

    def note_texts_left_out(self, *, intro: bool, hints: bool) -> None:
        """Note which of the owner's texts the file does not have, if the sheet has them."""
        if self.sheet.intro and not intro:
            self.note(None, Message("file-without-intro"))
        for item in self.items:
            if item.question.hint and not hints:
                self.note(item, Message("file-without-hints"))

    def note_marked_by_hand(self, item: Item) -> None:
        """Note that no file can judge the answers to a task, if the question has one."""
        if any(part.kind == TEXT for part in item.question.parts):
            self.note(item, Message("own-marked-by-hand" if item.question.text else "marked-by-hand"))


def carries_errors(question: Question) -> bool:
    """Whether an answer may start from another answer to the same question."""
    several = question.grid is not None and len(question.parts) > 1
    return several or any(part.free and part.free.sources for part in question.parts)


def title_of(group: Sequence[Item]) -> str:
    """The common title of an exercise's variants after its number: ``02 Calculate a score: AP``."""
    first, titles = group[0], {item.question.name for item in group}
    return f"{first.place:02d} {titles.pop() if len(titles) == 1 else KINDS[first.question.kind].title}"
