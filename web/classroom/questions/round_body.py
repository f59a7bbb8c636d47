"""The body of a round: a question that is the same for everybody, as JSON.

It has a sheet with one exercise, and the key with which its question is drawn. An exercise without a list of its own
also has the ``lists`` of the view that it is about; a question for an opinion has its ``options``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from ireval.exercises import Exercise, RankedList, Sheet, from_json
from ireval.exercises.sheet.model import MOST_RANKS
from ireval.ranking.labels import read_labels, write_labels
from web.question.lab_lists import ranked_list
from web.state.lab_state import State

#: A round's body, as JSON.
Body = dict[str, Any]
QUESTION = "question"
#: What the view covers of it, in a body whose question is about a cover: the answer uncovers it.
COVERED = "covered"
#: The id of the exercise of a question that the lecturer writes on the spot.
OWN = "own"
#: The key with which questions are drawn that have no key of their own.
KEY = "K7M2PX"
#: The most characters of the title of a round, and of a document's name.
LONGEST_TITLE, LONGEST_NAME = 80, 60
#: The most lists that are shown with a question.
MOST_SHOWN = 4
#: Answers count once: the cause of a wrong one is shown when the lecturer shows the answer.
POLICY, TRIES = "practice", 1


def question_body(
    sheet: Sheet,
    exercise: Exercise,
    title: str,
    view: str,
    *,
    key: str = KEY,
    lists: Iterable[Mapping[str, Any]] = (),
    options: Sequence[str] = (),
) -> Body:
    """Return the body of a round with one exercise under the conventions of a sheet.

    Raises ``InputError`` if no question can be made from the exercise.
    """
    alone = replace(sheet, title=title, intro="", exercises=(exercise,), policy=POLICY, tries=TRIES)
    text = alone.to_text()
    from_json(text)
    body: Body = {
        "kind": QUESTION,
        "sheet": json.loads(text),
        "exercise": exercise.id,
        "key": key,
        "title": title[:LONGEST_TITLE],
        "view": view,
    }
    if shown := list(lists):
        body["lists"] = shown
    if options:
        body["options"] = list(options)
    return body


def list_at(state: State, place: int) -> RankedList:
    """The list of the lab at ``place``, counted from 1, with the names that the lab gives its documents."""
    opened = state.holding_lists(state.lists, place)
    return replace(ranked_list(opened.listed), names=tuple(name[:LONGEST_NAME] for name in opened.called))


def shown_lists(state: State, places: Iterable[int]) -> list[Body]:
    """The lists at some places as a body has them: their labels and names, down to the last rank of an exercise."""
    few = list(places)[:MOST_SHOWN]
    titled = len(few) > 1
    return [_shown_list(list_at(state, place), state.list_title(place) if titled else "") for place in few]


def _shown_list(ranked: RankedList, title: str) -> Body:
    labels, missed = read_labels(ranked.labels), read_labels(ranked.unretrieved)
    here, others = ranked.names[: len(labels)][:MOST_RANKS], ranked.names[len(labels) :][:MOST_RANKS]
    cut = replace(
        ranked,
        labels=write_labels(labels[:MOST_RANKS]),
        unretrieved=write_labels(missed[:MOST_RANKS]),
        names=(*here, *others),
    )
    if len(labels) > MOST_RANKS or len(missed) > MOST_RANKS:
        cut = replace(cut, subtopics="", unretrieved_subtopics="", size=None)
    parts = {name: value for name, value in asdict(cut).items() if value not in ("", None, ())}
    return {"title": title, **parts, "names": list(cut.names)}
