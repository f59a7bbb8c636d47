"""The answer key of a variant: as text with the worked tables, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ireval.exercises.kinds.layout import conventions_line
from ireval.exercises.marking.accepted_numbers import reached
from ireval.exercises.marking.free_numbers import free_solution, tolerance_ends
from ireval.exercises.question.question import NUMBER, Grid, Part, Question, Row, Shown, Variant
from ireval.exercises.question.safe_markdown import plain_text
from ireval.exercises.sheet.model import canonical, number, picked
from ireval.messages import say
from ireval.numbers.expression import fixed

FORMAT = "ireval-key"


def key_text(variant: Variant) -> str:
    """The key as plain text, always the same for a variant."""
    return "\n".join(_lines(variant)) + "\n"


def key_json(variant: Variant) -> bytes:
    """Return the key as canonical JSON: the questions as students see them, with correct answers and calculations."""
    sheet = variant.sheet
    return canonical(
        {
            "format": FORMAT,
            "generator": sheet.generator,
            "variant": variant.key,
            "title": sheet.title,
            **({"intro": sheet.intro} if sheet.intro else {}),
            "questions": [_question(question) for question in variant.questions],
        }
    )


def _lines(variant: Variant) -> Iterator[str]:
    sheet = variant.sheet
    yield f"{sheet.title}: answer key"
    yield f"variant {variant.key}, generator {sheet.generator}"
    yield f"Conventions: {conventions_line(sheet)}. Decimals: {sheet.decimals}."
    if sheet.intro:
        yield from ("", plain_text(sheet.intro))
    for place, question in enumerate(variant.questions, start=1):
        yield ""
        yield from _one(place, question)


def _one(place: int, question: Question) -> Iterator[str]:
    yield f"{place}. {question.title} ({_points(question.points)})"
    yield question.prompt
    if question.notes:
        yield f"   {'; '.join(question.notes)}"
    for shown in question.lists:
        yield from _list(shown)
    if question.hint:
        yield f"   Hint: {plain_text(question.hint)}"
    for part in question.parts:
        yield f"   {part.label}: {_right(question, part)} ({_points(part.points)})"
    for sentence in question.solution:
        yield f"   {sentence}"
    for table in question.tables:
        yield ""
        yield from (f"   {line}".rstrip() for line in table.lines())


def _list(shown: Shown) -> Iterator[str]:
    if shown.title:
        yield f"   {shown.title}"
    yield f"   ranked: {', '.join(map(_document, shown.rows))}"
    if shown.missed:
        yield f"   not retrieved: {', '.join(map(_document, shown.missed))}"
    yield from (f"   {fact}" for fact in shown.facts)


def _document(row: Row) -> str:
    return f"{row.name} {row.label}" + (f" [{row.subtopics}]" if row.subtopics else "")


def _right(question: Question, part: Part) -> str:
    """The correct answer, with the bounds of correct numbers within rounding."""
    ends = _ends(question, part)
    if len(ends) > 1:
        return f"{part.right}, accepted from {' to '.join(ends)}"
    return part.right or say(free_solution(part))


def _ends(question: Question, part: Part) -> list[str]:
    found = reached(question, part) if part.kind == NUMBER else None
    if found is None:
        return []
    if part.free and not part.free.calculation:
        return tolerance_ends(part.free)
    bounds = found.within(part.places)
    return list(dict.fromkeys(fixed(x, part.places) for x in (bounds.low, bounds.high)))


def _points(points: float) -> str:
    shown = fixed(points, 2).rstrip("0").rstrip(".")
    return f"{shown} {'point' if shown == '1' else 'points'}"


def _question(question: Question) -> dict[str, Any]:
    return {
        **picked(question, "id", "kind", "title", "prompt"),
        **{name: text for name, text in picked(question, "text", "hint").items() if text},
        "points": number(question.points),
        "notes": list(question.notes),
        "lists": [_shown(shown) for shown in question.lists],
        "grid": _grid(question.grid) if question.grid else None,
        "parts": [_part(question, part) for part in question.parts],
        "solution": list(question.solution),
        "tables": [list(table.lines()) for table in question.tables],
    }


def _part(question: Question, part: Part) -> dict[str, Any]:
    data = picked(part, "id", "label", "kind", "right")
    data |= {"points": number(round(part.points, 4)), "hint": part.hint}
    if part.kind == NUMBER:
        data["places"] = part.places
        data["accepted"] = _ends(question, part)
    if part.options:
        data["options"] = [picked(option, "key", "text", "why") for option in part.options]
    return data


def _shown(shown: Shown) -> dict[str, Any]:
    rows, missed = ([[r.rank, r.name, r.label, r.subtopics] for r in rows] for rows in (shown.rows, shown.missed))
    return {"title": shown.title, "rows": rows, "missed": missed, "facts": list(shown.facts)}


def _grid(grid: Grid) -> dict[str, Any]:
    cells = [[{"part": cell.part} if cell.part else cell.text for cell in row] for row in grid.rows]
    return {"heads": list(grid.heads), "titles": list(grid.titles), "rows": cells}
