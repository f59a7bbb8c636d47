"""Computes a printed formula with its legend for a list."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ireval.contract.formulas.formula_cases import Case
from ireval.contract.formulas.latex_reader import read_formula, read_symbol
from ireval.contract.formulas.latex_tokens import UnreadableError
from ireval.contract.formulas.latex_trees import Call, Name, Number
from ireval.contract.formulas.latex_values import UndefinedError, Valuation
from ireval.contract.formulas.legend_quantities import Noted
from ireval.contract.formulas.legend_readings import READINGS, WORDS
from ireval.contract.formulas.list_facts import WITHOUT_RELEVANT, Facts

#: Symbols for numbers of relevant documents: a divisor made of these is 0 because nothing is relevant.
OF_RELEVANCE = {"R", "rel", "S", "IG", "IDCG", "ICG", r"\alpha-IDCG"}


class Reading:
    """A printed formula with its legend, read once."""

    def __init__(self, latex: str, where: tuple[tuple[str, str], ...]) -> None:
        self.legend = [(read_symbol(symbol), symbol, words) for symbol, words in where]
        functions = frozenset(s.name for s, _, _ in self.legend if isinstance(s, Call))
        self.equations = read_formula(latex, functions)
        for _, symbol, words in self.legend:
            if (symbol, words) not in READINGS:
                raise UnreadableError(
                    f"nobody has said yet how to compute the line “{symbol}: {words}” of the legend: "
                    "add it to ireval/contract/formulas/legend_readings.py"
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
    """Return the score by each side of the printed formula, or of another ``latex``; None if it gives no score."""
    follows = case.chosen.get("no_relevant")
    relevant = of.known_subtopics if case.measure.needs_subtopics else of.all_relevant
    every_subtopic = case.chosen.get("subtopic_count") == "all"
    if follows and not relevant and not of.together and not every_subtopic:
        return [WITHOUT_RELEVANT[follows]]
    try:
        return [float(x) for x in read(latex or case.latex, case.measure.where).scores(of)]
    except UndefinedError as undefined:
        return [WITHOUT_RELEVANT[follows] if follows and undefined.by & OF_RELEVANCE else None]
