"""Addresses of the lab by their grammar (docs/addresses.md), right and wrong."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from urllib.parse import quote, urlencode

from ireval.conventions import CONVENTIONS, PRESETS
from ireval.measure.registry import measures
from tests.fuzz.dice import Dice
from web.state.address import OF_A_LIST, PARTS
from web.state.lab_state import ARRANGEMENTS, CHARTS, VIEWS

Pairs = tuple[tuple[str, str], ...]

#: Views in which the lab has different forms.
SAMPLES = [
    "",
    "?labels=1u013&unretrieved=21&size=50&seed=1&measure=AP&value=0.3",
    "?labels=10&labels2=01&arrangement=systems&show=P@5&step=1&items=five-sources",
    "?collection=harbour&topic=3&run=words&run2=pieces&own=h66=1&depth=5",
    "?subtopics=110,011&cover=AP&view=projector&pin=labels=101;k=5&k=x&tried=k%3Dabc",
]
_NUMBERS = ["0", "1", "2", "3", "5", "10", "0.3", "0.5", "1000", "1001", "-1", "0,5"]
_LONG_LABELS = ["01" * 100, "1" * 1000, "nr5u" * 250, "0" * 1001, "1" * 60_000, "01" * 30, "u" * 9]
_CUTOFFS = ["", "", "@5", "@10", "@0", "@1000", "@1e9", "_5", "(rel=2)", "(rel=2)@3", "(beta=2)", "@", "(("]
_FEW: dict[str, list[str]] = {
    "size": ["", "10", "100", "1e12", "1e13", "800"],
    "conventions": sorted(PRESETS),
    "chart": sorted(CHARTS),
    "view": sorted(VIEWS),
    "arrangement": sorted(ARRANGEMENTS),
    "pin": ["", "labels=101;k=5", "k=5;k=6", "pin=1", "labels=", "labels=9;show=AP@5", "a;b=;=c"],
    "collection": ["harbour", "harbour", "harbour", "x", ""],
    "topic": ["1", "9", "10", "11", ""],
    "run": ["words", "pieces", "x", ""],
    "assessor": ["ada", "dan", "eve", ""],
    "depth": ["1", "5", "20", "1000", "1001", "0"],
    "own": ["h66=1", "h66=u,h01=3", "h01", "h01=9", "x=1", "a\\,b=1", "=", "h66=1," * 300],
    "tried": ["k=abc", "k%3Dabc", "labels=zz"],
    "items": ["five-sources", "1", "1q1YqLU4tUrJSio7VUSouSSxJVbICAA", "2x"],
    "reveal": ["0", "1", "later", "no"],
    "rows": ["all", "differing", "main"],
}
_FREQUENT = ["labels", "unretrieved", "show", "conventions", "k", "step", "cover", "size", "names", "subtopics", "pin"]
_FREQUENT += ["collection", "own"]
_PARTS = [*sorted(PARTS), *(f"{name}{number}" for name in OF_A_LIST for number in (2, 3, 40))]


@cache
def _names() -> list[str]:
    return sorted({name for m in measures().values() for name in (m.name, *m.other_names)})


def spelling(dice: Dice) -> str:
    """A measure as people spell it."""
    return dice.choice(_names()) + dice.choice(_CUTOFFS)


@cache
def _choices(name: str) -> list[str]:
    known = [str(choice.key) for choice in getattr(CONVENTIONS[name], "choices", ())]
    return [*known, "exact", "2", "log2-rank", "x", "0", "1", "100"]


def _labels(dice: Dice) -> str:
    if dice.chance(0.03):
        return dice.choice(_LONG_LABELS)
    return dice.letters("01nru-", 12) if dice.chance(0.6) else dice.letters("0123459nruNRU-", 25)


#: The parts that are not one of a few values.
_MADE: dict[str, Callable[[Dice], str]] = {
    **dict.fromkeys(("labels", "unretrieved"), _labels),
    **dict.fromkeys(
        ("subtopics", "unretrieved_subtopics"), lambda dice: ",".join(dice.several(lambda: dice.letters("01", 4), 6))
    ),
    **dict.fromkeys(("show", "measure"), spelling),
    "names": lambda dice: ",".join(dice.several(lambda: dice.mostly(dice.choice(["d1", "a b", "x\\,y", ""])), 6)),
    "measures": lambda dice: ",".join(dice.several(lambda: spelling(dice), 4)),
    "cover": lambda dice: ",".join(dice.several(lambda: dice.choice([spelling(dice), "DCG", "DCG.6", "P.1"]), 3)),
    "title": Dice.hostile,
}


def _usual(part: str, dice: Dice) -> str:
    base = part.rstrip("0123456789")
    if base in _MADE:
        return _MADE[base](dice)
    return dice.choice(_FEW.get(base) or (_choices(base) if base in CONVENTIONS else _NUMBERS))


def value_of(part: str, dice: Dice) -> str:
    """What a part of an address may be: mostly right."""
    return dice.mostly(_usual(part, dice))


def pairs(dice: Dice, others: list[str]) -> Pairs:
    """The names and values of an address; ``others`` are names that it may have besides the lab's own."""
    names = dice.several(lambda: dice.choice(dice.choice([_FREQUENT, _FREQUENT, _PARTS, others or _PARTS])), 6)
    found = tuple((name, value_of(name, dice)) for name in names)
    if dice.chance(0.2):
        return found
    if dice.chance(0.2):
        count = dice.choice([2, 2, 3, 5, 41])
        return (*((f"labels{n}" if n > 1 else "labels", dice.letters("01u", 5)) for n in range(1, count + 1)), *found)
    return (("labels", value_of("labels", dice)), *found)


def encoded(pairs: Pairs) -> str:
    """A query string; what is not text in UTF-8 becomes bytes that are not UTF-8 either."""
    return urlencode([(_plain(name), _plain(value)) for name, value in pairs], quote_via=quote, safe="")


def _plain(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
