"""The question which formula a course used: the formulas of a measure as pictures, with what each gives."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import NamedTuple
from urllib.parse import parse_qsl

from flask import url_for
from markupsafe import Markup

from ireval.conventions import CONVENTIONS, PRESETS
from ireval.explanation.switchboard import Group, Row, switchboard
from ireval.measure.spelling import parse
from ireval.measure.support import preset_support
from ireval.messages import Message, say
from web.formulas.differences import MARK, mark_differences
from web.formulas.mathml import with_decimal_sign
from web.lab.other_formulas import ASKS_FORMULA, is_predicted
from web.lab.page import View
from web.state.address import Reading

#: The pages that can ask, and to which the answer leads: their names in the address of the question.
BACK = {name: endpoint for endpoint, name in ASKS_FORMULA.items()}
#: The formulas that are shown at once; others are folded.
MOST = 3
#: The sources and tools that are named for a formula.
NAMED = 4


class Formula(NamedTuple):
    """A formula to choose: the preset for it, its equations, what decides, its score on the list, and who uses it.

    ``words`` say what differs if the equations do not.
    """

    preset: str
    equations: tuple[Markup, ...]
    titles: list[str]
    words: list[str]
    score: str
    users: str
    chosen: bool


class FormulaQuestion:
    """Everything that the page shows. Scores are left out while they are to be predicted."""

    def __init__(self, reading: Reading, page: str) -> None:
        self.errors = reading.errors
        self.state = reading.state
        self._page = page
        self._view = View(reading, {})
        self.measure = parse(self.state.show).measure

    @property
    def label(self) -> str:
        """The name of the measure with its cutoff."""
        return self._view.label

    @property
    def back(self) -> str:
        """The path of the page that asked."""
        endpoint = BACK[self._page]
        return url_for(endpoint, name=self.measure.name) if self._page == "measure" else url_for(endpoint)

    @property
    def kept(self) -> list[tuple[str, str]]:
        """The parts of the address that stay the same, as (name, text)."""
        given = parse_qsl(self.state.query(), keep_blank_values=True)
        return [(name, text) for name, text in given if name != "conventions" and name not in CONVENTIONS]

    def with_formula(self, formula: Formula) -> str:
        """The query of the list under the conventions of a formula."""
        return replace(self.state, preset=formula.preset, overrides={}).query()

    @cached_property
    def formulas(self) -> list[Formula]:
        """The formulas that give different scores on the list; those that most sources and tools use come first."""
        state = self.state
        [row] = switchboard(state.explanation.ranking, [parse(state.show)], places=state.places)
        order = sorted(row.groups, key=lambda group: -len(self._users(group)))
        return [self._formula(group, order, row) for group in order]

    def _formula(self, group: Group, order: list[Group], row: Row) -> Formula:
        """One of the formulas in their ``order``, compared with the others that are shown with it."""
        table, compared = group.shown.table, order[:MOST]
        is_first = group is row.groups[0]
        shown = {name for other in compared if other is not row.groups[0] for name in other.deciding}
        deciding = [name for name in group.deciding if not is_first or name in shown]
        others = tuple(_latex(other) for other in compared if other is not group)
        equations = mark_differences(_latex(group), others, self.measure.symbols_of(() if is_first else deciding))
        marked = tuple(equation for equation in equations if MARK in equation)
        users = [PRESETS[key].title for key in self._users(group)]
        named: list[str | Message] = [*users[:NAMED]]
        if len(users) > NAMED:
            named.append(Message("more-formula-users", count=len(users) - NAMED))
        choices = [_choice(name, group) for name in deciding]
        return Formula(
            group.keys[0],
            marked or tuple(equations),
            [short for short, _ in choices],
            [text for _, text in choices[:1] if len(choices) == 1],
            "" if is_predicted(self._view) else with_decimal_sign(table.result, self.state.comma),
            say(Message("formula-users", users=named)),
            self.state.preset in group.keys and self._is_chosen,
        )

    @property
    def _is_chosen(self) -> bool:
        """Whether the address says which conventions to follow."""
        return "conventions=" in self.state.query() and not self.state.overrides

    def _users(self, group: Group) -> list[str]:
        """The presets of a group whose source or tool has the measure; all of them if none has it."""
        checked = [key for key in group.keys if preset_support(key, self.measure) == "checked"]
        return checked or list(group.keys)


def _latex(group: Group) -> str:
    table = group.shown.table
    return table.measure.formula(table.computed.table.p)


def _choice(name: str, group: Group) -> tuple[str, str]:
    """The choice of a convention that decides: its title with the choice, and a sentence."""
    parameter, value = CONVENTIONS[name], group.shown.conventions[name]
    if not parameter.choices:
        return f"{parameter.title}: {value}", parameter.text
    choice = parameter.choice(value)
    return f"{parameter.title}: {choice.short}", choice.text
