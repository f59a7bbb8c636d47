"""AP and bpref as bars: every relevant document is a slot of height 1, filled by what it adds to the sum.

The score is the filled part of all slots. Those of documents that are not in the list stand empty behind its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ireval.explanation.rank_series import Terms, terms
from ireval.measure.spelling import Spec, parse, variants
from web.charts.annotations import documents, number, rank_ticks, spoken
from web.charts.scene import MANY, Axis, Bars, Chart, Layer, Line, Panel, Point, Signs, Table, nothing
from web.state.lab_state import State

_EMPTY = "The list is empty: nothing was retrieved that could add to {title}. Add a document."
_NOTHING = "No document is relevant, so there is nothing to add up. Label one 1 or more."
_NONE_FOUND = "No relevant document was found, and the number found is the divisor: there is nothing to add up."


@dataclass(frozen=True)
class _Kind:
    """What differs between the two: the word for a term, what is added, what is said of each rank, and more layers."""

    term: str
    what: str
    texts: Sequence[str]
    more: Sequence[Layer]


def ap(state: State) -> Chart:
    """The terms of average precision: the precision at the rank of each relevant document."""
    spec, shown = _ap(state)
    if shown is None:
        return _nothing(state, "ap", "AP")
    precision = state.explanation.compute(spec).columns["P"][: len(shown.ranks)].tolist()
    texts = []
    for row, rank in enumerate(shown.ranks):
        at = f"precision {number(state, precision[row])}"
        facts = [at, _adds(state, shown, row) if shown.relevant[row] else "not relevant: adds nothing"]
        texts.append(spoken(state, rank, *facts))
    line = Line("path", "precision", list(zip(shown.ranks, precision, strict=True)), "--soft", 1, "dot")
    return _chart(state, spec, shown, _Kind("precision", "precision ", texts, [line]))


def bpref(state: State) -> Chart:
    """The contributions of bpref: 1 less the share of judged non-relevant documents above."""
    spec, shown = _bpref(state)
    if shown is None:
        return _nothing(state, "bpref", "bpref")
    computed = state.explanation.compute(spec)
    above = computed.columns["above"].tolist()
    texts, others = [], []
    for row, rank in enumerate(shown.ranks):
        if shown.relevant[row]:
            facts = [f"{above[row]:.0f} judged non-relevant above", _adds(state, shown, row)]
        elif state.grades[rank - 1] < 0:
            facts = ["unjudged: skipped"]
        else:
            facts = ["judged non-relevant"]
            others.append((float(rank), 0.05))
        texts.append(spoken(state, rank, *facts))
    signs = Signs("judged", "non-relevant", others, "cross", "--soft")
    return _chart(state, spec, shown, _Kind("contribution", "", texts, [signs]))


def ap_tables(state: State) -> Sequence[Table]:
    """The numbers of the chart of AP."""
    spec, shown = _ap(state)
    if shown is None:
        return ()
    precision = state.explanation.compute(spec).columns["P"].tolist()
    return _tables(state, spec, shown, "precision", [number(state, p) for p in precision])


def bpref_tables(state: State) -> Sequence[Table]:
    """The numbers of the chart of bpref."""
    spec, shown = _bpref(state)
    if shown is None:
        return ()
    above = state.explanation.compute(spec).columns["above"].tolist()
    return _tables(state, spec, shown, "non-relevant above", [f"{a:.0f}" for a in above])


def _ap(state: State) -> tuple[Spec, Terms | None]:
    spec = _open(state, "AP")
    return spec, terms(state.explanation, spec, "term")


def _bpref(state: State) -> tuple[Spec, Terms | None]:
    spec = _open(state, "Bpref")
    return spec, terms(state.explanation, spec, "contribution")


def _open(state: State, name: str) -> Spec:
    """The variant that is open; else the one that the conventions in force make."""
    spec = parse(state.show)
    return spec if spec.measure.name == name else parse(name)


def _label(state: State, spec: Spec) -> str:
    """What the panel calls the variant."""
    listed = variants(state.values, state.conventions, subtopics=state.diverse)
    return next((label for label, other in listed if str(other) == str(spec)), str(spec))


def _nothing(state: State, key: str, title: str) -> Chart:
    if not state.grades:
        return nothing(key, _title(title), _EMPTY.format(title=title))
    return nothing(key, _title(title), _NONE_FOUND if state.relevant_total() else _NOTHING)


def _title(measure: str) -> str:
    return f"What each rank adds to {measure}"


def _adds(state: State, shown: Terms, row: int) -> str:
    if row >= shown.rows:
        return "below the cutoff: adds nothing"
    return f"adds {number(state, shown.terms[row])}"


def _chart(state: State, spec: Spec, shown: Terms, kind: _Kind) -> Chart:
    """Slots, the bars that fill them, and what the kind puts in front of those."""
    last = shown.ranks[-1]
    counted = range(shown.rows)
    slots = [(float(shown.ranks[row]), 1.0) for row in counted if shown.relevant[row]]
    bars = [
        (float(rank), shown.terms[row] if row in counted and shown.relevant[row] else 0.0)
        for row, rank in enumerate(shown.ranks)
    ]
    missing, width, end = _behind(last, shown.elsewhere)
    edge = "--edge" if len(slots) + len(missing) <= MANY else ""
    cut = shown.ranks[shown.rows - 1] + 0.5
    layers: list[Layer] = [
        Bars("slot", "short of 1", slots, "--pale", edge=edge),
        Bars("slot missing", "", missing, "--pale", 0.8 * width, edge=edge),
        Bars("term", "adds", bars, "--accent", texts=kind.texts, ranks=shown.ranks),
        *([Line("cut", "", [(cut, 0), (cut, 1.08)], "--edge", 1, "dot")] if shown.rows < len(shown.ranks) else []),
        *kind.more,
    ]
    ticks = [*rank_ticks(last)]
    if missing:
        ticks.append(((missing[0][0] + missing[-1][0]) / 2, f"{shown.elsewhere:,} {_where(shown)}"))
    y = Axis(kind.term, 0, 1.08, tuple((v, number(state, v, short=True)) for v in (0, 0.25, 0.5, 0.75, 1)))
    label = _label(state, spec)
    sentence = _sentence(state, label, shown, kind.what)
    key = spec.measure.name.lower()
    return Chart(key, _title(label), sentence, Axis("rank", 0.4, end, tuple(ticks)), [Panel(y, layers)])


def _behind(last: int, count: int) -> tuple[list[Point], float, float]:
    """The slots of ``count`` documents behind rank ``last``, the room of each, and where the axis ends.

    They take a quarter of the axis or more, for their label, and at most four ninths.
    """
    if not count:
        return [], 1, last + 0.6
    zone = min(max(count, 0.36 * last, 1), max(0.8 * last, 3))
    width = min(1, zone / count)
    start = last + 0.6 + 0.04 * (last + zone)
    first = start + (zone - (count - 1) * width) / 2
    return [(first + i * width, 1.0) for i in range(count)], width, start + zone


def _where(shown: Terms) -> str:
    """Where the documents are that the divisor counts beside those shown. The line break is for the axis."""
    return f"not in\nthe top {shown.rows}" if shown.rows < len(shown.ranks) else "not\nretrieved"


def _in_a_line(shown: Terms) -> str:
    return _where(shown).replace("\n", " ")


def _sentence(state: State, label: str, shown: Terms, what: str) -> str:
    total = number(state, shown.total)
    found = f"{documents(shown.found)} add{'s' if shown.found == 1 else ''} {what}{total}"
    if not shown.found:
        found = "No relevant document was found, so nothing is added"
    one = shown.elsewhere == 1
    rest = f"; {shown.elsewhere:,} {'is' if one else 'are'} {_in_a_line(shown)} and add{'s' if one else ''} 0"
    return (
        f"{found}{rest if shown.elsewhere else ''}. {label} = {total}/{shown.divisor:,} = {number(state, shown.score)}."
    )


def _tables(state: State, spec: Spec, shown: Terms, why: str, reasons: Sequence[str]) -> Sequence[Table]:
    rows = []
    for row, rank in enumerate(shown.ranks):
        adds = number(state, shown.terms[row]) if shown.relevant[row] and row < shown.rows else "–"
        label = "yes" if shown.relevant[row] else "unjudged" if state.grades[rank - 1] < 0 else "no"
        rows.append((str(rank), state.name(rank - 1), label, reasons[row], adds))
    if shown.elsewhere:
        rows.append(("–", f"{shown.elsewhere:,} {_in_a_line(shown)}", "yes", "–", "0"))
    label = _label(state, spec)
    rows.append(("sum", "", "", "", number(state, shown.total)))
    rows.append((label, f"sum/{shown.divisor:,}", "", "", number(state, shown.score)))
    return (Table(_title(label), ("rank", "document", "relevant", why, "adds"), rows),)
