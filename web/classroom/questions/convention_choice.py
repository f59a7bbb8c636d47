"""The question which convention gives a number: one of the scores that the presets give on the list on the screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ireval.conventions import CONVENTIONS, PRESETS
from ireval.exercises.sheet.model import LONGEST_OPTION, OwnOption
from ireval.explanation.switchboard import CUSTOM, Group, Row, switchboard
from ireval.measure.spelling import parse
from ireval.measure.support import preset_support
from ireval.messages import Message, say
from ireval.messages.writing import number_text
from web.classroom.questions.choice_body import choice_body
from web.classroom.questions.offer import Offer
from web.classroom.questions.round_body import Body
from web.formulas.mathml import with_decimal_sign
from web.question.question_line import LETTERS
from web.state.lab_state import State

#: The most sources and tools that are named for a way.
MOST_NAMED = 3


class Way(NamedTuple):
    """A way to compute the score: its conventions in words, the score as the page writes it, and who does it so."""

    text: str
    score: str
    users: tuple[str, ...] = ()

    def explained(self, measure: str) -> str:
        """What this way gives, and who does it so."""
        key = "score-under-convention" if self.users else "score-under-own-convention"
        return say(Message(key, measure=measure, score=self.score, users=self.users))


def convention_offer(state: State, view: str) -> Iterator[Offer]:
    """Yield the question which convention gives a number, if conventions make a difference on the open list."""
    found = _ways(state)
    if found is None:
        return
    ways, asked = found
    title = say(Message("offer-of-convention", score=asked.score))
    yield Offer("convention", title, lambda: _body(state, view, ways, asked))


def _ways(state: State) -> tuple[list[Way], Way] | None:
    """The ways to compute the score, with different numbers, and the one whose number is asked for.

    This is the most common way that the view does not follow. None if there is only one way.
    """
    if not state.grades:
        return None
    [row] = switchboard(state.explanation.ranking, [parse(state.show)], state.preset, state.overrides, state.places)
    ways: list[Way] = []
    for group in row.groups:
        way = _way(state, group, row)
        known = {(other.text.casefold(), other.score) for other in ways}
        if way and not any(way.text.casefold() == text or way.score == score for text, score in known):
            ways.append(way)
    shown = ways[: len(LETTERS)]
    if len(shown) < 2:
        return None
    rounded = [with_decimal_sign(g.shown.table.result, state.comma) for g in row.groups if g.value is not None]
    alone = [way for way in shown if rounded.count(way.score) == 1]
    asked = next((way for way in alone if way is not shown[0]), None) or next(iter(alone), None)
    if asked is None:
        return None
    return sorted(shown, key=lambda way: way.text.casefold()), asked


def _way(state: State, group: Group, row: Row) -> Way | None:
    """A group of presets that agree on a score; None if their score is undefined."""
    if group.value is None:
        return None
    choices = [_choice(name, group) for name in row.deciding]
    text = say(Message("conventions-of-option", conventions=choices))[:LONGEST_OPTION]
    return Way(text, with_decimal_sign(group.shown.table.result, state.comma), _users(group, row))


def _users(group: Group, row: Row) -> tuple[str, ...]:
    """Some sources and tools that compute the measure in this way, those first that define it."""
    keys = [key for key in group.keys if key != CUSTOM]
    checked = [key for key in keys if preset_support(key, row.spec.measure) == "checked"]
    return tuple(PRESETS[key].title for key in (checked or keys)[:MOST_NAMED])


def _choice(name: str, group: Group) -> str:
    """A convention with its choice: ``Divisor: all relevant``."""
    parameter, value = CONVENTIONS[name], group.shown.conventions[name]
    choice = parameter.choice(value).short if parameter.choices else number_text(value)
    return say(Message("choice-of-convention", title=parameter.title, choice=choice))


def _body(state: State, view: str, ways: list[Way], asked: Way) -> Body:
    measure = str(parse(state.show))
    text = say(Message("which-convention-gives", measure=measure, score=asked.score))
    options = [OwnOption(way.text, way is asked, way.explained(measure)) for way in ways]
    return choice_body(state, view, text, options, places=[state.place], with_notes=False)
