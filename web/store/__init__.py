"""The store of exercise sheets, of the answers to them, and of collections. Only the modules of this package use SQL.

No database is opened, and no database library is loaded, before the first page calls `store()`: the lab needs neither.

To the store, the content of a sheet is a JSON text. A sheet has two links, one for its students and one for its owner;
the database holds only the digests of their secret parts. A collection also has two links, one for its readers and one
for its owner. Jobs are kept for minutes; see ``store.jobs``.

May import `server` and `messages`; sheets and collections use it. `tests/web/store` tests it, on SQLite and PostgreSQL.
"""

from __future__ import annotations

import sys
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Flask, current_app
from werkzeug.wrappers import Response

from ireval.collection.packed_collection import Part
from ireval.exercises.marking.stages import Progress
from ireval.messages import Message, say
from web.server import error_pages
from web.server.error_pages import StorageError
from web.server.settings import SettingError, Settings
from web.store.bounds import Limits
from web.store.collections.collection_records import CollectionLinks, PartSize, StoredCollection
from web.store.records import (
    Answers,
    Deletion,
    Late,
    Mode,
    Published,
    Reason,
    Refused,
    Seat,
    SentAnswer,
    Sheet,
    StudentRecord,
    Visit,
)
from web.store.students.beginners import Beginner, Sieve
from web.store.students.elsewhere import Elsewhere
from web.store.tokens import StudentsLinkUnknownError, is_reader_token, reader_token, student_token, token_of

if TYPE_CHECKING:
    from web.store.sheet_store import Store

__all__ = [
    "Answers",
    "Beginner",
    "CollectionLinks",
    "Deletion",
    "Elsewhere",
    "Late",
    "Mode",
    "Part",
    "PartSize",
    "Progress",
    "Published",
    "Reason",
    "Refused",
    "Seat",
    "SentAnswer",
    "Sheet",
    "Sieve",
    "StorageError",
    "StoredCollection",
    "StudentRecord",
    "StudentsLinkUnknownError",
    "Visit",
    "collection_lifetime",
    "init_app",
    "is_reader_token",
    "is_there",
    "lifetime",
    "prepare",
    "reader_token",
    "store",
    "student_token",
    "token_of",
    "url_of",
]

FILE = "sheets.sqlite"


def init_app(app: Flask, settings: Settings) -> None:
    """Configure where the app's store is, without opening it."""
    app.config["DATABASE_URL"] = url_of(settings, Path(app.instance_path))
    app.config["STORE_THREADS"] = settings.threads
    app.config["SHEET_STUDENTS"] = settings.sheet_students
    app.config["SHEET_LIFETIME"] = timedelta(days=settings.sheet_days)
    app.config["COLLECTION_LIFETIME"] = timedelta(days=settings.collection_days)
    app.config["COLLECTION_SPACE"] = settings.collection_space * 1_000_000
    app.config["SHEET_SPACE"] = settings.sheet_space * 1_000_000
    app.register_error_handler(StorageError, _unavailable)
    app.register_error_handler(Refused, lambda refused: error_pages.refusal(refused.status, refused.problem))


def url_of(settings: Settings, instance: Path) -> str:
    """The URL of the store's database; without a setting, the path of a file in the folder of the instance."""
    return settings.database_url or str(instance / FILE)


def _unavailable(error: StorageError) -> Response:
    current_app.logger.error("%s", error)
    return error_pages.refusal(503, Message("sheets-busy"), **{"Retry-After": "5"})


def store() -> Store:
    """The app's store. Each process connects when it first uses the store."""
    found: Store | None = current_app.extensions.get("store")
    if found is None:
        from web.store.sheet_store import Store

        config = current_app.config
        limits = Limits(config["SHEET_SPACE"], config["COLLECTION_SPACE"], config["SHEET_STUDENTS"])
        opened = Store(config["DATABASE_URL"], limits=limits, threads=config["STORE_THREADS"])
        found = current_app.extensions.setdefault("store", opened)
    return found


def lifetime() -> timedelta:
    """How long a sheet is kept, according to the setting."""
    found: timedelta = current_app.config["SHEET_LIFETIME"]
    return found


def collection_lifetime() -> timedelta:
    """How long a collection is kept, according to the setting."""
    found: timedelta = current_app.config["COLLECTION_LIFETIME"]
    return found


def is_there() -> bool:
    """Whether there is a database, or a setting names one. Otherwise the first use would make a file."""
    url = current_app.config["DATABASE_URL"]
    return "://" in url or Path(url).exists()


def check() -> None:
    """Raise ``StorageError`` if the database cannot be written to or lacks a table.

    Does nothing if there is neither a database nor a setting that names one: the lab works without a database, and the
    first published sheet creates the file.
    """
    if is_there():
        store().by_student("")
        store().check_writes()


def prepare(app: Flask, settings: Settings) -> None:
    """At the start, update the tables and remove what has expired, if there is a database or a setting names one.

    A database that a setting names must be usable. Without a setting the lab works even where there is no database, as
    on a read-only disk. Raises ``SettingError``.
    """
    if not settings.database_url and not Path(app.config["DATABASE_URL"]).exists():
        return
    try:
        with app.app_context():
            opened = store()
        try:
            opened.sweep()
        finally:
            opened.close_connections()  # processes that are forked now open connections of their own
    except StorageError as error:
        if settings.database_url:
            raise SettingError("setting-of-database", problem=error.problem) from error
        print(say(Message("sheets-unusable", problem=error.problem)), file=sys.stderr)
