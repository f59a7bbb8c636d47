"""Reads the lab's form: native controls with the complete state, relative to the state from which they were rendered.

The hidden field ``was`` has the canonical query of that state. It tells what a field contained before (was R typed, or
is it only outdated?), keeps the names of documents, and replaces parts that cannot be used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ireval.conventions import CONVENTIONS
from ireval.errors import InputError
from ireval.measure.spelling import parse
from ireval.ranking.judgements import POOLED
from ireval.ranking.labels import MOST_RANKS, MOST_UNRETRIEVED, TOP_GRADE, grade_of, write_labels
from web.lab.actions import apply_actions
from web.lab.arrangement import rename_document
from web.lab.topic.own_labels import checked_topic
from web.state.address import Reading, from_query, read_chart, read_preset, resolve_contradictions, with_own_list
from web.state.faults import COVER
from web.state.lab_list import Document, Listed
from web.state.lab_state import (
    ARRANGEMENTS,
    FIGURE,
    NUMBERS,
    OPEN,
    SCALE,
    SIZE,
    STEP,
    SWITCHES,
    Number,
    State,
    own_choices,
)
from web.state.open_table import read_cover, with_open_measure
from web.state.pin_text import parts_of
from web.state.query_judgements import with_shared_judgements
from web.state.reading.list_parts import read_title
from web.state.reading.reader import Reader
from web.state.stored.stored_labels import TOPIC_PARTS

DOCUMENTS = Number("documents", "Ranked documents", 0, 0, MOST_RANKS)
SLIDER = replace(STEP, most=MOST_RANKS + MOST_UNRETRIEVED)
RELEVANT = Number("relevant", "Total relevant (R)", 0, 0, MOST_RANKS + MOST_UNRETRIEVED)


def from_form(form: Mapping[str, str], pressed: Sequence[str] | None = None) -> Reading:
    """Return the state of the posted controls. Invalid parts are reported and keep their earlier values.

    The buttons that were ``pressed`` act one after the other; if None, the button in the field ``do`` acts.
    """
    reader = Reader(form)
    was = known_state(form.get("was", ""), reader.errors)
    state = _with_documents(reader, was).having(
        scale=reader.get("scale", SCALE.read, was.scale),
        title=reader.get("title", read_title, was.title) if form.get("title", "-").strip() else "",
        arrangement=form["arrangement"] if form.get("arrangement") in ARRANGEMENTS else was.arrangement,
        step=_step(reader, was),
        preset=reader.get("conventions", read_preset, was.preset),
        size=reader.get("size", SIZE.read, was.size) if form.get("size", "-").strip() else None,
        **{name: reader.get(name, n.read, getattr(was, name)) for name, n in NUMBERS.items()},
        **{name: int(name in form) for name in SWITCHES},
    )
    state = state.having(overrides=_overrides(reader, state))
    state = _with_relevant(reader, was, _within_scale(state))
    state = reader.get("show", lambda text: with_open_measure(state, text), None) or with_open_measure(state, was.show)
    state = state.having(own_chart=_own_chart(reader, was, state))
    covered = [name.removeprefix(COVER) for name in form if name.startswith(COVER)]  # one checked box for each
    state = state.having(cover=reader.attempt(lambda: read_cover(state, covered), ()))
    state = apply_actions(
        reader, resolve_contradictions(reader, state, was.size), [form.get("do", "")] if pressed is None else pressed
    )
    state, notes = with_shared_judgements(reader, was, state)
    state = checked_topic(reader, was, state)
    place = min(reader.get("list", OPEN.read, was.place), len(state.lists))
    if place not in (was.place, state.place):
        state = state.holding_lists(state.lists, place)
    return Reading(state, reader.errors, None if form.get("refused") else was, notes)


#: A cache of states by their queries: those that were shown last, to which the next changes will refer.
_known: dict[str, State] = {}
MOST_KNOWN = 1_000


def remember(state: State) -> None:
    """Cache a state that is shown, without results computed from its list, because the next change refers to it.

    A list of a collection is read again, because the collection may be gone by then.
    """
    if state.topic:
        return
    bare = object.__new__(State)
    vars(bare).update(vars(state))
    vars(bare).pop("explanation", None)
    if len(_known) >= MOST_KNOWN:
        for query in list(_known)[: MOST_KNOWN // 2]:  # the older half; a class refers to the others within seconds
            _known.pop(query, None)
    _known[state.query()] = bare


def known_state(query: str, errors: list[InputError] | None = None) -> State:
    """Return the state with the query that a page contains, as that page shows it.

    If the topic of a collection has been deleted meanwhile, that is added to the ``errors``.
    """
    found = _known.get(query)
    if found is None:
        reading = from_query(with_own_list(parts_of(query)))
        if errors is not None:
            errors += [error for error in reading.errors if error.field in TOPIC_PARTS]
        found = reading.state
    return found


def _with_documents(reader: Reader, was: State) -> State:
    """The earlier state with the posted documents. Only documents that have changed are read."""
    form, grades = reader.source, was.grades
    texts = [form.get(f"g{rank}", "") for rank in range(1, len(grades) + 1)]
    same_number = "add" not in form and form.get("documents", "") in ("", str(len(grades)))
    renamed = any(name[4:].isdecimal() for name in form if name[:4] == "name")
    ranked_only = all(form.get(f"missed{g}", "") in ("", str(was.unretrieved.count(g))) for g in range(TOP_GRADE + 1))
    if not (same_number and ranked_only) or renamed or was.diverse or POOLED in was.unretrieved:
        return was.holding(_ranked(reader, was), _missed(reader, was))
    read = [
        before if text == now or (grade := grade_of(text)) is None else grade
        for text, now, before in zip(texts, write_labels(grades), grades, strict=True)
    ]
    return was.having(grades=tuple(read))


def _step(reader: Reader, was: State) -> int | None:
    """The row of the slider; None after the ``last`` row, so that the whole table is shown."""
    step: int | None = reader.get("step", SLIDER.read, was.step)
    return None if step is None or step > reader.get("last", SLIDER.read, SLIDER.most) else min(step, int(STEP.most))


def from_refused(state: State, typed: Mapping[str, str]) -> tuple[Reading, dict[str, str]]:
    """Return the reading of a form with ``state`` and the ``typed`` texts of its refused fields, and that form."""
    form = {"was": state.query(), **{name: "1" for name in SWITCHES if getattr(state, name)}}
    if not any(name.startswith(COVER) for name in typed):
        form |= {COVER + name: "on" for name in state.cover}
    form |= {name: text for name, text in typed.items() if name not in form}
    return from_form(form), form


def _ranked(reader: Reader, was: State) -> list[Document]:
    """The ranked documents; added documents have the label 0."""
    kept: list[Document] = []
    for rank, before in enumerate(was.ranked, start=1):
        grade = grade_of(reader.source.get(f"g{rank}", ""))
        grade = before.grade if grade is None else grade
        document = before if grade == before.grade else before._replace(grade=grade)
        kept.append(rename_document(reader, was, rank, document))
    count = reader.get("documents", DOCUMENTS.read, len(was.grades))
    if "add" in reader.source and len(kept) < MOST_RANKS:
        count += 1
    return kept[: max(count, 0)] + [Document(0)] * (count - len(kept))


def _missed(reader: Reader, was: State) -> list[Document]:
    """The judged documents that were not retrieved, according to the numbers typed for each grade."""
    result: list[Document] = []
    for grade in range(TOP_GRADE, -1, -1):
        here = [d for d in was.missed if d.grade == grade]
        number = Number(f"missed{grade}", f"Not retrieved with grade {grade}", 0, 0, MOST_UNRETRIEVED)
        count = reader.get(number.name, number.read, len(here))
        result += here[:count] + [Document(grade)] * (count - len(here))
    if len(result) > MOST_UNRETRIEVED:
        reader.errors.append(InputError("unretrieved", "too-many-unretrieved", most=MOST_UNRETRIEVED))
        return was.missed
    return result


def _own_chart(reader: Reader, was: State, state: State) -> str:
    """The chosen chart; when another measure is opened, that measure's own chart, or the figure if it was shown."""
    chart: str = reader.get("chart", read_chart, was.chart)
    another = chart != FIGURE and parse(state.show).measure is not parse(was.show).measure
    return "" if chart == state.usual_chart or (another and chart == was.chart) else chart


def _overrides(reader: Reader, state: State) -> dict[str, object]:
    """Single conventions; an empty choice follows the preset. Conventions of whole runs have no control and stay."""
    chosen = {name: v for name, v in state.overrides.items() if CONVENTIONS[name].scope == "run"}
    chosen |= {
        name: reader.get(f"c-{name}", p.read, None)
        for name, p in CONVENTIONS.items()
        if reader.source.get(f"c-{name}", "").strip()
    }
    return own_choices(state.preset, chosen)


def _within_scale(state: State) -> State:
    """After a narrower scale is chosen, grades above it become its highest grade, in every list."""
    if all(listed.top <= state.scale for listed in state.lists):
        return state
    return state.holding_lists(tuple(_capped(listed, state.scale) for listed in state.lists), state.place)


def _capped(listed: Listed, top: int) -> Listed:
    if listed.top <= top:
        return listed
    grades = tuple(min(g, top) for g in listed.grades)
    return replace(listed, grades=grades, unretrieved=tuple(min(g, top) for g in listed.unretrieved))


def _with_relevant(reader: Reader, was: State, state: State) -> State:
    """The list with the R that was typed: relevant documents are added or removed among those not retrieved.

    Added documents have the lowest relevant grade; documents with the lowest grades are removed first.
    """
    total = reader.get("relevant", RELEVANT.read, was.relevant_total())
    if total == was.relevant_total():
        return state
    rel = state.conventions["rel"]
    found = sum(g >= rel for g in state.grades)
    if total < found:
        reader.errors.append(InputError("relevant", "relevant-below-found", total=total, found=found))
        return state
    relevant = [d for d in state.missed if d.grade >= rel]
    wanted = total - found
    relevant = relevant[:wanted] + [Document(rel)] * (wanted - len(relevant))
    return state.holding(state.ranked, relevant + [d for d in state.missed if d.grade < rel])
