"""The parts of a question: its lists, its conventions, and gaps for numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ireval.conventions import CONVENTIONS, PRESETS, Parameter
from ireval.exercises.question.question import NUMBER, Part, Row, Shown, ranking_of
from ireval.exercises.sheet.model import Exercise, RankedList, Sheet
from ireval.explanation.step_table import StepTable
from ireval.measure.spelling import Spec
from ireval.messages import Message, say
from ireval.messages.writing import number_text
from ireval.numbers.expression import decimal, fixed
from ireval.ranking.document_names import called

_LABELS = {"u": "unjudged", "p": "unjudged", "n": "0", "r": "1", "-": "unjudged"}
#: Conventions without effect on these lists, or named together with another convention.
_NOT_NAMED = {"no_relevant", "decimals", "ties", "missing"}

#: The words for choices about a cutoff if there is none.
_WITHOUT_CUTOFF = {"whole": "uncut", "shorter": "list-end", "min-r-k": "all-relevant"}


def shown(ranked: RankedList, title: str = "", letter: str = "d", taken: Iterable[str] = ()) -> Shown:
    """Return a list as the sheet shows it. Documents without a name are named by the ``letter`` and their rank.

    Such names differ from the names ``taken`` in another list.
    """
    groups = [ranked.subtopics, ranked.unretrieved_subtopics]
    own = groups[0].split(",") if groups[0] else []
    others = groups[1].split(",") if groups[1] else []
    labels = ranked.labels or "".join("1" if "1" in group else "0" for group in own)
    missing = ranked.unretrieved or "".join("1" if "1" in group else "0" for group in others)
    names = called(ranked.names, len(labels) + len(missing), letter, taken)
    rows = [_row(str(i + 1), names[i], c, own, i) for i, c in enumerate(labels)]
    missed = [_row("", names[len(labels) + i], c, others, i) for i, c in enumerate(missing)]
    facts = [Message("size-of-collection", size=ranked.size)] if ranked.size is not None else []
    pooled = [row.name for row, c in zip(rows, labels, strict=True) if c.lower() == "p"]
    facts += [Message("unjudged-in-pool", names=pooled)] if pooled else []
    facts += [] if missed else [Message("nothing-else-judged")]
    return Shown(title, tuple(rows), tuple(missed), tuple(map(say, facts)))


def conventions_line(sheet: Sheet) -> str:
    """A sheet's conventions on one line: ``KTH lecture (Karlgren); Gain: 2^grade - 1``."""
    return "; ".join([PRESETS[sheet.preset].title, *_choices(sheet.overrides)])


def own_conventions(exercise: Exercise) -> tuple[str, ...]:
    """Return a line that names the exercise's own conventions; empty if it has those of its sheet."""
    named = [PRESETS[exercise.preset].title] if exercise.preset else []
    named += _choices(exercise.overrides)
    return (say(Message("conventions-of-exercise", conventions=named)),) if named else ()


def _choices(overrides: Mapping[str, Any]) -> list[str]:
    """Single conventions in words: ``Gain: 2^grade - 1``."""
    named = ((CONVENTIONS[name], value) for name, value in overrides.items())
    return [_named(p, p.choice(value).short if p.choices else number_text(value)) for p, value in named]


def notes(table: StepTable) -> tuple[str, ...]:
    """Return the conventions of a measure, each as a line: ``Discount: log2(i)``."""
    measure = table.measure
    shared = [CONVENTIONS[name] for name in measure.conventions if _matters(table, name)]
    own, others = ([_note(table, p) for p in some] for some in (measure.parameters, shared))
    return (*own, *measure.fixed_conventions, *others)


def _named(convention: Parameter, choice: str) -> str:
    return say(Message("choice-of-convention", title=convention.title, choice=choice))


def _note(table: StepTable, convention: Parameter) -> str:
    choice = _choice_text(table, convention)
    if convention.name != "rounding":
        return _named(convention, choice)
    places = table.computed.table.p.rounding.places
    return say(Message("choice-with-decimals", title=convention.title, choice=choice, places=places))


def _matters(table: StepTable, name: str) -> bool:
    """Whether a convention has an effect on the list of ``table``."""
    p, ranking = table.computed.table.p, ranking_of(table)
    if name == "rel":
        return bool(max(p.rel, ranking.grades.max(initial=0), ranking.unretrieved.max(initial=0)) > 1)
    if name == "rounding":
        return any(table.measure.places_kept(column.key, p.rounding) is not None for column in table.measure.columns)
    if name == "unjudged":
        return bool((ranking.grades < 0).any())
    if name == "short_list":
        return (p.values.get("k") or 0) > float(table.computed.table.length[0])
    return name not in _NOT_NAMED


def _choice_text(table: StepTable, convention: Parameter) -> str:
    """The choice in words; for some conventions it depends on whether there is a cutoff."""
    p = table.computed.table.p
    value = p.values[convention.name]
    if not convention.choices:
        return number_text(value)
    if convention.name == "ideal_cut" and value not in {"uncut", "shorter"} and p.values.get("k"):
        return say(Message("ends-at-cutoff"))
    if not p.values.get("k"):
        value = _WITHOUT_CUTOFF.get(value, value)
    if convention.name == "interpolation":  # a rule takes a whole sentence
        return convention.choice(value).text
    return convention.choice(value).short


def number_part(name: str, label: str, value: float, places: int, points: float, **more: Any) -> Part:
    """A gap for a number."""
    right = fixed(value, places) if places else decimal(value, 0)
    hint = Message("type-number", places=places) if places else Message("type-whole-number")
    return Part(name, label, NUMBER, right, points, say(hint), value, places, **more)


def calculation_of(part: Part) -> str:
    """Return the calculation of a free number as a sentence of the solution; empty if it is not calculated."""
    calculation = part.free.calculation if part.free else ""
    return say(Message("calculation-of-part", label=part.label, calculation=calculation)) if calculation else ""


def score_part(table: StepTable, points: float, name: str = "score", label: str = "", index: int = 0) -> Part:
    """A gap for the score of ``table``, which is number ``index`` of the question's tables."""
    whole = table.measure.column(table.measure.score).whole
    places = 0 if whole else table.score_places
    return number_part(name, label or str(table.spec), table.value or 0.0, places, points, table=index)


def cell_part(table: StepTable, key: str, row: int, points: float) -> Part:
    """A gap for a cell of ``table``."""
    column = table.measure.column(key)
    places = 0 if column.whole else table.shown_places(column)
    value, label = float(table.computed.columns[key][row]), table.row_labels[row]
    return number_part(slug(f"{key}-{label}"), table.cell_name(key, row), value, places, points, at=(key, row))


def slug(text: str) -> str:
    """Text as a part's id."""
    return re.sub(r"[^A-Za-z0-9.-]", "_", text)


def given_to(parts: Sequence[Part]) -> Message:
    """Return the precision of the answers: ``to 3 decimals``, except for whole numbers."""
    places = max(part.places for part in parts)
    if not places:
        return Message("without-decimals" if len(parts) > 1 else "as-a-whole-number")
    return Message("to-decimals", places=places)


def titled(kind: str, what: object) -> Message:
    """Return the title of a question: its kind, and its subject."""
    return Message("question-title", kind=kind, what=str(what))


def in_words(spec: Spec) -> str:
    """A measure's name in words, with its spelling: ``average precision (AP)``."""
    title = spec.measure.title
    return f"{title} ({spec})" if title != str(spec) else title


def _row(rank: str, name: str, label: str, groups: list[str], index: int) -> Row:
    topics = groups[index].strip() if index < len(groups) else ""
    covered = ", ".join(str(j + 1) for j, c in enumerate(topics) if c == "1")
    return Row(rank, name, _LABELS.get(label.lower(), label), covered or ("none" if topics else ""))
