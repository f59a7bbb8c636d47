"""Checks that the package that distributes the jobs of a database is installed, without importing it."""

from __future__ import annotations

from importlib.util import find_spec

from web.server.limits import INSTALL
from web.server.settings import SettingError


def is_shared(url: str) -> bool:
    """Whether several computers may use the database at this URL, as a PostgreSQL server."""
    return url.startswith("postgres")


def check_package(url: str) -> None:
    """Raise ``SettingError`` if jobs in the database at this URL need a package that is not installed."""
    if is_shared(url) and find_spec("procrastinate") is None:
        raise SettingError("job-queue-package", command=INSTALL)
