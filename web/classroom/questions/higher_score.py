"""The question which of the lists on the screen has the higher score, or whether they are equal."""

from __future__ import annotations

from collections.abc import Iterator

from ireval.exercises.sheet.model import LONGEST_OPTION, OwnOption
from ireval.messages import Message, say
from ireval.numbers.rounding import SAME
from web.classroom.questions.choice_body import choice_body, figures, score_table
from web.classroom.questions.offer import Offer
from web.classroom.questions.round_body import Body
from web.question.question_line import LETTERS
from web.state.lab_state import State
from web.state.texts.list_titles import tabs

#: The most lists that are compared: one option is left for equal scores.
MOST_LISTS = len(LETTERS) - 1


def higher_score_offer(state: State, view: str) -> Iterator[Offer]:
    """Yield the question which list scores higher, if there are several lists that have a score."""
    places = compared_places(state)
    if len(places) < 2 or any(score_table(state, place).value is None for place in places):
        return
    names = [name.removeprefix("System ") for name in _names(state, places)]
    title = say(Message("offer-of-comparison", names=[*names, say(Message("equal-in-offer"))]))
    yield Offer("higher", title, lambda: _body(state, view, places))


def compared_places(state: State) -> list[int]:
    """The places of the lists that are compared, from 1: all if there are few, or else the open one and the next.

    In pairs, they are the two lists of the open query.
    """
    count, place = len(state.lists), state.place
    if state.arrangement == "pairs":
        first = place - 1 if place % 2 == 0 else place
        return [first, first + 1] if first < count else []
    if count <= MOST_LISTS:
        return list(range(1, count + 1)) if count > 1 else []
    first = min(place, count - 1)
    return [first, first + 1]


def _names(state: State, places: list[int]) -> list[str]:
    """The names of lists, all different: their titles, or their letters if titles repeat."""
    if state.arrangement == "pairs":
        names = [tabs(state)[place - 1].title for place in places]
    else:
        names = [" ".join(state.list_title(place).split())[: LONGEST_OPTION // 2] for place in places]
    bare = {"".join(name.split()).casefold() for name in names}
    if len(bare) == len(names) and all(bare):
        return names
    return [f"{name} ({LETTERS[i]})".strip() for i, name in enumerate(names)]


def _body(state: State, view: str, places: list[int]) -> Body:
    names, tables = _names(state, places), [score_table(state, place) for place in places]
    values = [table.value or 0.0 for table in tables]
    best = [name for name, value in zip(names, values, strict=True) if max(values) - value <= SAME]
    measure = str(tables[0].spec)
    scores = [
        Message("score-of-list", name=name, score=text)
        for name, text in zip(names, figures(state, values), strict=True)
    ]
    why = say(Message("scores-of-lists", scores=scores))
    two = len(places) == 2
    equal = say(Message("both-scores-equal" if two else "best-scores-equal"))
    right = best[0] if len(best) == 1 else equal
    text = say(Message("which-scores-higher" if two else "which-scores-highest", measure=measure))
    options = [OwnOption(option, option == right, why) for option in (*names, equal)]
    return choice_body(state, view, text, options, places=places)
