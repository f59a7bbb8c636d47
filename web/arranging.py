"""Puts the documents of the open list in another order."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from web.address import Reader
from web.state import State

ACTIONS: Mapping[str, Callable[[Reader, State, list[str]], State]] = {}
