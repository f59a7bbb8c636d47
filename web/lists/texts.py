"""What all ways to lay several lists side by side have in common: their names, words for numbers, means."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import NamedTuple

from markupsafe import Markup

from ireval.evaluation.several_lists import Mean, SeveralLists
from ireval.measure import GEOMETRIC_FLOOR
from ireval.measure.spelling import Spec
from ireval.messages.writing import number_word, word_list
from ireval.numbers.arrays import Floats
from ireval.numbers.expression import fixed
from ireval.numbers.rounding import SAME
from web.formulas import mathml
from web.formulas.mathml import calculation
from web.state.lab_state import State

#: The panel's measures, family by family, each as its label and spelling.
Listing = Sequence[tuple[str, Sequence[tuple[str, str]]]]

#: What an average curve is.
ABOUT_AVERAGES = "At each recall level the mean of the queries’ interpolated precision; the queries are faint."
DASH = "\N{EN DASH}"
MINUS = "\N{MINUS SIGN}"


class Tab(NamedTuple):
    """A list in the strip: its place from 1, what it is called, and whether it is the open one.

    ``group`` is the query that it belongs to with the list of another system; empty where there are no pairs.
    """

    place: int
    title: str
    open: bool
    group: str = ""

    @property
    def full(self) -> str:
        """What it is called where its group is not told."""
        return f"{self.group}, {self.title}" if self.group else self.title


class Calculation(NamedTuple):
    """A mean with its calculation written out; ``root`` is an exponent that stands above its end, empty for none.

    ``plain`` is all of it as text.
    """

    name: str
    calculation: Markup
    root: str
    result: str
    plain: str


def several_of(state: State) -> SeveralLists:
    """All lists of the state under its conventions."""
    return SeveralLists([listed.ranking for listed in state.lists], state.conventions)


def written(state: State, text: str) -> str:
    """Numbers as the page writes them: with a decimal comma on request."""
    return mathml.written(text, state.comma)


def calculated(state: State, mean: Mean, name: str) -> Calculation:
    """The calculation of a mean that is called ``name``, ready to be shown."""
    plain = written(state, mean.calculation(state.places))
    text, _, root = plain.replace("*", " * ").partition("^")
    result = in_cell(state, mean)
    return Calculation(name, calculation(text), root.strip("()"), result, f"{name} = {plain} = {result}")


def in_cell(state: State, mean: Mean) -> str:
    """A mean in a cell; a dash where there is none."""
    return DASH if mean.value is None else written(state, mean.result(state.places))


def floor(state: State) -> str:
    """What a geometric mean takes for less."""
    return written(state, fixed(GEOMETRIC_FLOOR, 5))


def floored(state: State, mean: Mean, titles: Sequence[str], by: str = "") -> list[str]:
    """A sentence on the queries whose score, ``by`` a system, a geometric mean lifts to its floor; none for none."""
    lifted = [title for title, low in zip(titles, mean.floored, strict=True) if low]
    if not lifted:
        return []
    why = "a geometric mean with a 0 in it would be 0 whatever the other queries score"
    return [f"{mean.name} takes {floor(state)} for the {mean.spec} of {word_list(lifted)}{by}: {why}."]


def tabs(state: State) -> list[Tab]:
    """The lists, to be opened one by one."""
    return [
        Tab(place, "AB"[(place - 1) % 2], place == state.place, query_title(state, (place - 1) // 2))
        if state.arrangement == "pairs"
        else Tab(place, state.list_title(place), place == state.place)
        for place in range(1, len(state.lists) + 1)
    ]


def groups(state: State) -> list[tuple[str, list[Tab]]]:
    """The same, the lists of one query together where there are pairs."""
    pairs = groupby(tabs(state), key=lambda tab: ((tab.place - 1) // 2 if tab.group else 0, tab.group))
    return [(title, list(group)) for (_, title), group in pairs]


def query_title(state: State, pair: int) -> str:
    """What the query is called that two systems' lists belong to, counted from 0: as one of the lists is titled."""
    both = state.lists[2 * pair : 2 * pair + 2]
    return next((listed.title for listed in both if listed.title), f"Query {pair + 1}")


def heading(state: State) -> str:
    """What the page shows, in a few words."""
    count = len(state.lists)
    if count == 1:
        return "One ranked list"
    if state.arrangement == "systems":
        return f"{number_word(count).capitalize()} systems, one query"
    if state.arrangement == "queries":
        return f"{number_word(count).capitalize()} queries of one system"
    return f"Two systems, {counted((count + 1) // 2, 'query', 'queries')}"


def counted(count: int, one: str, many: str) -> str:
    """A number with its noun."""
    return f"{number_word(count)} {one if count == 1 else many}"


def signed(state: State, value: float, text: Callable[[float, int], str]) -> str:
    """A difference with its sign, a real minus, and ``text`` of its size; nothing before 0, a dash where there is none.

    >>> [signed(State(places=2), x, "{:.{}f}".format) for x in (0.25, -0.25, 0.0, float("nan"))]
    ['+0.25', '\N{MINUS SIGN}0.25', '0.00', '\N{EN DASH}']
    """
    if value != value:
        return DASH
    sign = "" if abs(value) <= SAME else "+" if value > 0 else MINUS
    return sign + written(state, text(abs(value), state.places))


def ends(state: State, average: Floats) -> str:
    """Where an average curve begins and ends."""
    first, last = (written(state, fixed(float(average[i]), state.places)) for i in (0, -1))
    return f"{first} at recall 0 and {last} at recall 1"


def left_out(several: SeveralLists, specs: Sequence[Spec], titles: Sequence[str]) -> list[str]:
    """Sentences that say which lists the means leave out, and why."""
    found: list[tuple[int, str, str]] = []
    for spec in specs:
        scored = several.score(spec)
        for i, text in enumerate(scored.texts(0)):
            if text is None:
                found.append((i, several.why_undefined(spec, i), scored.mean().name))
    found.sort(key=lambda x: x[:2])
    return [
        f"{titles[i]} is left out of {word_list(list(dict.fromkeys(name for *_, name in group)))}: {why}."
        for (i, why), group in groupby(found, key=lambda x: x[:2])
    ]
