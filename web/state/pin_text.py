"""A pinned state as the part ``pin`` of an address.

It has the parts of an address in which the pinned state differs from the rest of the address, separated by semicolons.
Only parts that affect the scores belong to it; a part without a value is one that the pinned state lacks. The pinned
list of a run has the run's documents if it lacks ``labels``.

>>> write_pin({"labels": "101", "k": "5"}, {"labels": "111", "k": "5", "size": "9"})
'labels=101;size='
>>> read_pin("labels=101;size=", {"labels": "111", "k": "5", "size": "9"})
{'labels': '101', 'k': '5'}
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import parse_qsl, quote, unquote

from ireval.errors import InputError

#: Parts of an address that affect only how a list is shown.
_SHOWN = {"list", "show", "chart", "step", "cover", "view", "more", "places", "comma", "pin"}


def parts_of(query: str) -> dict[str, str]:
    """The parts of a query by name."""
    return dict(parse_qsl(query, keep_blank_values=True))


def essential_parts(parts: Mapping[str, str]) -> dict[str, str]:
    """The parts that affect the scores."""
    return {name: text for name, text in parts.items() if name not in _SHOWN}


def write_pin(pinned: Mapping[str, str], own: Mapping[str, str]) -> str:
    """The parts of a pinned state that differ from the address's own."""
    names = dict.fromkeys([*pinned, *essential_parts(own)])
    differing = [name for name in names if pinned.get(name, "") != own.get(name, "")]
    return ";".join(f"{name}={quote(pinned.get(name, ''), safe=',@()')}" for name in differing)


def read_pin(text: str, own: Mapping[str, str]) -> dict[str, str]:
    """The parts of the pinned state, given the address's own. Raises ``InputError``."""
    parts = essential_parts(own)
    for item in filter(None, text.split(";")):
        name, equals, value = item.partition("=")
        if not equals or name in _SHOWN:
            raise InputError("pin", "pin-unreadable", item=item)
        parts[name] = unquote(value)
    return {name: text for name, text in parts.items() if text or (name == "labels" and "run" not in parts)}
