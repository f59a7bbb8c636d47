"""Exercises made in one line for tests, and a student who calculates by hand."""

from __future__ import annotations

from collections.abc import Callable

from ireval.exercises import Exercise, Generated, Question, RankedList, Sheet, variant
from ireval.explanation.step_table import StepTable
from ireval.numbers.expression import Binary, Call, Expr, Num
from ireval.numbers.rounding import half_up

KEY = "K7M2PX"
Cell = tuple[str, int]


def one(
    kind: str, measure: str = "", *, seed: int = 1, preset: str = "lillis", key: str = KEY, **more: object
) -> Question:
    """The question of a sheet with one exercise, on a generated list unless there is one."""
    decimals = int(str(more.pop("decimals", 3)))
    credit = {"credit": more.pop("credit")} if "credit" in more else {}
    if not more.get("list") and kind != "choose":
        more.setdefault("generated", Generated())
    exercise = Exercise("e1", kind, measure, 12, **more)  # type: ignore[arg-type]
    return variant(Sheet("A sheet", seed, (exercise,), preset, {}, decimals, **credit), key).questions[0]  # type: ignore[arg-type]


def fixed_list(labels: str, unretrieved: str = "") -> RankedList:
    return RankedList(labels, unretrieved)


class Student:
    """Fills a table cell by cell from the cells filled so far, and calls ``after`` on the result of every step."""

    def __init__(self, table: StepTable, after: Callable[[float], float], own: dict[Cell, float] | None = None) -> None:
        self.table = table
        self.after = after
        self.cells = dict(own or {})

    def cell(self, key: str, row: int) -> float:
        if (key, row) not in self.cells:
            expr = self.table.expression(self.table.measure.column(key), row)
            value = float(self.table.computed.columns[key][row])
            self.cells[key, row] = value if expr is None else self.after(self.value(expr))
        return self.cells[key, row]

    def score(self) -> float:
        expr = self.table.computed.calculation
        assert expr is not None
        return self.after(self.value(expr))

    def value(self, expr: Expr) -> float:
        if isinstance(expr, Num):
            return self.cell(*expr.cell) if expr.cell else expr.number
        if isinstance(expr, Binary):
            a, b = (self.after(self.value(x)) for x in (expr.left, expr.right))
            return {"+": a + b, "-": a - b, "*": a * b, "/": a / b if b else 0.0}[expr.sign]
        assert isinstance(expr, Call)
        return float(expr.compute(*(self.after(self.value(x)) for x in expr.arguments)))


def rounding(places: int) -> Callable[[float], float]:
    return lambda x: float(half_up(float(x), places))
