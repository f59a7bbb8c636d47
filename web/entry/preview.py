"""The contents of the form of an entry: the preview of each list, the readings to choose from, and errors at fields."""

from __future__ import annotations

from typing import NamedTuple

from ireval.errors import InputError
from ireval.messages import Message, say
from ireval.paste.paste_reader import LONGEST
from ireval.paste.pasted_list import PastedList, PasteReading
from ireval.ranking.labels import write_labels
from web.entry.entry import ADD, REPLACE, Entry
from web.state.lab_list import Listed

#: At most this many documents of a list are shown.
SHOWN = 40
#: At most this many labels of a reading are shown next to its choice.
BRIEF = 12


class Chip(NamedTuple):
    """A document in the preview: its rank, empty if it was not retrieved, its label and its name."""

    rank: str
    label: str
    name: str


class Preview(NamedTuple):
    """A list in the preview: its title, its documents, how many more there are, and a sentence about it."""

    title: str
    chips: list[Chip]
    more: int
    missed: list[Chip]
    missed_more: int
    summary: str


class EntryView:
    """The form for an entry; ``refused`` is the error when it was used, besides the errors of its fields."""

    longest = LONGEST

    def __init__(self, entry: Entry, refused: InputError | None = None) -> None:
        self.entry = entry
        self.errors = {**entry.errors, **({refused.field: refused} if refused else {})}

    def text(self, name: str) -> str:
        """Return the text of a field."""
        return self.entry.text(name)

    @property
    def found(self) -> str:
        """The smallest possible R, which the field of R suggests; empty if no list could be read yet."""
        rel = self.entry.base.conventions["rel"]
        counts = [sum(g >= rel for g in (*listed.grades, *listed.unretrieved)) for listed in self.entry.lists]
        return str(max(counts)) if counts and not self.text("relevant").strip() else ""

    @property
    def choices(self) -> list[tuple[str, str, str, bool]]:
        """The readings to choose from, if there are several: (key, words, the lists in short, chosen)."""
        if len(self.entry.readings) < 2:
            return []
        chosen = self.entry.reading
        return [(r.key, r.kind, _brief(r), r is chosen) for r in self.entry.readings]

    @property
    def question(self) -> str:
        """The question which reading is meant, if the text can be read in several ways."""
        return say(Message("entry-question", count=len(self.entry.readings)))

    @property
    def places(self) -> list[tuple[str, str, bool]]:
        """The places for the lists, if there is a choice: (key, words, chosen)."""
        if not self.entry.can_add:
            return []
        several, many = len(self.entry.lists) > 1, len(self.entry.base.lists) > 1
        here = "entry-replace-all" if several and many else "entry-replace-open" if many else "entry-replace"
        added = Message("entry-add", count=max(len(self.entry.lists), 1))
        adds = self.entry.adds
        return [(REPLACE, say(Message(here)), not adds), (ADD, say(added), adds)]

    @property
    def notes(self) -> list[str]:
        """Notes on how the text was read, and on parts that were left out."""
        reading = self.entry.reading
        if not reading:
            return []
        notes = [Message("entry-read-as", kind=reading.form)]
        if reading.ignored:
            columns = [Message("quoted-name", name=title) for title in reading.ignored]
            notes.append(Message("entry-ignored", columns=columns, count=len(columns)))
        if self.entry.has_long_names:
            notes.append(Message("pasted-names-too-long"))
        return [say(note) for note in notes]

    @property
    def previews(self) -> list[Preview]:
        """The previews of the lists."""
        lists = self.entry.lists
        return [self._preview(listed, place, len(lists) > 1) for place, listed in enumerate(lists, start=1)]

    def _preview(self, listed: Listed, place: int, is_one_of_several: bool) -> Preview:
        rel = self.entry.base.conventions["rel"]
        found, total = sum(g >= rel for g in listed.grades), listed.relevant(rel)
        parts: dict[str, object] = {"count": len(listed.grades), "found": found, "total": total}
        named = bool(listed.names)
        ranked = [
            Chip(str(i + 1), write_labels([grade]), listed.name(i) if named else "")
            for i, grade in enumerate(listed.grades)
        ]
        start = len(ranked)
        missed = [
            Chip("", write_labels([grade]), listed.names[start + i] if start + i < len(listed.names) else "")
            for i, grade in enumerate(listed.unretrieved)
        ]
        title = listed.title or (f"System {chr(64 + place)}" if is_one_of_several and place <= 26 else "")
        return Preview(
            title,
            ranked[:SHOWN],
            max(len(ranked) - SHOWN, 0),
            missed[:SHOWN],
            max(len(missed) - SHOWN, 0),
            say(Message("entry-summary", parts)),
        )


def _brief(reading: PasteReading) -> str:
    """The labels of a reading's lists, shortened."""
    return "  /  ".join(map(_short, reading.lists[:4])) + (" / …" if len(reading.lists) > 4 else "")


def _short(pasted: PastedList) -> str:
    labels = " ".join(write_labels(pasted.grades[:BRIEF])).replace("u", "–")
    return labels + (" …" if len(pasted.grades) > BRIEF else "")
