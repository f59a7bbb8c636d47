"""Backup and restore from the command line; the setting DATABASE_URL says which database."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from web.server.error_pages import StorageError
from web.server.settings import SettingError, Settings
from web.store import FILE

INSTANCE = Path(__file__).parents[2] / "instance"


def main(arguments: list[str] | None = None) -> str:
    """Do what the arguments say; a sentence about it."""
    parser = argparse.ArgumentParser(prog="python -m web.store", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    backup = commands.add_parser("backup", help="write all sheets and answers to FILE, also while the server runs")
    restore = commands.add_parser("restore", help="fill a database without sheets from FILE")
    for command in (backup, restore):
        command.add_argument("file", metavar="FILE", type=Path, help="JSON lines; compressed if its name ends in .gz")
    restore.add_argument("--replace", action="store_true", help="remove the sheets that are there first")
    chosen = parser.parse_args(arguments)

    from web.store import dump
    from web.store.database import Database

    database = Database(Settings.read().database_url or str(INSTANCE / FILE), migrated=False)
    try:
        if chosen.command == "backup":
            return f"{dump.backup(database, chosen.file):,} rows written to {chosen.file}."
        return f"{dump.restore(database, chosen.file, replace=chosen.replace):,} rows restored from {chosen.file}."
    finally:
        database.close()


if __name__ == "__main__":
    try:
        print(main())
    except (StorageError, SettingError, OSError) as error:
        sys.exit(str(error))
