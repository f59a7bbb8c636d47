"""Reads rankings of names together with the set of relevant documents, as textbooks print them.

>>> readings = read_relevant_set([(1, "Ranking: d7, d9, d1"), (2, "Relevant: {d1, d4}")])
>>> readings[0].lists[0].grades, readings[0].lists[0].missed
([0, 0, 1], (Item(grade=1, name='d4'),))
"""

from __future__ import annotations

import re

from ireval.messages.message import Message
from ireval.paste.cell_labels import label_of
from ireval.paste.named_documents import check_once
from ireval.paste.pasted_list import Item, Line, PastedList, PasteReading
from ireval.ranking.document_names import checked_name
from ireval.ranking.judgements import UNJUDGED

_SET = re.compile(
    r"(relevant|rel|rel\.|r|rq|r_q|qrels|gold|expected|ground truth)( (documents|docs|set|items))?", re.IGNORECASE
)


def read_relevant_set(lines: list[Line]) -> list[PasteReading]:
    """The readings of titled rankings and one titled set of relevant documents; empty for any other text."""
    parts = [(number, *_titled(line)) for number, line in lines]
    sets = [names for _, title, names in parts if _SET.fullmatch(title)]
    rankings = [(number, title, names) for number, title, names in parts if not _SET.fullmatch(title)]
    if len(sets) != 1 or not rankings or not all(title and names for _, title, names in parts):
        return []
    if any(label_of(name) is not None for _, _, names in parts for name in names):
        return []
    return [
        PasteReading(
            tuple(_list(*ranking, sets[0], other, is_one=len(rankings) == 1) for ranking in rankings), Message(form)
        )
        for other, form in ((0, "paste-others-not-relevant"), (UNJUDGED, "paste-others-unjudged"))
    ]


def _titled(line: str) -> tuple[str, list[str]]:
    title, sign, names = re.match(r"([^:=]*)([:=]?)(.*)", line, re.DOTALL).groups()  # type: ignore[union-attr]
    return (title.strip(), [name for name in re.split(r"[\s,;>→<{}()\[\]]+", names) if name]) if sign else ("", [])


def _list(number: int, title: str, names: list[str], relevant: list[str], other: int, *, is_one: bool) -> PastedList:
    where = Message("at-line", line=number)
    ranked = tuple(Item(1 if name in relevant else other, checked_name(name, where)) for name in names)
    missed = tuple(Item(1, checked_name(name)) for name in dict.fromkeys(relevant) if name not in names)
    check_once([(number, name) for name in names])
    return PastedList(ranked, missed, "" if is_one else title)
