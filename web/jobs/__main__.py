"""`python -m web.jobs` works on the jobs of the database until SIGTERM or Ctrl-C."""

from __future__ import annotations

import logging

from web import store
from web.jobs.working.processes import ROOT
from web.jobs.working.worker_service import work
from web.server.serving.http_server import fail
from web.server.settings import SettingError, Settings


def main() -> None:
    """Work with the settings of the environment, which are those of the server."""
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    try:
        settings = Settings.read()
        work(settings, store.url_of(settings, ROOT / "instance"))
    except (SettingError, store.StorageError) as error:
        fail(error)


if __name__ == "__main__":
    main()
