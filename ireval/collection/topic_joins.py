"""Joins the texts of topics with judgements: by id, by id without leading zeros and letters, or by order.

The topics of Cranfield are an example: they have the ids 001, 002, 004, and its judgements count 1, 2, 3.

>>> topics = [Topic("001", "lift"), Topic("002", "heat"), Topic("004", "flow")]
>>> {name: topic.title for name, topic in join_topics(topics, ["1", "2", "3"], "order").topics.items()}
{'1': 'lift', '2': 'heat', '3': 'flow'}
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ireval.collection.entries import Topic
from ireval.collection.topic_names import bare, topics_by_number
from ireval.errors import InputError
from ireval.messages import Message

FIELD = "join"
ID, NUMBER, ORDER = "id", "number", "order"
#: The ways to join: by the same id, by the id without leading letters and zeros, and by order.
JOINS = (ID, NUMBER, ORDER)

_DIGITS = re.compile(r"[0-9]{1,9}", re.ASCII)
_NUMBERED = re.compile(r"(.*?)([0-9]{1,9})", re.ASCII | re.DOTALL)


@dataclass(frozen=True)
class TopicJoin:
    """The topic for each id in the judgements that has one, and notes on the join."""

    topics: Mapping[str, Topic]
    notes: tuple[Message, ...] = ()


def join_topics(topics: Sequence[Topic], names: Sequence[str], join: str = "") -> TopicJoin:
    """The topics for the ids ``names`` of the judgements, both in the order of their files.

    ``join`` is one of ``JOINS``. Without it, ids that differ only in leading letters and zeros are the same. Raises
    ``InputError`` if ``join`` is empty and the ids do not match although the judgements may number the topics by their
    order, and if ``join`` is ``order`` but the ids cannot be joined by order.
    """
    if join and join not in JOINS:
        raise InputError(FIELD, "no-such-join", text=join, known=list(JOINS))
    by_id = {topic.number: topic for topic in topics}
    same = {name: by_id[name] for name in names if name in by_id}
    if join == ID:
        return TopicJoin(same, _doubts(topics, names, same))
    in_order = topics_in_order(topics, names)
    if join == ORDER:
        if in_order is None:
            raise InputError(FIELD, "no-order-to-join", topics=len(topics), judged=len(names))
        return TopicJoin(in_order, _differing("topics-joined-by-order", in_order))
    found = topics_by_number(topics, names)
    if not join and in_order is not None and _leftovers(topics, names, found):
        raise _unclear(topics, names, found, in_order)
    return TopicJoin(found, (*_differing("topics-joined-by-number", found), *_doubts(topics, names, found)))


def topics_by_name(topics: Iterable[Topic], names: Iterable[str], join: str = "") -> dict[str, Topic]:
    """The topic for each id in ``names`` that has one; see ``join_topics``."""
    return dict(join_topics(list(topics), list(names), join).topics)


def topics_in_order(topics: Sequence[Topic], names: Sequence[str]) -> dict[str, Topic] | None:
    """The topic for each id in ``names`` if the ids number the topics by their order; None if they cannot.

    Whole numbers up to the number of topics are places in the file of topics. Other ids are matched in their order,
    or in the order of their numbers if they differ in nothing else; there must be as many ids as topics.
    """
    if not topics or not names:
        return None
    if all(_DIGITS.fullmatch(name) and 1 <= int(name) <= len(topics) for name in names):
        return {name: topics[int(name) - 1] for name in names}
    if len(topics) != len(names):
        return None
    numbered = [_NUMBERED.fullmatch(name) for name in names]
    ordered = list(names)
    if len({found[1] if found else name for found, name in zip(numbered, names, strict=True)}) == 1:
        ordered.sort(key=lambda name: int(_NUMBERED.fullmatch(name)[2]))  # type: ignore[index] # all are numbered
    return dict(zip(ordered, topics, strict=True))


def _leftovers(topics: Sequence[Topic], names: Sequence[str], found: Mapping[str, Topic]) -> bool:
    """Whether some ids have no topic, and some topics no id."""
    return len(found) < len(names) and len({topic.number for topic in found.values()}) < len(topics)


def _unclear(
    topics: Sequence[Topic], names: Sequence[str], found: Mapping[str, Topic], in_order: Mapping[str, Topic]
) -> InputError:
    lacking = next(name for name in names if name not in found)
    values = {"topics": len(topics), "judged": len(names), "matched": len(found), "name": lacking}
    other = next((name for name in names if name in found and found[name] is not in_order[name]), "")
    key = "topics-may-count" if other else "topics-have-other-ids"
    more = {"other": other, "by_id": found[other].number, "by_order": in_order[other].number} if other else {}
    return InputError(FIELD, key, **values, **more, wanted=in_order[lacking].number)


def _differing(key: str, found: Mapping[str, Topic]) -> tuple[Message, ...]:
    """A note on the ids that are written differently in the judgements and in the topics, with the first as example."""
    differing = [(name, topic.number) for name, topic in found.items() if name != topic.number]
    if not differing:
        return ()
    name, number = next((pair for pair in differing if bare(pair[0]) != bare(pair[1])), differing[0])
    return (Message(key, count=len(differing), all=len(found), name=name, number=number),)


def _doubts(topics: Sequence[Topic], names: Sequence[str], found: Mapping[str, Topic]) -> tuple[Message, ...]:
    """A note if a join by ids is doubtful: some ids have no partner, and the judgements may number the topics."""
    if not _leftovers(topics, names, found):
        return ()
    counted = topics_in_order(topics, names) or _counted(topics, names)
    wrong = next((name for name in names if name in found and counted.get(name) not in {None, found[name]}), None)
    if wrong is None:
        return ()
    joined = {topic.number for topic in found.values()}
    values = {"without": len(names) - len(found), "unused": len(topics) - len(joined)}
    example = {"example": wrong, "number": found[wrong].number, "other": counted[wrong].number}
    lacking = next(name for name in names if name not in found)
    return (Message("topics-join-doubtful", values, name=lacking, **example),)


def _counted(topics: Sequence[Topic], names: Sequence[str]) -> dict[str, Topic]:
    """The topics by their places in the file, if the ids are whole numbers from 1 without a gap."""
    if {str(i + 1) for i in range(len(names))} != set(names):
        return {}
    return {str(i + 1): topic for i, topic in enumerate(topics[: len(names)])}
