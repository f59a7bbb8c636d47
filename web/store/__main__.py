"""Backup and restore from the command line; the setting DATABASE_URL names the database."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ireval.messages import Message, say
from web.server.error_pages import StorageError
from web.server.settings import SettingError, Settings
from web.store import FILE

INSTANCE = Path(__file__).parents[2] / "instance"


def main(arguments: list[str] | None = None) -> str:
    """Run the command of the arguments; returns a sentence that reports what was done."""
    parser = argparse.ArgumentParser(prog="python -m web.store", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    backup = commands.add_parser("backup", help="write all sheets and answers to FILE, even while the server runs")
    restore = commands.add_parser("restore", help="restore sheets and answers from FILE into a database without sheets")
    for command in (backup, restore):
        command.add_argument("file", metavar="FILE", type=Path, help="JSON lines, compressed if the name ends in .gz")
    restore.add_argument("--replace", action="store_true", help="first remove the sheets that are in the database")
    chosen = parser.parse_args(arguments)

    from web.store import dump
    from web.store.database import Database

    database = Database(Settings.read().database_url or str(INSTANCE / FILE), migrated=False)
    try:
        if chosen.command == "backup":
            rows = dump.backup(database, chosen.file)
            return say(Message("rows-backed-up", rows=rows, file=str(chosen.file)))
        rows = dump.restore(database, chosen.file, replace=chosen.replace)
        return say(Message("rows-restored", rows=rows, file=str(chosen.file)))
    finally:
        database.close()


if __name__ == "__main__":
    try:
        print(main())
    except (StorageError, SettingError, OSError) as error:
        sys.exit(str(error))
