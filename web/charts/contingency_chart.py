"""The contingency table of the list as a picture: retrieved or not, relevant or not.

Two lines divide the picture. The upper row has the retrieved documents, the left column the relevant ones. Precision is
the share of the row that their common part takes, and recall the share of the column. So the areas of tp, fp and fn
are to scale, if none of them is too small for its number; the fourth part is only the rest of the picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ireval.explanation.rank_series import Counts, counts
from ireval.measure.spelling import parse
from ireval.messages import Message
from web.charts.annotations import sentence
from web.charts.scene import Axis, Chart, Table, nothing
from web.charts.svg_drawing import HEIGHT, WIDTH, Drawing, Path, Text
from web.state.lab_state import State

KEY, TITLE = "contingency", "Contingency table"
#: The edges of the picture, in the drawing's units; left and above them are the heads of rows and columns.
_LEFT, _TOP, _RIGHT, _BOTTOM = 82, 28, WIDTH - 6, HEIGHT - 6
#: The smallest share of the width, and of the height, with room for a number.
_LEAST_ACROSS, _LEAST_DOWN = 0.2, 0.3


def chart(state: State) -> Chart:
    """The picture's title and sentence; it has no axes."""
    found = _counts(state)
    if found is None:
        return nothing(KEY, TITLE, sentence(state, Message("no-contingency-empty")))
    values = {"tp": found.tp, "retrieved": found.retrieved, "relevant": found.relevant}
    words = Message("contingency" if found.relevant else "contingency-none-relevant", values)
    scale = Message("contingency-to-scale" if _is_to_scale(found) else "contingency-not-to-scale")
    return Chart(KEY, TITLE, f"{sentence(state, words)} {sentence(state, scale)}", Axis("", 0, 1, ()), ())


def drawing(state: State) -> Drawing | None:
    """The picture; None if the list is empty."""
    found = _counts(state)
    if found is None:
        return None
    x = _LEFT + _share(found.tp, found.fp, _LEAST_ACROSS) * (_RIGHT - _LEFT)
    y = _TOP + _share(found.tp, found.fn, _LEAST_DOWN) * (_BOTTOM - _TOP)
    paths = (
        Path("tp", _box(_LEFT, _TOP, x, y), fill="--accent", opacity=0.5),
        Path("fp", _box(x, _TOP, _RIGHT, y), fill="--pale"),
        Path("fn", _box(_LEFT, y, x, _BOTTOM), fill="none"),
        Path("tn", _box(x, y, _RIGHT, _BOTTOM), "--line", 1, "none"),
        Path("retrieved", _box(_LEFT, _TOP, _RIGHT, y), "--edge", 1.5, "none"),
        Path("relevant", _box(_LEFT, _TOP, x, _BOTTOM), "--accent", 2.5, "none"),
    )
    return Drawing(paths, tuple(_texts(found, x, y)), ())


def tables(state: State) -> Sequence[Table]:
    """The contingency table as numbers."""
    found = _counts(state)
    if found is None:
        return ()
    rows = [
        ("retrieved", str(found.tp), str(found.fp), str(found.retrieved)),
        ("not retrieved", str(found.fn), _count(found.tn), _count(found.tn, found.fn)),
        ("all", str(found.relevant), _count(found.tn, found.fp), _count(found.tn, found.retrieved + found.fn)),
    ]
    return (Table(TITLE, ("documents", "relevant", "not relevant", "all"), rows),)


def _counts(state: State) -> Counts | None:
    return counts(state.explanation, parse(state.show))


def _share(common: int, rest: int, least: float) -> float:
    """The part of a line that ``common`` takes, with room for both; the middle if both are 0."""
    share = common / (common + rest) if common + rest else 0.5
    return min(max(share, least), 1 - least)


def _is_to_scale(found: Counts) -> bool:
    pairs = (found.tp, found.fp, _LEAST_ACROSS), (found.tp, found.fn, _LEAST_DOWN)
    return all(a + b and least <= a / (a + b) <= 1 - least for a, b, least in pairs)


def _box(left: float, top: float, right: float, bottom: float) -> str:
    return f"M{left:.1f},{top:.1f}H{right:.1f}V{bottom:.1f}H{left:.1f}z"


def _texts(found: Counts, x: float, y: float) -> Iterator[Text]:
    """The heads of columns and rows, and the numbers in the parts."""
    yield Text(f"{_LEFT}", f"{_TOP - 10}", "relevant", "start")
    yield Text(f"{_RIGHT}", f"{_TOP - 10}", "not relevant", "end")
    above, below = (_TOP + y) / 2, (y + _BOTTOM) / 2
    yield Text(f"{_LEFT - 8}", f"{above + 4:.1f}", "retrieved", "end")
    yield Text(f"{_LEFT - 8}", f"{below - 4:.1f}", "not", "end")
    yield Text(f"{_LEFT - 8}", f"{below + 12:.1f}", "retrieved", "end")
    parts = {
        "tp": (_LEFT, x, above, found.tp),
        "fp": (x, _RIGHT, above, found.fp),
        "fn": (_LEFT, x, below, found.fn),
        "tn": (x, _RIGHT, below, found.tn),
    }
    for name, (left, right, middle, count) in parts.items():
        at = f"{(left + right) / 2:.1f}"
        yield Text(at, f"{middle + 3:.1f}", _count(count), inked=True, large=True)
        yield Text(at, f"{middle + 19:.1f}", name, inked=True)


def _count(count: int | None, more: int = 0) -> str:
    """A count, together with another one; a question mark if it is not known."""
    return "?" if count is None else f"{count + more:,}"
