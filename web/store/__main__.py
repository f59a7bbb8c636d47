"""For people who run a server: backup and restore, what is stored and takes space, a new link, and jobs that are stuck.

The setting DATABASE_URL names the database.
"""

from __future__ import annotations

import argparse
import sys
from contextlib import closing
from pathlib import Path

from ireval.messages import Message, say
from ireval.messages.keyed_error import KeyedError
from web.server.error_pages import StorageError
from web.server.settings import SettingError, Settings
from web.store import FILE, dump
from web.store.database import Database
from web.store.inspection import operator_commands
from web.store.inspection.inspection import Inspection
from web.store.records import Refused
from web.store.rooms import room_commands
from web.store.sheet_store import Store
from web.store.tokens import token_of

INSTANCE = Path(__file__).parents[2] / "instance"


def main(arguments: list[str] | None = None) -> str:
    """Run the command of the arguments; returns what it prints, such as a sentence that reports what was done."""
    chosen = _parser().parse_args(arguments)
    url = Settings.read().database_url or str(INSTANCE / FILE)
    database = Database(url, migrated=False)
    with closing(database):
        if chosen.command == "backup":
            rows = dump.backup(database, chosen.file)
            return say(Message("rows-backed-up", rows=rows, file=str(chosen.file)))
        if chosen.command == "restore":
            rows, checked = dump.restore(database, chosen.file, replace=chosen.replace)
            key = "rows-restored" if checked else "rows-restored-unchecked"
            return say(Message(key, rows=rows, file=str(chosen.file)))
        if database.file and not database.file.exists():
            raise StorageError("no-database", file=str(database.file))
    store = Store(url)
    try:
        return _run_command(store, chosen)
    finally:
        store.close_connections()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m web.store", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    backup = commands.add_parser(
        "backup", help="write all sheets, answers and collections to FILE, even while the server runs"
    )
    restore = commands.add_parser("restore", help="restore all that is in FILE, into an empty database")
    for command in (backup, restore):
        command.add_argument("file", metavar="FILE", type=Path, help="JSON lines, compressed if the name ends in .gz")
    restore.add_argument("--replace", action="store_true", help="first remove what is in the database")
    commands.add_parser("sheets", help="list all sheets: id, day of publication, title")
    link = commands.add_parser("owner-link", help="print a new owner's link; the old one and the code stop working")
    link.add_argument("sheet", metavar="SHEET", help="the sheet's id; after -- if it begins with a hyphen")
    link.add_argument("--students", metavar="LINK", default="", help="the link for students, which the page then shows")
    commands.add_parser("collections", help="list all collections: id, day of the upload, megabytes, title")
    deletion = commands.add_parser("delete-collection", help="delete a collection with all that belongs to it")
    deletion.add_argument("collection", metavar="COLLECTION", help="the collection's id")
    room_commands.add(commands)
    operator_commands.add(commands)
    return parser


def _run_command(store: Store, chosen: argparse.Namespace) -> str:
    if chosen.command == "sheets":
        return _list(store)
    if chosen.command == "collections":
        return _list_collections(store)
    if chosen.command in operator_commands.COMMANDS:
        return operator_commands.run(Inspection(store.database), chosen, Settings.read())
    if chosen.command in room_commands.COMMANDS:
        return room_commands.run(store.rooms, chosen)
    if chosen.command == "delete-collection":
        return _delete_collection(store, chosen.collection)
    return _replace_link(store, chosen.sheet, chosen.students)


def _list_collections(store: Store) -> str:
    lines = [f"{c.id}  {c.created:%Y-%m-%d}  {c.size / 1e6:.1f} MB  {c.title}" for c in store.collections.all()]
    return "\n".join(lines) or say(Message("no-collections"))


def _delete_collection(store: Store, id_: str) -> str:
    found = next((collection for collection in store.collections.all() if collection.id == id_), None)
    if found is None:
        raise StorageError("no-such-collection-id", id=id_)
    store.collections.delete(found)
    return say(Message("collection-deleted", title=found.title))


def _list(store: Store) -> str:
    lines = [f"{id_}  {created:%Y-%m-%d}  {title}" for id_, title, created in store.sheets()]
    return "\n".join(lines) or say(Message("no-sheets"))


def _replace_link(store: Store, id_: str, students: str) -> str:
    try:
        token = store.owner_links.replace(id_, token_of(students))
    except Refused:
        raise StorageError("students-link-of-another-sheet" if students else "no-such-sheet-id", id=id_) from None
    print(say(Message("owner-link" if students else "owner-link-without-students")), file=sys.stderr)
    return f"/o/{token}"


if __name__ == "__main__":
    try:
        print(main())
    except (KeyedError, SettingError, OSError) as error:
        sys.exit(str(error))
