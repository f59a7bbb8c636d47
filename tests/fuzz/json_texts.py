"""JSON that was right once: values of other types, of other depth, missing and added fields, and damaged text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from tests.fuzz.dice import Dice

#: Values of every type, among them those whose size is the trouble. RAW stands for text that `json` never writes.
RAW = "\N{BLACK STAR}raw "
_VALUES: list[Any] = [
    *(None, True, False, 0, 1, -1, 2, 0.5, 1e308, -0.0, 2**53, 2**63, 10**400, "", "1", "x", [], {}, [[]], {"": {}}),
    *(f"{RAW}1e999", f"{RAW}-1e999", f"{RAW}NaN", f"{RAW}Infinity", f"{RAW}1E400", f"{RAW}0.{'0' * 400}1"),
    *(f'{RAW}"\\ud800"', f'{RAW}"\\udfff\\ud800"', f'{RAW}"\\u0000"', f"{RAW}{'9' * 5000}", f"{RAW}-0", f"{RAW}01"),
    *(
        f"{RAW}{'[' * 60}{']' * 60}",
        f"{RAW}{'[' * 2000}{']' * 2000}",
        f"{RAW}{{}}",
        f"{RAW}{'{' + chr(34) + 'a' + chr(34) + ':'}",
    ),
    *([0] * 300, {str(n): n for n in range(100)}, ["a"] * 45, [{}] * 45),
]
#: What a whole text may be instead.
_TEXTS = [
    *(
        "",
        " ",
        "null",
        "[]",
        "{}",
        "1",
        '"x"',
        "NaN",
        "{",
        "[" * 100_000,
        '{"a":' * 100_000,
        '{"a":1,"a":2}',
        "\ufeff{}",
    ),
    *(
        "[" * 990 + "]" * 990,
        "{'a': 1}",
        '{"a": 1,}',
        "// x\n{}",
        "\0",
        '"\ud800"',
        "1e999",
        "9" * 100_000,
        "tru",
        '{"\ud800": 1}',
    ),
]
Path = tuple[str | int, ...]


def json_text(dice: Dice, sample: Any) -> str:
    """A sample as text, after some changes."""
    if dice.chance(0.08):
        return dice.choice(_TEXTS)
    places = list(_places(sample))
    changes = [_change(dice, sample, places) for _ in range(dice.choice([0, 1, 1, 1, 1, 2, 3]))]
    text = _written(_apply(sample, changes), escaped=dice.chance(0.5))
    if dice.chance(0.1):
        return dice.damaged(text, dice.hostile()) if dice.chance(0.6) else str(dice.cut(text))
    return text


def _change(dice: Dice, sample: Any, places: list[Path]) -> tuple[str, Path, Any]:
    what, place = dice.choice(["set", "set", "set", "set", "delete", "add"]), dice.choice(places)
    kind = dice.below(10)
    value = dice.choice(_VALUES) if kind < 6 else dice.hostile() if kind < 8 else _at(sample, dice.choice(places))
    if what == "add":
        name = str((dice.choice(places) or ("x",))[-1]) if dice.chance(0.6) else dice.hostile()
        return what, place, (name, value)
    return what, place, value


def _places(value: Any, here: Path = ()) -> Iterator[Path]:
    """The path of every value inside; that of the whole comes first."""
    yield here
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in inner:
        yield from _places(part, (*here, name))


def _at(value: Any, place: Path) -> Any:
    for name in place:
        value = value[name]
    return value


def _apply(sample: Any, changes: list[tuple[str, Path, Any]]) -> Any:
    whole = [deepcopy(sample)]
    for what, place, new in changes:
        try:
            holder: Any = _at(whole[0], place[:-1]) if place else whole
            last: Any = place[-1] if place else 0
            if what == "set":
                holder[last] = deepcopy(new)
            elif what == "delete" and place:
                del holder[last]
            elif what == "add" and isinstance(holder[last], dict):
                holder[last][new[0]] = deepcopy(new[1])
            elif what == "add" and isinstance(holder[last], list):
                holder[last].append(deepcopy(new[1]))
        except (LookupError, TypeError):  # an earlier change took the place away
            continue
    return whole[0]


def _written(value: Any, *, escaped: bool) -> str:
    text = json.dumps(value, ensure_ascii=escaped)
    star = json.dumps(RAW, ensure_ascii=escaped)[1:-1]
    while f'"{star}' in text:
        begin = text.index(f'"{star}')
        read, end = json.JSONDecoder().raw_decode(text, begin)
        text = text[:begin] + read[len(RAW) :] + text[end:]
    return text
