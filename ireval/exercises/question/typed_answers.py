"""Options and documents as people type them: ``b)`` for B, ``P 3`` or ``P of d7`` for P[3], names for ranks."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from ireval.errors import InputError
from ireval.exercises.question.question import Option, Part, Question
from ireval.numbers.notation import value_of_digits

#: Words that are ignored in the name of an option or a cell.
_FILLERS = re.compile(
    r"\b(?:system|both|are|they|is|has|the|higher|better|score|option|answer|column|col|row|rank|cell|at|in|of|for|and|"
    r"document|doc)\b"
)
#: Words that are ignored beside two ranks.
_AROUND_RANKS = re.compile(
    r"\b(?:and|with|ranks?|swap|places?|positions?|documents?|docs?)\b|[\s,;:/&+#()\[\].-]|<->|↔|->"
)


def chosen_option(question: Question, part: Part, given: str) -> Option:
    """Return the option that was typed or sent: by its key, its text, or another name in any spelling.

    Raises ``InputError`` if no option or several options match.
    """
    exact = {_bare(name): option for option in part.options for name in (option.key, option.text)}
    if found := exact.get(_bare(given)):
        return found
    named: defaultdict[str, dict[str, Option]] = defaultdict(dict)
    for place, option in enumerate(part.options):
        for name in _names(question, option, place):
            named[_letters(name)][option.key] = option
    options = list(named.get(_letters(given), {}).values()) if _letters(given) else []
    if len(options) == 1:
        return options[0]
    keys = [option.key for option in options or part.options]
    raise InputError(part.id, "option-of-several" if options else "no-such-option", answer=given, keys=keys)


def ranks_in(answer: str, names: Sequence[str]) -> list[int] | None:
    """Return the ranks in an answer, in which documents' names stand for their ranks; None for other answers.

    A number that is a rank of the list means this rank, even if it is also the name of another document.
    """
    text = answer.casefold()
    ranks = {name.casefold(): rank for rank, name in enumerate(names, start=1)}
    for name in sorted(ranks, key=len, reverse=True):
        if not (name.isdecimal() and 1 <= value_of_digits(name) <= len(names)):
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", f" {ranks[name]} ", text)
    if re.sub(r"[0-9]{1,4}", "", _AROUND_RANKS.sub("", text)):
        return None
    return [int(rank) for rank in re.findall(r"[0-9]{1,4}", text)]


def _names(question: Question, option: Option, place: int) -> Iterator[str]:
    """The names of an option: its key, its text, its other names, and its letter or its document."""
    yield from (option.key, option.text, *option.names)
    if option.text != option.key:
        yield chr(ord("a") + place)
        return
    column, _, label = option.key.removesuffix("]").partition("[")
    yield label + column
    if question.grid and "document" in question.grid.heads:
        at = question.grid.heads.index("document")
        rows = [(row[0].text, row[at].text) for row in question.grid.rows]
        for name in (name for head, name in rows if head == label and name not in dict(rows)):
            yield from (column + name, name + column)


def _bare(text: str) -> str:
    """The answer without spaces and in lower case."""
    return "".join(text.split()).casefold()


def _letters(text: str) -> str:
    """Only the letters, digits and points, without ignored words."""
    plain = _FILLERS.sub(" ", text.casefold())
    return re.sub(r"[\W_]", "", plain) if "." not in plain else re.sub(r"[^\w.]|_|\.(?!\d)", "", plain)
