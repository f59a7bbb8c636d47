"""The actions of the builder's buttons on a draft, and fixed lists filled in from drawn lists or from links."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping

from ireval.errors import InputError
from ireval.exercises import KINDS, Exercise, Generated, Question, RankedList, Sheet, make_sheet, new_key
from ireval.exercises.question.question import ranking_of
from ireval.ranking.labels import write_labels, write_subtopics
from web.sheets.builder.checked_draft import check_draft
from web.sheets.builder.draft import DRAWN, FIXED, Draft, exercise_fields, list_fields
from web.sheets.builder.lab_exercises import linked_list
from web.sheets.single_questions import question

#: The seed gives away the answer key, so there are too many seeds to try them all.
MOST_DRAWN = 10**12
#: Digits of a place among a sheet's exercises.
MOST_DIGITS = 3


def new_seed() -> int:
    """A random seed."""
    return secrets.randbelow(MOST_DRAWN)


def example_sheet(seed: int) -> Sheet:
    """The sheet that the builder starts with. Its title does not contain the seed, which students must not know."""
    return make_sheet(seed, title="Exercise sheet")


def removed_exercise(draft: Draft) -> tuple[int, str] | None:
    """The place and the id of the exercise that was removed last and can be restored; None if there is none."""
    place, _, name = draft.typed.get("removed", "").partition(" ")
    if not name or name in draft.order or not place.isdecimal() or len(place) > MOST_DIGITS:
        return None
    return min(int(place), len(draft.order)), name


def fields_of(draft: Draft, name: str) -> dict[str, str]:
    """The texts of an exercise's fields, by the names under which they are posted."""
    return {key: text for key, text in draft.typed.items() if key.startswith(f"{name}:")}


def apply_action(draft: Draft, what: str) -> Draft:
    """The draft after a button such as ``up:e2`` was pressed; unchanged for an unknown button."""
    verb, _, name = what.partition(":")
    if verb == "add" and name in KINDS:
        return _added(draft, name)
    if verb == "put-back":
        return _put_back(draft)
    if verb == "seed":
        return draft.having({"seed": str(new_seed()), "key": ""})
    if verb == "another":
        return draft.having({"key": new_key()})
    if verb in _MOVES and name in draft.order:
        return _MOVES[verb](draft, name)
    return draft


def _added(draft: Draft, key: str) -> Draft:
    kind, name = KINDS[key], _free(draft)
    used = [draft.of(x, "measure") for x in draft.order if draft.of(x, "kind") == key]
    measure = next((m for m in kind.measures if m not in used), kind.measures[0]) if kind.measures else ""
    drawn = Generated() if kind.draws_lists else None
    exercise = Exercise(name, key, measure, kind.points, generated=drawn, **kind.example)
    return draft.having(exercise_fields(exercise), (*draft.order, name))


def _copied(draft: Draft, name: str) -> Draft:
    fresh = _free(draft)
    copied = {fresh + key.removeprefix(name): text for key, text in fields_of(draft, name).items()}
    at = draft.order.index(name) + 1
    return draft.having(copied, (*draft.order[:at], fresh, *draft.order[at:]))


def _removed(draft: Draft, name: str) -> Draft:
    place = draft.order.index(name)
    return draft.having({"removed": f"{place} {name}"}, [x for x in draft.order if x != name])


def _put_back(draft: Draft) -> Draft:
    gone = removed_exercise(draft)
    if gone is None:
        return draft
    place, name = gone
    return draft.having({"removed": ""}, (*draft.order[:place], name, *draft.order[place:]))


def _moved(draft: Draft, name: str, by: int) -> Draft:
    order = list(draft.order)
    at = order.index(name)
    order.insert(max(at + by, 0), order.pop(at))
    return draft.having({}, order)


_MOVES: Mapping[str, Callable[[Draft, str], Draft]] = {
    "up": lambda draft, name: _moved(draft, name, -1),
    "down": lambda draft, name: _moved(draft, name, 1),
    "copy": _copied,
    "remove": _removed,
}


def _free(draft: Draft) -> str:
    """An id that no exercise has, not even one that can be restored."""
    used = {*draft.order, *(removed_exercise(draft) or ())[1:]}
    return next(name for i in range(1, len(used) + 2) if (name := f"e{i}") not in used)


def with_lists(draft: Draft, key: str) -> Draft:
    """Fill empty fixed lists with the drawn lists, and replace links to the lab by their lists."""
    for name in draft.order:
        if draft.of(name, "source") == FIXED:
            if not (draft.of(name, "list.labels") or draft.of(name, "list.subtopics")):
                draft = _as_drawn(draft, name, key)
            for which in ("list", "second"):
                draft = _from_link(draft, name, which)
    return draft


def _as_drawn(draft: Draft, name: str, key: str) -> Draft:
    sheet = check_draft(draft.having({f"{name}:source": DRAWN}, [name])).sheet
    if sheet is None:
        return draft
    try:
        made = question(sheet, sheet.exercises[0], key)
    except InputError:
        return draft
    more: dict[str, str] = {}
    for i, which in zip(range(len(made.lists)), ("list", "second"), strict=False):
        more |= list_fields(which, fixed_list(made, i))
    return draft.having({f"{name}:{field}": text for field, text in more.items()})


def _from_link(draft: Draft, name: str, which: str) -> Draft:
    found = linked_list(draft.of(name, f"{which}.labels"))
    more = list_fields(which, found) if found else {}
    return draft.having({f"{name}:{field}": text for field, text in more.items()})


def fixed_list(made: Question, index: int) -> RankedList:
    """One of a question's lists as a fixed list."""
    shown, ranking = made.lists[index], ranking_of(made.tables[index])
    size, topics, missed = float(ranking.size), ranking.subtopics, ranking.unretrieved_subtopics
    return RankedList(
        labels=write_labels(ranking.grades.tolist()),
        unretrieved=write_labels(ranking.unretrieved.tolist()),
        size=int(size) if size == size else None,
        subtopics=write_subtopics(topics.astype(int).tolist()) if topics is not None else "",
        unretrieved_subtopics=write_subtopics(missed.astype(int).tolist()) if missed is not None else "",
        names=tuple(row.name for row in (*shown.rows, *shown.missed)),
    )
