"""Makes a case that shows a fault smaller: parts are left out as long as the fault stays."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

C = TypeVar("C")
#: Fields of a case that are not made smaller, and those of which only whole parts are left out.
WHOLE, PARTS = {"smaller": "never"}, {"smaller": "parts"}
#: Seconds and tries that one fault may cost.
SECONDS, TRIES = 5.0, 300


def shrunk(case: C, shows: Callable[[C], bool], seconds: float = SECONDS, tries: int = TRIES) -> C:
    """A smaller case for which ``shows`` still holds, or the same one.

    >>> shrunk(("abc", b"d", ("x", "needle")), lambda case: "needle" in repr(case))
    (('needle',),)
    """
    until, left = time.monotonic() + seconds, tries
    found = True
    while found and left > 0:
        found = False
        for smaller in simpler(case):
            left -= 1
            if left < 0 or time.monotonic() > until:
                return case
            if shows(smaller):
                case, found = smaller, True
                break
    return case


def simpler(case: Any) -> Iterator[Any]:
    """The same case with something left out, the largest pieces first.

    >>> list(simpler("abcd"))
    ['', 'cd', 'ab', 'bcd', 'acd', 'abd', 'abc']
    """
    if dataclasses.is_dataclass(case) and not isinstance(case, type):
        for field in dataclasses.fields(case):
            how, old = field.metadata.get("smaller"), getattr(case, field.name)
            for value in () if how == "never" else _pieces_left_out(old) if how == "parts" else simpler(old):
                yield dataclasses.replace(case, **{field.name: value})
    elif isinstance(case, str | bytes | tuple):
        yield from _pieces_left_out(case)
        if isinstance(case, tuple):
            for place, part in enumerate(case):
                for value in simpler(part):
                    yield (*case[:place], value, *case[place + 1 :])


def _pieces_left_out(sequence: Any) -> Iterator[Any]:
    if len(sequence) == 0:
        return
    yield sequence[:0]
    size = len(sequence) // 2
    while size >= max(1, len(sequence) // 64):
        for start in range(0, len(sequence), size):
            yield sequence[:start] + sequence[start + size :]
        size //= 2
