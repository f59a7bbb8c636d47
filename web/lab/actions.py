"""What buttons of the lab's form do beyond setting a value: ``do=swap 3 7`` swaps the documents at ranks 3 and 7.

A button has the name ``do``; its value is a verb and what the verb wants to know. Each verb is a function of the reader
and the state that the form's controls make.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from ireval.errors import InputError, nearest
from web.lab import arrangement, list_actions
from web.state.address import Reader
from web.state.lab_state import STEP, State


def _step(_: Reader, state: State, wishes: list[str]) -> State:
    """One row on (1) or back (-1), or the whole table (0)."""
    by = {"1": 1, "-1": -1}.get("".join(wishes), 0)
    return replace(state, step=min(max(0, state.step + by), int(STEP.most)) if by else 0)


ACTIONS: Mapping[str, Callable[[Reader, State, list[str]], State]] = {
    **arrangement.ACTIONS,
    **list_actions.ACTIONS,
    "step": _step,
}


def acted(reader: Reader, state: State) -> State:
    """``state`` after what the pressed button does; as it is where no button was pressed, or the wish cannot be met."""
    verb, *wishes = reader.source.get("do", "").split() or [""]
    if not verb:
        return state
    try:
        if verb not in ACTIONS:
            raise InputError("do", f"There is no action “{verb}”.", nearest(verb, ACTIONS))
        return ACTIONS[verb](reader, state, wishes)
    except InputError as error:
        reader.errors.append(error)
        return state
