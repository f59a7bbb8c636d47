"""Every measure under every choice, random lists to try it on, and what the printed formula gives for them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

from ireval.conventions import CONVENTIONS, Parameter, effective
from ireval.measure import Measure, Params
from ireval.measure.spelling import Spec
from tests.ireval.metrics.latex import read_formula, read_symbol
from tests.ireval.metrics.latex_tokens import UnreadableError
from tests.ireval.metrics.latex_trees import Call, Name, Number
from tests.ireval.metrics.latex_values import UndefinedError, Valuation
from tests.ireval.metrics.legend_facts import POOLED, UNJUDGED, Document, Facts
from tests.ireval.metrics.legends import READINGS, WORDS, Noted
from tests.ireval.random_lists import Typed

#: Rounding belongs to the working; a formula says nothing of it.
WORKING = {"rounding", "decimals"}
#: Numbers to try: cutoffs inside and beyond a list, and values at which formulas change.
NUMBERS: dict[str, list[Any]] = {
    "k": [None, 1, 3, 12],
    "level": [0, 0.1, 0.25, 0.3, 0.7, 1],
    "rel": [1, 2],
    "beta": [0, 0.5, 1, 2],
    "p": [0, 0.5, 0.8, 1],
    "alpha": [0, 0.3, 0.5, 1],
    "times": [0.1, 1.4, 2],
    "tp": [1, 2.5],
    "fp": [-1],
    "fn": [-2, 0],
    "tn": [0, 0.5],
}
#: A score where nothing is relevant, by the choice of ``no_relevant``.
WITHOUT_RELEVANT = {"score-0": 0, "left-out": None}
#: Symbols that count what is relevant: a divisor made of one is 0 because nothing is relevant.
OF_RELEVANCE = {"R", "rel", "S", "IG", "IDCG", "ICG", r"\alpha-IDCG"}


@dataclass(frozen=True)
class Case:
    """A measure under one choice of everything that its formula may depend on."""

    measure: Measure
    chosen: Mapping[str, Any]

    @property
    def spelling(self) -> str:
        """Its name with all choices written out."""
        return str(Spec(self.measure, {n: v for n, v in self.chosen.items() if v is not None}, ""))

    @property
    def latex(self) -> str:
        """The formula as it is printed."""
        return self.measure.formula(Params({"k": None} | effective() | dict(self.chosen)))


def settings_of(measure: Measure) -> list[Parameter]:
    """Everything that a formula may depend on: conventions, own parameters, and what stands behind the @."""
    followed = [CONVENTIONS[name] for name in measure.conventions if name not in WORKING]
    return [*followed, *measure.parameters, *([measure.cutoff] if measure.cutoff else [])]


def values_of(setting: Parameter) -> list[Any]:
    """All choices of a setting, or the numbers that are tried of it."""
    if not setting.choices and setting.name not in NUMBERS:
        raise LookupError(f"{setting.name} has no choices: add numbers to try to NUMBERS")
    return [c.key for c in setting.choices] or NUMBERS[setting.name]


def cases(measure: Measure) -> list[Case]:
    """Every combination of values."""
    settings = settings_of(measure)
    rows = product(*map(values_of, settings))
    return [Case(measure, {s.name: v for s, v in zip(settings, row, strict=True)}) for row in rows]


def random_lists(seed: str, *, diverse: bool) -> Iterator[Typed]:
    """Lists of all lengths, the empty one among them, with documents that they missed; the same for the same seed."""
    draw = random.Random(seed)  # noqa: S311 - nothing secret
    while True:
        scale, subtopics = draw.choice(["0001", "0112", "0123", "012345", "0"]), draw.randint(1, 3)
        most = draw.choice([2, 4, 8, 13])
        ranked, missed = (_documents(draw, *x, subtopics * diverse) for x in ((most, scale + "up"), (6, scale)))
        size = draw.choice([None, *(len(ranked) + len(missed) + more for more in (0, 1, 30))])
        labels, groups = ("".join(c for c, _ in ranked), ",".join(g for _, g in ranked if g))
        others, other_groups = ("".join(c for c, _ in missed), ",".join(g for _, g in missed if g))
        if groups or other_groups or not diverse:
            yield Typed(labels, others, size, groups, other_groups)


def _documents(draw: random.Random, most: int, characters: str, subtopics: int) -> list[tuple[str, str]]:
    """Up to so many labels, each with its subtopics, if any: only what covers one is relevant."""
    found = []
    for _ in range(draw.choice([0, most, draw.randint(0, most)])):
        group = "".join(draw.choices("01", (2, 1), k=subtopics))
        allowed = "123" if "1" in group else "".join(c for c in characters if not subtopics or c in "0up")
        found.append((draw.choice(allowed or "0"), group))
    return found


def facts(typed: Typed, chosen: Mapping[str, Any]) -> Facts:
    """A typed list as documents."""

    def documents(labels: str, groups: str) -> tuple[Document, ...]:
        grades = [{"u": UNJUDGED, "p": POOLED}.get(c, 0) or int(c) for c in labels]
        read = [tuple(map(int, g)) for g in groups.split(",")] if groups else [()] * len(grades)
        return tuple(zip(grades, read, strict=True))

    retrieved, missed = (
        documents(typed.labels, typed.subtopics),
        documents(typed.unretrieved, typed.unretrieved_subtopics),
    )
    return Facts(retrieved, missed, typed.size, chosen)


class Reading:
    """A printed formula with its legend, read once."""

    def __init__(self, latex: str, where: tuple[tuple[str, str], ...]) -> None:
        self.legend = [(read_symbol(symbol), symbol, words) for symbol, words in where]
        functions = frozenset(s.name for s, _, _ in self.legend if isinstance(s, Call))
        self.equations = read_formula(latex, functions)
        for _, symbol, words in self.legend:
            if (symbol, words) not in READINGS:
                raise UnreadableError(
                    f"no reading of the legend's line ({symbol!r}, {words!r}): add it to tests/core/legends.py"
                )

    def scores(self, of: Facts) -> list[Any]:
        """The score by every side of the formula. Raises ``UndefinedError``."""
        symbols: dict[str, Any] = {name: reading(of) for name, reading in WORDS.items()}
        starts = {}
        for symbol, latex, words in self.legend:
            reading = READINGS[latex, words]
            if reading is None:
                continue
            value = reading(of)
            if isinstance(value, Noted):
                symbols |= value.others
                value = value.value
                if value is None and not isinstance(symbol, Name):
                    continue
            if isinstance(symbol, Call) and isinstance(symbol.arguments[0], Number):
                starts[symbol.name, symbol.arguments[0].value] = value
            else:
                symbols[symbol.name] = value
        if "score" in symbols:
            return [symbols["score"]]
        return Valuation(self.equations, symbols, starts).scores()


read = lru_cache(maxsize=None)(Reading)


def by_formula(case: Case, of: Facts, latex: str = "") -> list[float | None]:
    """The score by each side of the printed formula, or of another ``latex``; None where it gives none."""
    follows = case.chosen.get("no_relevant")
    relevant = of.known_subtopics if case.measure.needs_subtopics else of.all_relevant
    every_subtopic = case.chosen.get("subtopic_count") == "all"
    if follows and not relevant and not of.together and not every_subtopic:
        return [WITHOUT_RELEVANT[follows]]
    try:
        return [float(x) for x in read(latex or case.latex, case.measure.where).scores(of)]
    except UndefinedError as undefined:
        return [WITHOUT_RELEVANT[follows] if follows and undefined.by & OF_RELEVANCE else None]
