"""All presets side by side on one list: the score under each preset, and the conventions that make the difference.

>>> fifteen = Ranking.one([1, 0, 1, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 0, 3], [3, 2, 2, 1, 1])
>>> [row] = switchboard(fifteen, [parse("AP")], "lillis")
>>> for group in row.groups:
...     print(group.keys[:3], len(group.keys), round(group.value, 4), group.deciding)
('lillis', 'thesis', 'blog') 16 0.29 ('divisor',)
('sklearn', 'ragas', 'torchmetrics') 3 0.58 ('divisor',)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ireval.conventions import DEFAULT_PRESET, PRESETS, effective
from ireval.explanation.explanation import Explanation
from ireval.explanation.step_table import PLACES, StepTable
from ireval.measure.spelling import Spec, parse
from ireval.measure.support import defining_presets, preset_support
from ireval.numbers.rounding import SAME
from ireval.ranking.judgements import Ranking

__all__ = ["CUSTOM", "Cell", "Group", "Row", "agree", "deciding_conventions", "other_scores", "parse", "switchboard"]

#: The key of the column for a setting that is not a preset.
CUSTOM = "own"
#: The convention that matters only for lists without relevant documents.
NO_RELEVANT = "no_relevant"


@dataclass(frozen=True)
class Cell:
    """One measure under the choices of one column; ``key`` is the key of a preset, or ``CUSTOM``.

    ``support`` is the result of ``preset_support``. If the tool does not compute the measure, the cell has a ``table``,
    but no ``value``, and is not compared.
    """

    key: str
    support: str
    table: StepTable
    conventions: Mapping[str, Any]

    @property
    def computes(self) -> bool:
        """Whether the tool or source computes the measure, so that the cell is compared."""
        return self.support != "unsupported"

    @property
    def value(self) -> float | None:
        """The score; None if it is undefined or not computed."""
        return self.table.value if self.computes else None


@dataclass(frozen=True)
class Group:
    """The cells that agree on a score. ``shown`` is the cell whose formula is shown for all of them.

    ``deciding`` are the conventions that make the score differ from the score of the row's first group; in the first
    group, they are all conventions that make another group differ. ``idle`` are the conventions in which the columns of
    this group differ without an effect on this list.
    """

    cells: tuple[Cell, ...]
    shown: Cell
    deciding: tuple[str, ...]
    idle: tuple[str, ...]

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the columns."""
        return tuple(cell.key for cell in self.cells)

    @property
    def value(self) -> float | None:
        """The score on which the cells agree; None if it is undefined in all of them."""
        return self.shown.value


@dataclass(frozen=True)
class Row:
    """The cells of a measure in all columns.

    The first of the ``groups`` contains the column in use; if that column cannot be compared, it is the largest group.
    """

    spec: Spec
    cells: tuple[Cell, ...]
    groups: tuple[Group, ...]

    @property
    def differs(self) -> bool:
        """Whether some columns disagree."""
        return len(self.groups) > 1

    def apart(self, cell: Cell) -> bool:
        """Whether the score of a cell differs from that of the column in use."""
        return cell.computes and bool(self.groups) and cell not in self.groups[0].cells

    @property
    def deciding(self) -> tuple[str, ...]:
        """All conventions that make a difference in this row."""
        return self.groups[0].deciding if self.groups else ()


def switchboard(
    ranking: Ranking,
    specs: Iterable[Spec],
    current: str = DEFAULT_PRESET,
    overrides: Mapping[str, Any] | None = None,
    places: int = PLACES,
) -> list[Row]:
    """A row for each measure in ``specs`` on a single list, with a cell for every preset; ``overrides`` do not apply.

    ``current`` is the preset in use. If there are ``overrides``, the first column (``CUSTOM``) is ``current`` with
    them. ``places`` is the number of decimals. Raises ``InputError`` for an unknown preset or convention.
    """
    in_use = effective(current, overrides)
    chosen = ({CUSTOM: in_use} if overrides else {}) | {key: effective(key) for key in PRESETS}
    explained: dict[tuple[Any, ...], Explanation] = {}  # several presets make the same choices
    columns = {
        key: explained.setdefault(tuple(values.items()), Explanation(ranking, values)) for key, values in chosen.items()
    }
    return [_row(spec, columns, CUSTOM if overrides else current, places) for spec in specs]


def other_scores(spec: Spec, explanation: Explanation, most: int) -> list[float]:
    """Up to ``most`` scores that a list has instead of its score in ``explanation``, under presets that define it.

    Those that most sources and tools compute come first.

    >>> fifteen = Ranking.one([1, 0, 1, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 0, 3], [3, 2, 2, 1, 1])
    >>> other_scores(parse("AP"), Explanation(fifteen, effective("trec_eval")), 3)
    [0.58]
    """
    own = _score(spec, explanation)
    known = {NO_RELEVANT, *spec.own} if own else spec.own
    names = tuple(name for name in spec.measure.conventions if name not in known)
    found = [own]
    for values in _choices(tuple(defining_presets(spec.measure)), names):
        if len(found) > most:
            break
        chosen = dict(zip(names, values, strict=True))
        if all(explanation.conventions[name] == value for name, value in chosen.items()):
            continue
        score = _score(Spec(spec.measure, spec.own | chosen, ""), explanation)
        if score is not None and not any(agree(score, other) for other in found):
            found.append(score)
    return [score for score in found[1:] if score is not None]


@cache
def _choices(presets: tuple[str, ...], names: tuple[str, ...]) -> tuple[tuple[Any, ...], ...]:
    """The values of some conventions under the presets, each once, the most frequent ones first."""
    choices = Counter(tuple(chosen[name] for name in names) for chosen in map(effective, presets))
    return tuple(values for values, _ in choices.most_common())


def agree(one: float | None, other: float | None) -> bool:
    """Whether two scores are equal; two undefined scores agree."""
    if one is None or other is None:
        return one is other
    return abs(one - other) <= SAME


def deciding_conventions(spec: Spec, one: Explanation, other: Explanation) -> tuple[str, ...]:
    """The conventions that make the score of ``one`` differ from that of ``other``.

    If all of them are changed to the choices of ``other``, the scores agree; without any single one of these changes,
    they differ. Empty if the scores agree anyway.
    """
    goal = _score(spec, other)
    needed = _differing_conventions(spec, one.conventions, other.conventions)

    def enough(names: Iterable[str]) -> bool:
        changed = Spec(spec.measure, spec.own | {name: other.conventions[name] for name in names}, "")
        return agree(_score(changed, one), goal)

    while True:
        spare = next((name for name in reversed(needed) if enough(n for n in needed if n != name)), None)
        if spare is None:
            return tuple(needed)
        needed.remove(spare)


def _row(spec: Spec, columns: Mapping[str, Explanation], current: str, places: int) -> Row:
    cells = tuple(
        Cell(
            key,
            "checked" if key == CUSTOM else preset_support(key, spec.measure),
            explanation.table(spec, places),
            explanation.conventions,
        )
        for key, explanation in columns.items()
    )
    sets = _agreeing_cells(cell for cell in cells if cell.computes)
    sets.sort(key=lambda s: (current not in {cell.key for cell in s}, -len(s)))
    shown = [_representative(s, current) for s in sets]
    apart = [deciding_conventions(spec, columns[cell.key], columns[shown[0].key]) for cell in shown[1:]]
    every = tuple(name for name in spec.measure.conventions if any(name in names for names in apart))
    idle = [_idle_conventions(spec, s) for s in sets]
    groups = map(Group, map(tuple, sets), shown, [every, *apart], idle)
    return Row(spec, cells, tuple(groups))


def _agreeing_cells(cells: Iterable[Cell]) -> list[list[Cell]]:
    sets: list[list[Cell]] = []
    for cell in cells:
        there = next((s for s in sets if agree(s[0].value, cell.value)), None)
        if there is None:
            sets.append([cell])
        else:
            there.append(cell)
    return sets


def _representative(cells: list[Cell], current: str) -> Cell:
    """The column in use; otherwise the first column whose source or tool has the measure; otherwise the first."""
    return min(cells, key=lambda cell: (cell.key != current, cell.support != "checked"))


def _idle_conventions(spec: Spec, cells: list[Cell]) -> tuple[str, ...]:
    """The conventions in which these columns differ although they agree on the score."""
    found = {name for cell in cells for name in _differing_conventions(spec, cell.conventions, cells[0].conventions)}
    return tuple(name for name in spec.measure.conventions if name in found)


def _differing_conventions(spec: Spec, one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """The conventions of the measure in which the two differ, except conventions fixed by its spelling."""
    return [n for n in spec.measure.conventions if n not in spec.own and one[n] != other[n]]


def _score(spec: Spec, explanation: Explanation) -> float | None:
    score = float(explanation.compute(spec).score)
    return None if score != score else score
