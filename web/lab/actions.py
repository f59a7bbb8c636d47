"""The actions of buttons in the lab's form: ``do=swap 3 7`` swaps the documents at ranks 3 and 7.

A button has the name ``do``; its value is a verb and the verb's arguments. Each verb is a function of the reader, of
the state that the form's controls make, and of the arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from ireval.errors import InputError, nearest
from web.lab import arrangement, list_actions
from web.lab.changes import pinning, retrieval
from web.lab.topic import own_labels
from web.state.lab_state import STEP, State
from web.state.reading.reader import Reader


def _step(reader: Reader, state: State, arguments: list[str]) -> State:
    """One row forward (1) or back (-1), or the whole table (all).

    In the whole table, forward starts at the first row, and back at the last one. Below the last row there is nothing.
    """
    by = {"1": 1, "-1": -1}.get("".join(arguments))
    if by is None:
        return replace(state, step=None)
    last = min(reader.get("last", replace(STEP, most=1e6).read, STEP.most), int(STEP.most))
    at = (0 if by > 0 else last + 1) if state.step is None else state.step
    return replace(state, step=min(max(0, at + by), last))


def _uncover(_: Reader, state: State, __: list[str]) -> State:
    """The state with everything revealed: cells, scores and measures."""
    return replace(state, cover=())


ACTIONS: Mapping[str, Callable[[Reader, State, list[str]], State]] = {
    **arrangement.ACTIONS,
    **list_actions.ACTIONS,
    **retrieval.ACTIONS,
    **pinning.ACTIONS,
    **own_labels.ACTIONS,
    "step": _step,
    "uncover": _uncover,
}


def apply_actions(reader: Reader, state: State, pressed: Iterable[str]) -> State:
    """Return ``state`` after the actions of the ``pressed`` buttons; an action that fails changes nothing.

    Buttons that were pressed while the server did not answer are sent together, and act one after the other.
    """
    for text in pressed:
        verb, *arguments = text.split() or [""]
        if verb:
            state = _applied(reader, state, verb, arguments)
    return state


def _applied(reader: Reader, state: State, verb: str, arguments: list[str]) -> State:
    try:
        if verb not in ACTIONS:
            raise InputError("do", "unknown-action", text=verb, hint=nearest(verb, ACTIONS))
        return ACTIONS[verb](reader, state, arguments)
    except InputError as error:
        reader.errors.append(error)
        return state
