"""The content of a PDF as plain data for the template, which lays it out and computes nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from ireval.exercises.generator.issued_keys import grouped_key
from ireval.exercises.kinds.layout import conventions_line
from ireval.exercises.paper.blank_exercise import blank_exercise
from ireval.exercises.paper.formatted_blocks import formatted_blocks
from ireval.exercises.paper.missing_signs import missing_signs, signs_without_font
from ireval.exercises.paper.qr_code import qr_code
from ireval.exercises.paper.worked_exercise import at_a_glance, worked_exercise
from ireval.exercises.question.question import Question, Variant
from ireval.exercises.sheet.model import Sheet
from ireval.messages.writing import number_text


def printed_sheet(
    sheet: Sheet, variants: Iterable[Variant], link: str, kind: str, names: Mapping[str, str]
) -> dict[str, Any]:
    """Return the data of variants, each of this ``kind``: ``worksheet``, or a key with this detail (``pdf.DETAILS``).

    ``names`` are those of students, by key.
    """
    return {
        "kind": "worksheet" if kind == "worksheet" else "key",
        "title": sheet.title,
        "origin": origin(sheet),
        "conventions": (
            f"Conventions: {conventions_line(sheet)}. Give numbers to {sheet.decimals} decimals; round halves up."
        ),
        "intro": formatted_blocks(sheet.intro),
        "lacking": missing_signs(sheet) or signs_without_font(list(names.values())),
        "points": number_text(sheet.points),
        "variants": [
            {"name": names.get(variant.key, ""), **_variant(sheet, variant, link, kind)} for variant in variants
        ],
    }


def origin(sheet: Sheet) -> str:
    """Return the generator's version and a digest of the sheet without its seed and secret."""
    digest = hashlib.sha256(replace(sheet, seed=0, secret="").to_json()).hexdigest()[:8]
    return f"generator {sheet.generator} · sheet {digest}"


def _variant(sheet: Sheet, variant: Variant, link: str, kind: str) -> dict[str, Any]:
    code = link.replace("{key}", variant.key) or f"ireval {origin(sheet)} · variant {variant.key}"
    questions, marking = list(enumerate(variant.questions, 1)), kind != "worksheet"
    make = partial(worked_exercise, with_mistakes=kind != "calculations") if marking else blank_exercise
    glance = [_headed(i, q) | at_a_glance(q, with_cells=kind == "answers") for i, q in questions] if marking else []
    return {
        "key": grouped_key(variant.key),
        "code": qr_code(code),
        "link": link.replace("{key}", variant.key),
        "points": [[str(i), number_text(q.points)] for i, q in questions],
        "questions": [] if kind == "answers" else [_headed(i, q) | make(q) for i, q in questions],
        "glance": glance,
    }


def _headed(place: int, question: Question) -> dict[str, Any]:
    return {
        "number": str(place),
        "title": question.title,
        "points": number_text(question.points),
        "prompt": question.prompt,
        "text": formatted_blocks(question.text),
        "hint": formatted_blocks(question.hint),
        "notes": list(question.notes),
    }
