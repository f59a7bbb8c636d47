"""Sheets and playlists as JSON, where they are read: the API, the builder, the publication, and files of playlists."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from ireval.exercises import Exercise, Generated, RankedList, Sheet, make_sheet
from tests.fuzz.areas.web import WebArea
from tests.fuzz.bodies import multipart_body
from tests.fuzz.dice import Dice
from tests.fuzz.headers import headers
from tests.fuzz.json_texts import json_text
from tests.fuzz.lab_queries import encoded
from tests.fuzz.wire import TOKEN, Sent
from tests.ireval.exercises.own_sheet import OWN

_LIST = RankedList("1u01003", "2", 50)
#: How often the API is asked for a file.
ORDERED = 0.02
_TYPED = (("Content-Type", "application/x-www-form-urlencoded"),)


@cache
def sheets() -> list[dict[str, Any]]:
    """Sheets of every kind of exercise, small ones more often."""
    small = [
        Sheet("A", 1, (Exercise("e1", "number", "AP", list=_LIST),)),
        Sheet("B", 2, (Exercise("e1", "table", "nDCG@5", 2, generated=Generated(length=6)),), "lillis"),
        Sheet("C", 3, (Exercise("e1", "better", "P@5", list=_LIST, second=RankedList("01u1", "13")),)),
        OWN,
    ]
    whole = [json.loads(make_sheet(seed, 1).to_json()) for seed in range(1, 8)]
    return [*(json.loads(sheet.to_json()) for sheet in small), *whole, json.loads(make_sheet(9, 7).to_json())]


@cache
def requests() -> list[dict[str, Any]]:
    """What the API takes."""
    made: list[dict[str, Any]] = [{"seed": 42}]
    made += [{"seed": 1, "conventions": "lillis", "exercises": 2, "decimals": 3, "title": "x"}]
    made += [{"seed": 5, "exercises": 1, "overrides": {"discount": "log2-rank"}}]
    for sheet in sheets():
        answers = {exercise["id"]: {"score": "0,5", "p1": "1/2"} for exercise in sheet["exercises"]}
        made += [{"sheet": sheet, "key": "K7M2PX"}, {"sheet": sheet, "key": "K7M2PX", "answers": answers}]
    return made


@cache
def orders() -> list[dict[str, Any]]:
    """What the API takes for files; a process starts for each."""
    formats = ["json", "csv", "gift", "moodle", "qti21", "qti12", "ilias", "pdf", "pdf-key"]
    return [{"sheet": sheets()[at % 4], "format": form, "variants": 1} for at, form in enumerate(formats)]


_PLAYLISTS: list[dict[str, Any]] = [
    {"title": "T", "items": [{"lab": "labels=101&show=AP", "title": "x", "note": "n", "minutes": 5, "steps": True}]},
    {"title": "", "items": [{"lab": "labels=1"}] * 3},
]


class SheetJson(WebArea):
    """Requests with JSON in them."""

    name, share = "json", 4

    def case(self, dice: Dice) -> Sent:
        kind = dice.below(40)
        if kind < 29:
            query = dice.choice(["", "", "?key=1", "?key=2&key=1", "?x=%ff"])
            text = json_text(dice, dice.choice(orders() if dice.chance(ORDERED) else requests()))
            return Sent("POST", "/api/v1/sheets", query, headers(dice), _bytes(text))
        if kind >= 34:
            return Sent("POST", "/playlist/open", "", *_upload(json_text(dice, dice.choice(_PLAYLISTS))))
        text = json_text(dice, dice.choice(sheets()))
        if kind < 31:
            return Sent("POST", "/sheets/open", "", _TYPED, encoded((("sheet", text),)).encode())
        if kind < 32:
            return Sent("POST", "/sheets/open", "", *_upload(text))
        mode = dice.choice(["", "once", "exam", "practice", "x"])
        return Sent("POST", "/sheets/publish", "", _TYPED, _publication(text, mode))


def _publication(text: str, mode: str) -> bytes:
    return encoded((("csrf_token", TOKEN), ("sheet", text), ("mode", mode))).encode()


def _upload(text: str) -> tuple[tuple[tuple[str, str], ...], bytes]:
    return multipart_body((), (("file", "sheet.json", _bytes(text)),))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
