"""Reads entries whose fields begin with a tag at the start of a line, such as SMART's ``.T`` and ``TI``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ireval.collection.line_stream import LineStream

#: The most characters of an entry.
LONGEST_ENTRY = 1_000_000


@dataclass
class Entry:
    """An entry: the line where it begins, and the lines of its fields by tag, each as line number and content."""

    line: int
    fields: dict[str, list[tuple[int, str]]] = field(default_factory=dict)

    def text(self, tag: str) -> str:
        """The content of a field as one line; empty if there is no such field."""
        return " ".join(" ".join(content for _, content in self.fields.get(tag, ())).split())

    def paragraphs(self, tag: str) -> str:
        """The content of a field with one line for each paragraph; blank lines separate paragraphs in the file."""
        paragraphs: list[list[str]] = [[]]
        for _, content in self.fields.get(tag, ()):
            words = content.split()
            if words:
                paragraphs[-1] += words
            elif paragraphs[-1]:
                paragraphs.append([])
        return "\n".join(" ".join(words) for words in paragraphs if words)


def entries(lines: LineStream, tag: re.Pattern[str], first: str, element: str) -> Iterator[Entry]:
    """The entries of a file; each begins with a line that has the tag ``first``.

    ``tag`` matches the tag at the beginning of a line, as its first group. Lines without a tag belong to the field
    above. Raises ``FileError`` for a field before the first entry, and for an entry that is too long.
    """
    entry, name, size = Entry(0), "", 0
    for line in lines:
        found = tag.match(line)
        if found and found[1] == first:
            if entry.line:
                yield entry
            entry, size = Entry(lines.number), 0
        if found:
            name = found[1]
        if not entry.line:
            if line.strip():
                raise lines.error(lines.number, "field-before-entry", text=line.strip(), element=element)
            continue
        size += len(line)
        if size > LONGEST_ENTRY:
            raise lines.error(entry.line, "element-too-long", element=element, most=LONGEST_ENTRY)
        entry.fields.setdefault(name, []).append((lines.number, line[found.end() :] if found else line))
    if entry.line:
        yield entry
