"""For whoever runs the server: backup and restore, the list of sheets, and a new link in place of a lost one.

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
from web.store.records import Refused
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
            rows = dump.restore(database, chosen.file, replace=chosen.replace)
            return say(Message("rows-restored", rows=rows, file=str(chosen.file)))
        if database.file and not database.file.exists():
            raise StorageError("no-database", file=str(database.file))
    store = Store(url)
    try:
        return _list(store) if chosen.command == "sheets" else _replace_link(store, chosen.sheet, chosen.students)
    finally:
        store.close_connections()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m web.store", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    backup = commands.add_parser("backup", help="write all sheets and answers to FILE, even while the server runs")
    restore = commands.add_parser("restore", help="restore sheets and answers from FILE into a database without sheets")
    for command in (backup, restore):
        command.add_argument("file", metavar="FILE", type=Path, help="JSON lines, compressed if the name ends in .gz")
    restore.add_argument("--replace", action="store_true", help="first remove the sheets that are in the database")
    commands.add_parser("sheets", help="list all sheets: id, day of publication, title")
    link = commands.add_parser("owner-link", help="print a new owner's link; the old one and the code stop working")
    link.add_argument("sheet", metavar="SHEET", help="the sheet's id; after -- if it begins with a hyphen")
    link.add_argument("--students", metavar="LINK", default="", help="the link for students, which the page then shows")
    return parser


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
