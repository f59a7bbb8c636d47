"""Reads labels as people write them on slides and in tables: grades, letters, words, ticks and crosses.

>>> [label_of(text) for text in ("R", "(3)", "not relevant", "✓", "–", "1.0", "d7")]
[1, 3, 0, 1, -1, 1, None]
"""

from __future__ import annotations

import re

from ireval.ranking.judgements import UNJUDGED
from ireval.ranking.labels import grade_of

DASHES = "-–—−"

#: Marks of relevant documents in lists whose other documents have no mark.
MARKS = frozenset((*"*x✓✔☑●•★†", "\\*"))

_WORDS = {
    **dict.fromkeys(("rel", "relevant", "yes", "y", "true", "+", *"✓✔☑✅●■★"), 1),
    **dict.fromkeys(
        ("nr", "nrel", "nonrel", "nonrelevant", "irrel", "notrelevant", "irrelevant", "no", "false", *"✗✘☐❌○□✕×☆"), 0
    ),
    **dict.fromkeys(("unjudged", "notjudged", "unknown", "?", *DASHES), UNJUDGED),
    **dict.fromkeys(("partiallyrelevant", "marginallyrelevant", "somewhatrelevant"), 1),
    **dict.fromkeys(("highlyrelevant", "veryrelevant"), 2),
}
#: Labels of two words.
_TWO_WORDS = re.compile(
    r"\b(not|non|highly|very|partially|marginally|somewhat)[ -](relevant|judged)(?= *([\t,;|)\]-]|$))"
    r"|^(not|non|highly|very|partially|marginally|somewhat)[ -](relevant|judged)\b",
    re.IGNORECASE,
)
_CALLED = re.compile(r"(?:grade|rel|relevance|label|judge?ment)\s*[:=]\s*(\S+)", re.IGNORECASE)
_BRACKETS = re.compile(r"\(\s*(.+?)\s*\)|\[\s*(.+?)\s*\]|\{\s*(.+?)\s*\}|<\s*(.+?)\s*>")


def label_of(text: str) -> int | None:
    """The grade of a label; None if the text is not a label."""
    text = unquoted(text.strip())
    within = _BRACKETS.fullmatch(text) or _CALLED.fullmatch(text)
    text = next(filter(None, within.groups())) if within else text
    word = re.sub(r"[ \ufe0e\ufe0f]|(?<=\w)-(?=\w)", "", text.lower())
    if word in _WORDS:
        return _WORDS[word]
    return grade_of(re.sub(r"\.0+$", "", text))  # programs write whole numbers as 1.0


def read_signs(texts: list[str]) -> list[str]:
    """The texts with “n” for each dash if other texts are “+”, because a dash is then a minus."""
    signs = {text.strip("()[] ") for text in texts}
    if "+" not in signs:
        return texts
    return ["n" if text.strip("()[] ") in DASHES and text.strip("()[] ") else text for text in texts]


def joined_words(line: str) -> str:
    """A line in which labels of two words, at places where a label can be, are single words."""
    return _TWO_WORDS.sub(lambda found: re.sub("[ -]", "", found[0]), line)


def unquoted(text: str) -> str:
    """A text without CSV's quotation marks around it and doubled quotation marks within it."""
    return text[1:-1].replace('""', '"') if len(text) > 1 and text[0] == text[-1] == '"' else text
