"""The actions of the builder's buttons on a draft, and fixed lists filled in from drawn lists or from links."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ireval.errors import InputError
from ireval.exercises import KINDS, Exercise, Generated, Sheet, make_sheet, new_key
from ireval.exercises.generator.fresh_numbers import new_secret, new_seed
from web.question.lab_lists import open_list, pair
from web.question.single_questions import fixed_list, question
from web.sheets.builder.checked_draft import check_draft, settings_of
from web.sheets.builder.draft import DRAWN, FIXED, Draft, exercise_fields, list_fields
from web.sheets.builder.lab_exercises import read_lab_link
from web.sheets.builder.own_settings import linked_conventions

#: The most digits of the place of an exercise on its sheet.
MOST_DIGITS = 3


def example_sheet(seed: int) -> Sheet:
    """Return the sheet with which the builder starts."""
    return make_sheet(seed, title="Exercise sheet")


def removed_exercise(draft: Draft) -> tuple[int, str] | None:
    """Return the place and the id of the last removed exercise, which can be restored; None if there is none."""
    place, _, name = draft.typed.get("removed", "").partition(" ")
    if not name or name in draft.order or not place.isdecimal() or len(place) > MOST_DIGITS:
        return None
    return min(int(place), len(draft.order)), name


def fields_of(draft: Draft, name: str) -> dict[str, str]:
    """Return the texts of an exercise's fields, by the names under which they are posted."""
    return {key: text for key, text in draft.typed.items() if key.startswith(f"{name}:")}


def apply_action(draft: Draft, what: str) -> Draft:
    """Return the draft after a button such as ``up:e2`` was pressed; unchanged for an unknown button."""
    verb, _, name = what.partition(":")
    if verb == "add" and name in KINDS:
        return _added(draft, name)
    if verb == "put-back":
        return _put_back(draft)
    if verb == "seed":
        return draft.having({"seed": str(new_seed()), "secret": new_secret(), "key": ""})
    if verb == "another":
        return draft.having({"key": new_key()})
    action = _ACTIONS.get(verb)
    return action(draft, name) if action and name in draft.order else draft


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


def _free(draft: Draft) -> str:
    """An id that is not used by any exercise, nor by the removed one that can be restored."""
    used = {*draft.order, *(removed_exercise(draft) or ())[1:]}
    return next(name for i in range(1, len(used) + 2) if (name := f"e{i}") not in used)


def with_links(draft: Draft) -> Draft:
    """Replace links to the lab by their lists and conventions. A link with two lists fills both of a comparison."""
    for name in draft.order:
        for which in ("list", "second"):
            if draft.of(name, "source") == FIXED:
                draft = _from_link(draft, name, which)
    return draft


def _from_link(draft: Draft, name: str, which: str) -> Draft:
    link, kind = read_lab_link(draft.of(name, f"{which}.labels")), KINDS.get(draft.of(name, "kind"))
    if link is None or link.errors:
        return draft
    both = pair(link.state) if kind and "second" in kind.takes else None
    here = {"list": both[0], "second": both[1]} if both else {which: open_list(link.state)}
    more: dict[str, str] = linked_conventions(link.state, settings_of(draft))
    for key, ranked in here.items():
        more |= list_fields(key, ranked)
    return draft.having({f"{name}:{field}": text for field, text in more.items()})


def _with_drawn_lists(draft: Draft, name: str) -> Draft:
    """Fill the fixed lists with those that are drawn for the variant of the preview."""
    sheet = check_draft(draft.having({f"{name}:source": DRAWN}, [name])).sheet
    if sheet is None:
        return draft
    try:
        made = question(sheet, sheet.exercises[0], draft.typed.get("key", ""))
    except InputError:
        return draft
    more = {"source": FIXED}
    for i, which in zip(range(len(made.lists)), ("list", "second"), strict=False):
        more |= list_fields(which, fixed_list(made, i))
    return draft.having({f"{name}:{field}": text for field, text in more.items()})


_ACTIONS: Mapping[str, Callable[[Draft, str], Draft]] = {
    "up": lambda draft, name: _moved(draft, name, -1),
    "down": lambda draft, name: _moved(draft, name, 1),
    "copy": _copied,
    "remove": _removed,
    "fill": _with_drawn_lists,
}
