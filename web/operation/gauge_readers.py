"""Reads the figures on the store for Prometheus, in the app's own database."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from flask import Flask

from web import store
from web.operation.gauges import FRESH, Reader
from web.server.settings import Settings
from web.store.inspection.figure import Figure

if TYPE_CHECKING:
    from web.store.inspection.inspection import Inspection

#: Seconds for which the used space is reused, because adding it up reads all answers.
SPACE_FRESH = 60.0


def readers(app: Flask, settings: Settings) -> list[Reader]:
    """The readers of the jobs and the space. Before there is a database, they read nothing."""
    from web.store.inspection.inspection import Inspection  # loads the database's library
    from web.store.inspection.operator_commands import allowed_space

    allowed = allowed_space(settings)

    def within(read: Callable[[Inspection], Sequence[Figure]], *before: Figure) -> Callable[[], Sequence[Figure]]:
        def figures() -> Sequence[Figure]:
            with app.app_context():
                return read(Inspection(store.store().database)) if store.is_there() else before

        return figures

    return [
        Reader(
            within(Inspection.figures, Figure("ireval_store_readable", 1)), [Figure("ireval_store_readable", 0)], FRESH
        ),
        Reader(within(lambda found: found.space_figures(allowed)), [], SPACE_FRESH),
    ]
