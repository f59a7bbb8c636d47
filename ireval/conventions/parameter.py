"""A named setting and its possible values: a parameter of one measure, or a convention that several measures share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ireval.errors import InputError, nearest
from ireval.messages.writing import number_text
from ireval.numbers.arrays import Bools, Floats
from ireval.numbers.notation import read_number
from ireval.stdlib.lazy_attribute import lazy_attribute


@dataclass(frozen=True)
class Choice:
    """One value of a setting: ``key`` as in an address, ``short`` as a label, ``text`` as a sentence.

    ``did`` says what a person who makes this choice does, without a subject: ``divided by R [({R})]``. ``rule`` is a
    sentence that is true if this choice is in force. Values in braces are filled in, see ``Mistake``.
    """

    key: str
    short: str
    text: str
    did: str = ""
    rule: str = ""

    def is_idle(self, last: Floats) -> Bools:
        """Whether it has no effect down to rank ``last``, an array of any shape, while another choice has one."""
        return np.zeros(np.shape(last), dtype=bool)


@dataclass(frozen=True)
class Parameter:
    """A setting. It has ``choices``, or it is a number between ``least`` and ``most`` (whole if ``whole``).

    ``text`` begins with the question that a value answers. ``scope`` says whether it matters to a single ``list``, only
    to a whole ``run``, or only to a ``comparison``. ``also`` are names in other tools. ``did`` says what a person who
    sets another number does, as for a ``Choice``. ``in_formula`` says whether it appears in the formula of a measure,
    as a discount or a divisor does.
    """

    name: str
    title: str
    text: str
    default: Any
    choices: tuple[Choice, ...] = ()
    whole: bool = True
    least: float = 0
    most: float = 1000
    scope: str = "list"
    also: tuple[str, ...] = ()
    did: str = ""
    in_formula: bool = False

    @lazy_attribute
    def _by_key(self) -> Mapping[str, Choice]:
        return {choice.key: choice for choice in self.choices}

    def choice(self, value: Any) -> Choice:
        """The choice with this key."""
        return self._by_key[value]

    def read(self, value: object, field: str = "") -> Any:
        """Read ``value``, a text from an address or a Python value, as a value of this setting.

        Raises ``InputError`` naming ``field``, or the setting if ``field`` is empty, if the value is not possible.
        """
        field = field or self.name
        text = str(value).strip()
        if self.choices:
            if text not in {c.key for c in self.choices}:
                hint = nearest(text, [c.key for c in self.choices])
                raise InputError(field, "not-one-of", name=self.title, text=text, hint=hint)
            return text
        return read_number(text, field, self.title, whole=self.whole, least=self.least, most=self.most)

    def spell(self, value: Any) -> str:
        """``value`` as it is written in a measure's name, in Python's syntax."""
        return f"'{value}'" if self.choices else number_text(value)


@dataclass(frozen=True)
class ToolSetting:
    """A setting of another tool; each of its ``values`` is translated to values of our settings."""

    name: str
    values: Mapping[Any, Mapping[str, Any]]

    @property
    def stands_for(self) -> set[str]:
        """The names of our settings that it sets."""
        return {name for ours in self.values.values() for name in ours}

    def read(self, value: object, field: str) -> Any:
        """Read ``value`` as a value of this setting. Raises ``InputError`` naming ``field``."""
        known = {str(v): v for v in self.values}
        if str(value) not in known:
            raise InputError(field, "not-one-of", name=self.name, text=str(value), hint=nearest(str(value), known))
        return known[str(value)]
