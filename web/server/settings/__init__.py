"""The settings of the server, read from environment variables.

May import messages and errors; all rooms of `web` and `app` use it. `tests/web/server` tests it,
`tests/test_architecture.py` checks its imports.

>>> Settings.read({"PORT": "8080", "PREFIX": "/ir/"}, environment={})  # doctest: +NORMALIZE_WHITESPACE
Settings(host='127.0.0.1', port=8080, workers=0, threads=2, proxies=0, prefix='/ir', https=False,
hosts='', request_seconds=30, drain_seconds=5, frame_ancestors='', sheet_days=180, sheet_space=5000,
sheet_students=2000, collection_days=30, collection_megabytes=200, collection_topics=1000, collection_depth=1000,
collection_documents=50000, collection_space=100, rate_changes='12000/minute', rate_sheets='120/hour',
rate_collections='30/hour', rate_student='240/minute', rate_keys='1000/hour', log='off', log_networks=False,
metrics_address='', answer_cache=16, jobs=0, job_queue=20, job_seconds=120, job_memory=4096, job_space=2000,
job_worker=True, lessons='')

An invalid value is refused with the name of its variable and with what to do:

>>> Settings.read({"PORT": "eighty"}, environment={})
Traceback (most recent call last):
web.server.settings.values.SettingError: PORT is “eighty”, but must be a whole number from 0 to 65535. \
Set PORT=8000, for example.
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Self

from ireval.errors import nearest
from web.server.settings import values
from web.server.settings.values import SettingError

__all__ = ["SettingError", "Settings"]


def _setting(default: Any, read: Callable[[str, str], Any], help_: str, *, secret: bool = False) -> Any:
    return field(default=default, repr=not secret, metadata={"read": read, "help": help_})


@dataclass(frozen=True)
class Settings:
    """The value of each environment variable of the same name in capitals."""

    host: str = _setting("127.0.0.1", values.host, "address to listen on; `0.0.0.0` means all of them")
    port: int = _setting(8000, values.whole(0, 65535, 8000), "port to listen on; `0` for a free one")
    workers: int = _setting(0, values.whole(0, 64, 2), "processes, on Linux; `0` for one per core")
    threads: int = _setting(2, values.whole(1, 64, 2), "requests that a process works on at the same time")
    proxies: int = _setting(
        0, values.whole(0, 9, 1), "number of proxies in front whose `X-Forwarded-...` headers are trusted"
    )
    prefix: str = _setting(
        "", values.prefix, "path under which a proxy offers the app, if it does not send `X-Forwarded-Prefix`"
    )
    https: bool = _setting(False, values.switch, "`1` if visitors come over HTTPS; browsers then insist on it")
    hosts: str = _setting(
        "",
        values.hosts,
        "host names that links may be built from, separated by spaces, such as `ireval.example.org` or "
        "`*.example.org`; requests for others are refused; if it is left out, this computer's own names and addresses "
        "and those of private networks",
    )
    request_seconds: int = _setting(
        30,
        values.whole(1, 3600, 30),
        "seconds until a request must have arrived; also, how long an answer may be left untaken, and how long the "
        "server waits for requests under way when it ends",
    )
    drain_seconds: int = _setting(
        5,
        values.whole(0, 600, 5),
        "with `PROXIES`: seconds between SIGTERM, from which on `/readyz` answers 503, and the end of accepting "
        "connections, so that the proxy notices",
    )
    frame_ancestors: str = _setting(
        "",
        values.framers,
        "sites that may show `/embed` in a frame, separated by spaces; `*` for all, `'self'` for this one",
    )
    database_url: str = _setting(
        "",
        values.database,
        "where sheets and collections are stored: `sqlite:///` and a path, or `postgresql://user:password@host/name`; "
        "a file in the folder `instance` if it is left out",
        secret=True,
    )
    sheet_days: int = _setting(
        180, values.whole(1, 3650, 180), "days after which a sheet is deleted with all answers to it"
    )
    sheet_space: int = _setting(
        5000,
        values.whole(1, 1000000, 5000),
        "megabytes that all sheets with all answers may use; new sheets are refused from 80 % on",
    )
    sheet_students: int = _setting(
        2000,
        values.whole(1, 50000, 10000),
        "students that a sheet may have, on its roster or in practice; and phones that a room may have",
    )
    collection_days: int = _setting(
        30, values.whole(1, 3650, 30), "days after which a collection that was uploaded is deleted"
    )
    collection_megabytes: int = _setting(
        200, values.whole(1, 10000, 200), "megabytes of the files of one upload, unpacked, that are accepted"
    )
    collection_topics: int = _setting(1000, values.whole(1, 100000, 1000), "topics that a collection may have")
    collection_depth: int = _setting(
        1000, values.whole(1, 100000, 1000), "documents of one topic that a run may have in a collection"
    )
    collection_documents: int = _setting(
        50000, values.whole(1, 10000000, 50000), "documents whose texts a collection may have"
    )
    collection_space: int = _setting(
        100,
        values.whole(1, 1000000, 100),
        "megabytes that all collections together may use in the database, where they are packed; more are refused",
    )
    secret_key: str = _setting(
        "",
        values.secret,
        "signs the cookie that keeps forged requests out; drawn once and kept in `instance` if it is left out, "
        "so several computers that share a database need it",
        secret=True,
    )
    rate_changes: str = _setting(
        "12000/minute",
        values.rate,
        "changes to sheets, such as answers, that are accepted from one network; a lecture hall often shares one",
    )
    rate_sheets: str = _setting(
        "120/hour",
        values.rate,
        "sheets that may be published, and rooms of the classroom that may be opened, from one network",
    )
    rate_collections: str = _setting("30/hour", values.rate, "collections that may be uploaded from one network")
    rate_student: str = _setting(
        "240/minute",
        values.rate,
        "changes that are accepted from one student on a roster, or from one phone in a room, "
        "whatever others send from the same network",
    )
    rate_storage: str = _setting(
        "memory://",
        values.storage,
        "where requests are counted: `memory://` by each process for itself; `redis://host:6379/0` for all together",
        secret=True,
    )
    rate_keys: str = _setting(
        "1000/hour",
        values.rate,
        "new keys for practice that one network may get, and as many that it may begin to use; "
        "enough for a hall of 300, with three each; and new phones of one network in one room",
    )
    log: str = _setting(
        "off",
        values.choice("json", "text", "off"),
        "`json` or `text` writes a line for each request; errors are always written",
    )
    log_networks: bool = _setting(
        False, values.switch, "`1` adds a visitor's network to the line, which is the address without its last part"
    )
    metrics_address: str = _setting(
        "",
        values.address,
        "where `/metrics` has counters for Prometheus, such as `127.0.0.1:9100`; nowhere if it is left out",
    )
    answer_cache: int = _setting(
        16, values.whole(0, 4096, 16), "megabytes of finished answers of the lab that a process keeps; `0` for none"
    )
    jobs: int = _setting(
        0, values.whole(0, 64, 1), "files of many variants that are made at the same time; `0` for half of the cores"
    )
    job_queue: int = _setting(20, values.whole(1, 1000, 20), "files that may wait until they are made")
    job_seconds: int = _setting(120, values.whole(1, 3600, 120), "seconds of processor time that a file may take")
    job_memory: int = _setting(4096, values.whole(256, 65536, 4096), "megabytes of memory that making a file may take")
    job_space: int = _setting(
        2000,
        values.whole(1, 1000000, 2000),
        "megabytes that the files of all jobs together may have in the database, while they wait and until they are "
        "downloaded; more are refused",
    )
    job_worker: bool = _setting(
        True,
        values.switch,
        "`0` if jobs are done by services of their own, `python -m web.jobs`; otherwise `python app.py` does them",
    )

    lessons: str = _setting(
        "",
        values.folders,
        "folders of lessons of your own, separated by `:` (in Windows by `;`); a lesson replaces a shipped one with "
        "the same name",
    )

    @property
    def job_places(self) -> int:
        """How many jobs a worker does at the same time."""
        return self.jobs or max((os.cpu_count() or 1) // 2, 1)

    @classmethod
    def read(cls, overrides: Mapping[str, object] | None = None, environment: Mapping[str, str] = os.environ) -> Self:
        """The settings of the environment, except those that `overrides` (same names) replaces."""
        known = {item.name.upper(): item for item in fields(cls)}
        given = {name: environment[name] for name in known if name in environment}
        for name, value in (overrides or {}).items():
            if name not in known:
                raise SettingError("unknown-setting", name=name, hint=nearest(name, known))
            given[name] = str(value)
        read = {
            known[name].name: known[name].metadata["read"](name, text.strip())
            for name, text in given.items()
            if text.strip()
        }
        return cls(**read)
