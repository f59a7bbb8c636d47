"""Finds elements in files of markup, line by line: their names, the lines where they begin, and their content.

>>> [element] = elements(LineStream(b"<topics><!-- <topic> --><topic number='7'>Seals</topic></topics>", ""), "topic")
>>> element.line, element.attribute("id", "number"), element.content
(1, '7', 'Seals')
"""

from __future__ import annotations

import html
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ireval.collection.line_stream import LineStream

#: The most characters of an element.
LONGEST_ELEMENT = 4_000_000

_ATTRIBUTE = re.compile(r"""([\w.:-]+)\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)""")
#: A comment, or the opening tag of an element with one of some names.
_OPENING = r"<!--|<({names})(?=[\s>])"


@dataclass(frozen=True, slots=True)
class Element:
    """An element: its name in lower case, the line where it begins, the content of its opening tag, and its content.

    Comments are removed.
    """

    name: str
    line: int
    tag: str
    content: str

    @classmethod
    def of(cls, name: str, line: int, inside: str) -> Element:
        """The element from the text ``inside`` it, which begins with the name."""
        tag, _, content = _without_comments(inside).partition(">")
        return cls(name, line, tag, content)

    def attribute(self, *names: str) -> str:
        """The value of the first of these attributes that its tag has; empty if it has none."""
        found = {name.lower(): html.unescape(value.strip("\"'")) for name, value in _ATTRIBUTE.findall(self.tag)}
        return next((" ".join(found[name].split()) for name in names if name in found), "")


def elements(lines: LineStream, *names: str) -> Iterator[Element]:
    """Iterate over the elements with the first of the ``names`` that occurs in the file, in upper or lower case.

    An element ends with its closing tag, or where the next one begins. Text between elements is skipped.
    """
    opening, ending = _opening(names), None
    inside: io.StringIO | None = None
    name, start = "", 0
    for line in lines:
        place = 0
        while True:
            if inside is None:
                found = opening.search(line, place)
                if found is None:
                    break
                if found[0] == "<!--":
                    line, place = _after_comment(lines, line, found.end())  # noqa: PLW2901 - goes on in a later line
                    continue
                if ending is None:
                    name = found[1].lower()
                    opening, ending = _opening([name]), re.compile(rf"<(/?){name}(?=[\s>])", re.IGNORECASE)
                inside, start, place = io.StringIO(), lines.number, found.end()
            assert ending is not None, "it is known since the first element began"  # noqa: S101
            found = ending.search(line, place)
            end = len(line) if found is None else found.start()
            inside.write(line[place:end])
            if inside.tell() > LONGEST_ELEMENT:
                raise lines.error(start, "element-too-long", element=f"<{name}>", most=LONGEST_ELEMENT)
            if found is None:
                break
            yield Element.of(name, start, inside.getvalue())
            inside, place = None, found.end() if found[1] else found.start()
    if inside is not None:
        yield Element.of(name, start, inside.getvalue())


def first_name(begin: str, lines: LineStream, names: Sequence[str], most: int) -> str:
    """The name, in lower case, of the first element with one of the ``names``; empty if there is none.

    The search covers the line ``begin``, which has been read, and ``most`` lines after it.
    """
    opening, last = _opening(names), lines.number + most
    line: str | None = begin
    place = 0
    while line is not None:
        found = opening.search(line, place)
        if found is None:
            line, place = next(lines, None) if lines.number < last else None, 0
        elif found[0] == "<!--":
            line, place = _after_comment(lines, line, found.end())
        else:
            return found[1].lower()
    return ""


def _opening(names: Sequence[str]) -> re.Pattern[str]:
    return re.compile(_OPENING.format(names="|".join(names)), re.IGNORECASE)


def _after_comment(lines: LineStream, line: str, place: int) -> tuple[str, int]:
    """The line in which a comment ends, and the place after it. Raises ``FileError`` if the comment does not end."""
    start = lines.number
    end = line.find("-->", place)
    while end < 0:
        following = next(lines, None)
        if following is None:
            raise lines.error(start, "comment-without-end")
        line, end = following, following.find("-->")
    return line, end + len("-->")


def _without_comments(content: str) -> str:
    kept, place = [], 0
    while (start := content.find("<!--", place)) >= 0 and (end := content.find("-->", start)) >= 0:
        kept.append(content[place:start])
        place = end + len("-->")
    return "".join((*kept, content[place:]))
