"""The store of exercise sheets and of the answers to them. Only modules in here speak SQL.

Nothing is opened, and no database library is loaded, before the first page asks `store()` for it: the lab needs none.

What a sheet consists of is a JSON text to the store. A sheet is reached by two links, one for its students and one for
its owner; the database knows only their digests.

May import `server`; only sheets use it. `tests/web/store` tests it, on SQLite and PostgreSQL.
"""

from __future__ import annotations

import sys
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Flask, current_app
from werkzeug.wrappers import Response

from web.server import error_pages
from web.server.error_pages import StorageError
from web.server.settings import SettingError, Settings
from web.store.records import Answers, Mode, Published, Reason, Refused, Sheet
from web.store.tokens import student_token

if TYPE_CHECKING:
    from web.store.sheet_store import Store

__all__ = [
    "Answers",
    "Mode",
    "Published",
    "Reason",
    "Refused",
    "Sheet",
    "StorageError",
    "init_app",
    "lifetime",
    "prepare",
    "store",
    "student_token",
]

FILE = "sheets.sqlite"
BUSY = (
    "Sheets cannot be read or stored just now. What you typed is not lost as long as this page is open: try again soon."
)


def init_app(app: Flask, settings: Settings) -> None:
    """Tell the app where its store is, without opening it."""
    app.config["DATABASE_URL"] = settings.database_url or str(Path(app.instance_path) / FILE)
    app.config["SHEET_LIFETIME"] = timedelta(days=settings.sheet_days)
    app.register_error_handler(StorageError, _unavailable)
    app.register_error_handler(Refused, lambda refused: error_pages.refusal(refused.status, str(refused)))


def _unavailable(error: StorageError) -> Response:
    current_app.logger.error("%s", error)
    return error_pages.refusal(503, BUSY, **{"Retry-After": "5"})


def store() -> Store:
    """The app's store. It connects when it is first used, in each process for itself."""
    found: Store | None = current_app.extensions.get("store")
    if found is None:
        from web.store.sheet_store import Store

        found = current_app.extensions.setdefault("store", Store(current_app.config["DATABASE_URL"]))
    return found


def lifetime() -> timedelta:
    """How long a sheet is kept, as the setting says."""
    found: timedelta = current_app.config["SHEET_LIFETIME"]
    return found


def prepare(app: Flask, settings: Settings) -> None:
    """Migrate and sweep at start, if there is a database or a setting asks for one.

    A database that a setting asks for must be there; the lab works without the other one, even on a read-only disk.
    """
    if not settings.database_url and not Path(app.config["DATABASE_URL"]).exists():
        return
    try:
        with app.app_context():
            opened = store()
        try:
            opened.sweep()
        finally:
            opened.close_connections()  # processes that are forked now open their own
    except StorageError as error:
        if settings.database_url:
            raise SettingError(f"DATABASE_URL: {error}") from error
        print(f"Sheets cannot be used. {error}", file=sys.stderr)
