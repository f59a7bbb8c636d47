"""Sheets with everything on them; tests only."""

from __future__ import annotations

import json
import re
from typing import Any

from ireval.exercises import KINDS, Credit, Exercise, Generated, RankedList, Sheet, Variant, key_json, make_sheet

#: The kinds of exercises for which something is drawn.
DRAWN = [key for key, kind in KINDS.items() if not kind.own]
SHEET = make_sheet(42, conventions="lillis")
FIXED = Exercise(
    "lab-1",
    "table",
    "AP@5",
    2.5,
    list=RankedList("1n0u2", "32", names=("ä b", "c")),
    columns=("term", "sum"),
)
WHOLE = Sheet(
    "Übung 1",
    2**53 - 1,
    (FIXED, Exercise("e2", "number", "nDCG(discount='log2-rank')@5", generated=Generated(8, 4))),
    "lillis",
    {"rounding": "columns", "decimals": 1},
    4,
    Credit(mistake=0.25),
    "practice",
)


def changed(path: str, value: Any) -> str:
    """The whole sheet with one field set, by a path with dots; ``...`` removes it."""
    data: Any = json.loads(WHOLE.to_json())
    *way, last = [int(x) if x.isdigit() else x for x in path.split(".")]
    at = data
    for step in way:
        at = at.setdefault(step, {}) if isinstance(at, dict) else at[step]
    if value is ...:
        del at[last]
    else:
        at[last] = value
    return json.dumps(data)


def drawn(made_of: Variant) -> bytes:
    """What is drawn and the correct answers, without texts that may be edited; columns are called by their keys."""
    kept = ("id", "kind", "lists", "grid", "tables")
    questions = [
        {name: question[name] for name in kept} | {"right": [[part["id"], part["right"]] for part in question["parts"]]}
        for question in json.loads(key_json(made_of))["questions"]
    ]
    return re.sub(r"(?<=[\" ])nDCG(?=[\"\[])", "NDCG", json.dumps(questions, ensure_ascii=False)).encode()
