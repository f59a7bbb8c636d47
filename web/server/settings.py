"""The settings of the server, read from environment variables.

>>> Settings.read({"PORT": "8080", "PREFIX": "/ir/"}, environment={})  # doctest: +NORMALIZE_WHITESPACE
Settings(host='127.0.0.1', port=8080, workers=0, threads=2, proxies=0, prefix='/ir', https=False,
request_seconds=30, connections_per_address=2000, frame_ancestors='', sheet_days=180, rate_changes='3000/minute',
rate_sheets='120/hour', rate_keys='1000/hour')

An invalid value is refused with the name of its variable and with what to do:

>>> Settings.read({"PORT": "eighty"}, environment={})
Traceback (most recent call last):
web.server.settings.SettingError: PORT is “eighty”, but must be a whole number from 0 to 65535. \
Set PORT=8000, for example.
"""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Self

from ireval.errors import nearest
from ireval.messages import Message
from ireval.messages.keyed_error import KeyedError

YES = {"1", "true", "yes", "on"}
NO = {"0", "false", "no", "off"}
SECRET = 16  # characters that a secret must have
SITE = re.compile(r"\*|'self'|https?://(?:\*\.)?[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*(?::([0-9]{1,5}))?")


class SettingError(KeyedError):
    """A setting has a value that cannot be used; the text says how to correct it."""


def _refusal(name: str, text: str, wanted: Message, example: str) -> SettingError:
    return SettingError("setting-not-usable", name=name, text=text, wanted=wanted, example=example)


def _whole(low: int, high: int, example: int) -> Callable[[str, str], int]:
    def read(name: str, text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,9}", text) or not low <= int(text) <= high:
            wanted = Message("setting-whole-number", least=low, most=high)
            raise _refusal(name, text, wanted, str(example))
        return int(text)

    return read


def _switch(name: str, text: str) -> bool:
    if text.lower() not in YES | NO:
        raise _refusal(name, text, Message("setting-switch"), "1")
    return text.lower() in YES


def _host(name: str, text: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9._:%-]+", text):
        raise _refusal(name, text, Message("setting-host"), "0.0.0.0")
    return text


def _prefix(name: str, text: str) -> str:
    path = text.rstrip("/")
    if path and not re.fullmatch(r"(/[A-Za-z0-9._~-]+)+", path):
        raise _refusal(name, text, Message("setting-path"), "/ireval")
    return path


def _framers(name: str, text: str) -> str:
    """Sources of a security policy; nothing that could end its directive or begin another one."""
    for source in text.split():
        found = SITE.fullmatch(source)
        if not found or int(found[1] or 0) > 65535:
            raise _refusal(name, text, Message("setting-sites"), "https://moodle.example.org")
    return " ".join(text.split())


def _database(name: str, text: str) -> str:
    if not re.fullmatch(r"sqlite:///.+|postgres(ql)?://.+", text, re.DOTALL) or text.startswith("sqlite:///:memory:"):
        shown = re.sub(r"//.*@", "//...@", text, flags=re.DOTALL)  # without a password
        raise _refusal(name, shown, Message("setting-database"), "sqlite:////srv/ireval/sheets.sqlite")
    return text


def _secret(name: str, text: str) -> str:
    if len(text) < SECRET:
        raise SettingError("secret-too-short", name=name, least=SECRET)
    return text


def _rate(name: str, text: str) -> str:
    if not re.fullmatch(r"[1-9][0-9]{0,6}/(second|minute|hour|day)", text):
        raise _refusal(name, text, Message("setting-rate"), "100/minute")
    return text


def _storage(name: str, text: str) -> str:
    if not re.fullmatch(r"memory://|(rediss?|redis\+unix)://.+", text, re.DOTALL):
        shown = re.sub(r"//.*@", "//...@", text, flags=re.DOTALL)  # without a password
        raise _refusal(name, shown, Message("setting-storage"), "redis://127.0.0.1:6379/0")
    return text


def _setting(default: Any, read: Callable[[str, str], Any], help_: str, *, secret: bool = False) -> Any:
    return field(default=default, repr=not secret, metadata={"read": read, "help": help_})


@dataclass(frozen=True)
class Settings:
    """The value of each environment variable of the same name in capitals."""

    host: str = _setting("127.0.0.1", _host, "address to listen on; `0.0.0.0` means all of them")
    port: int = _setting(8000, _whole(0, 65535, 8000), "port to listen on; `0` takes a free one")
    workers: int = _setting(0, _whole(0, 64, 2), "processes, on Linux; `0` takes one for each core")
    threads: int = _setting(2, _whole(1, 64, 2), "requests that a process works on at the same time")
    proxies: int = _setting(
        0, _whole(0, 9, 1), "how many proxies in front are believed (their `X-Forwarded-...` headers)"
    )
    prefix: str = _setting(
        "", _prefix, "path under which a proxy offers the app, if it does not send `X-Forwarded-Prefix`"
    )
    https: bool = _setting(False, _switch, "`1` if visitors come over HTTPS; browsers then insist on it")
    request_seconds: int = _setting(
        30,
        _whole(1, 3600, 30),
        "seconds until a request must have arrived; its answer must be taken at least as fast as by a slow telephone",
    )
    connections_per_address: int = _setting(
        2000,
        _whole(0, 100000, 2000),
        "open connections of one address, as of a hall behind one router; `0` for any number; with `PROXIES`, "
        "the proxy counts them",
    )
    frame_ancestors: str = _setting(
        "", _framers, "sites that may show `/embed` in a frame, set apart by blanks; `*` for all, `'self'` for this one"
    )
    database_url: str = _setting(
        "",
        _database,
        "where sheets are stored: `sqlite:///` and a path, or `postgresql://user:password@host/name`; "
        "a file in the folder `instance` if it is left out",
        secret=True,
    )
    sheet_days: int = _setting(180, _whole(1, 3650, 180), "days after which a sheet is deleted with all answers to it")
    secret_key: str = _setting(
        "",
        _secret,
        "signs the cookie that keeps forged requests out; drawn once and kept in `instance` if it is left out, "
        "so several computers that share a database need it",
        secret=True,
    )
    rate_changes: str = _setting(
        "3000/minute",
        _rate,
        "changes to sheets, such as answers, that are taken from one address; a hall often shares one",
    )
    rate_sheets: str = _setting("120/hour", _rate, "sheets that may be published from one address")
    rate_storage: str = _setting(
        "memory://",
        _storage,
        "where requests are counted: `memory://` by each process for itself; `redis://host:6379/0` for all together",
        secret=True,
    )
    rate_keys: str = _setting(
        "1000/hour",
        _rate,
        "new keys for practice that one address may get, and as many that it may begin to use; "
        "enough for a hall of 300, with three each",
    )

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
