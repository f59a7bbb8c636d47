"""A mean over the relevant documents, such as AP and bpref, as bars.

Each document is a slot of height 1. It is filled up to the amount that the document adds to the sum.

The score is the filled part of all slots. The slots of documents that are not in the list are empty, after its end.
"""

from __future__ import annotations

from collections.abc import Sequence

from ireval.explanation.rank_series import Terms, terms
from ireval.measure import TermBars
from ireval.measure.listing import variants
from ireval.measure.registry import drawn
from ireval.measure.spelling import Spec, parse
from ireval.messages import Message
from web.charts.annotations import figures, number, numbers, rank_texts, rank_ticks, sentence
from web.charts.scene import END, MANY, Axis, Bars, Chart, Layer, Line, Panel, Point, Signs, Table, nothing
from web.state.lab_state import State


def chart(state: State) -> Chart:
    """The terms of the measure that the chosen chart shows."""
    spec, bars = _open(state)
    shown = terms(state.explanation, spec)
    if shown is None:
        return _nothing(state, bars.score)
    last = shown.ranks[-1]
    counted = range(shown.rows)
    slots = [(float(shown.ranks[row]), 1.0) for row in counted if shown.relevant[row]]
    filled = [
        (float(rank), shown.terms[row] if row in counted and shown.relevant[row] else 0.0)
        for row, rank in enumerate(shown.ranks)
    ]
    missing, width, end = _missing_slots(last, shown.elsewhere)
    edge = "--edge" if len(slots) + len(missing) <= MANY else ""
    cut = shown.ranks[shown.rows - 1] + 0.5
    layers: list[Layer] = [
        Bars("slot", "rest up to 1", slots, "--pale", edge=edge, since=[int(rank) for rank, _ in slots]),
        Bars("slot missing", "", missing, "--pale", 0.8 * width, edge=edge, since=END),
        Bars("term", "adds", filled, "--accent", texts=_texts(state, spec, bars, shown), ranks=shown.ranks),
        *([Line("cut", "", [(cut, 0), (cut, 1.08)], "--edge", 1, "dot")] if shown.rows < len(shown.ranks) else []),
        *_in_front(state, spec, bars, shown),
    ]
    ticks = [*rank_ticks(last)]
    if missing:
        ticks.append(((missing[0][0] + missing[-1][0]) / 2, f"{shown.elsewhere:,} {_where(shown)}"))
    x = Axis("rank", 0.4, end, tuple(ticks))
    y = Axis(bars.noun, 0, 1.08, tuple((v, number(state, v, short=True)) for v in (0, 0.25, 0.5, 0.75, 1)))
    label = _label(state, spec)
    return Chart(state.chart, _title(label), _sentence(state, label, shown), x, [Panel(y, layers)], curve="term")


def tables(state: State) -> Sequence[Table]:
    """The numbers of the chart."""
    spec, bars = _open(state)
    shown = terms(state.explanation, spec)
    if shown is None:
        return ()
    reasons = _reasons(state, spec, bars)
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
    return (Table(_title(label), ("rank", "document", "relevant", bars.reason_title, "adds"), rows),)


def _open(state: State) -> tuple[Spec, TermBars]:
    """The chart's measure in the variant that is open, otherwise in its default variant."""
    measure, bars = next(x for x in drawn(TermBars) if x[0].chart == state.chart)
    spec = parse(state.show)
    return (spec if spec.measure is measure else parse(measure.name)), bars


def _reasons(state: State, spec: Spec, bars: TermBars) -> list[str]:
    """The count or number that explains what each document adds."""
    cells = state.explanation.compute(spec).columns[bars.reason].tolist()
    whole = spec.measure.column(bars.reason).whole
    return [f"{x:.0f}" for x in cells] if whole else numbers(state, cells)


def _texts(state: State, spec: Spec, bars: TermBars, shown: Terms) -> list[str]:
    """The text about each rank."""
    reasons = [bars.sentence.format(reason) for reason in _reasons(state, spec, bars)]
    terms = numbers(state, shown.terms)
    facts = []
    for row, rank in enumerate(shown.ranks):
        if shown.relevant[row]:
            below = row >= shown.rows
            facts.append(f"{reasons[row]}, {'below the cutoff: adds nothing' if below else f'adds {terms[row]}'}")
        elif bars.judged_only:
            facts.append("unjudged: skipped" if state.grades[rank - 1] < 0 else "judged non-relevant")
        else:
            facts.append(f"{reasons[row]}, not relevant: adds nothing")
    return rank_texts(state, shown.ranks, facts)


def _in_front(state: State, spec: Spec, bars: TermBars, shown: Terms) -> list[Layer]:
    """The layers in front of the bars: the reasons as a line, and signs for documents judged non-relevant."""
    layers: list[Layer] = []
    if bars.line:
        reasons = state.explanation.compute(spec).columns[bars.reason][: len(shown.ranks)].tolist()
        points = list(zip(shown.ranks, reasons, strict=True))
        layers.append(Line("path", bars.reason_title, points, "--soft", 1, "dot", since=shown.ranks))
    if bars.judged_only:
        judged = [r for r, hit in zip(shown.ranks, shown.relevant, strict=True) if not hit and state.grades[r - 1] >= 0]
        crosses = [(float(r), 0.05) for r in judged]
        layers.append(Signs("judged", "non-relevant", crosses, "cross", "--soft", since=judged))
    return layers


def _label(state: State, spec: Spec) -> str:
    """The name of the variant in the panel."""
    listed = variants(state.values, state.conventions, subtopics=state.diverse)
    return next((label for label, other in listed if str(other) == str(spec)), str(spec))


def _nothing(state: State, title: str) -> Chart:
    key = "no-terms-none-found" if state.relevant_total() else "no-terms-none-relevant"
    message = Message(key) if state.grades else Message("no-terms-empty", measure=title)
    return nothing(state.chart, _title(title), sentence(state, message))


def _title(measure: str) -> str:
    return f"What each rank adds to {measure}"


def _missing_slots(last: int, count: int) -> tuple[list[Point], float, float]:
    """The slots of ``count`` documents after rank ``last``, the width of each, and the end of the axis.

    The slots take at least a quarter of the axis, for their label, and at most four ninths.
    """
    if not count:
        return [], 1, last + 0.6
    zone = min(max(count, 0.36 * last, 1), max(0.8 * last, 3))
    width = min(1, zone / count)
    start = last + 0.6 + 0.04 * (last + zone)
    first = start + (zone - (count - 1) * width) / 2
    return [(first + i * width, 1.0) for i in range(count)], width, start + zone


def _where(shown: Terms) -> str:
    """The place of the other documents that the divisor counts, in words, with a line break for the axis."""
    return f"not in\nthe top {shown.rows}" if shown.rows < len(shown.ranks) else "not\nretrieved"


def _in_a_line(shown: Terms) -> str:
    return " ".join(_where(shown).split())


def _sentence(state: State, label: str, shown: Terms) -> str:
    values = {"measure": label, "divisor": shown.divisor}
    values |= {"total": figures(state, shown.total), "score": figures(state, shown.score)}
    if shown.found:
        found = Message("terms-found", found=shown.found, total=values["total"])
    else:
        found = Message("terms-none-found")
    if not shown.elsewhere:
        return sentence(state, Message("terms-of-measure", values, found=found))
    if shown.rows < len(shown.ranks):
        rest = Message("terms-below-cutoff", count=shown.elsewhere, rows=shown.rows)
    else:
        rest = Message("terms-not-retrieved", count=shown.elsewhere)
    return sentence(state, Message("terms-of-measure-with-rest", values, found=found, rest=rest))
