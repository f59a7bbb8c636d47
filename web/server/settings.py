"""What whoever runs the product can set, read from the environment.

>>> Settings.read({"PORT": "8080", "PREFIX": "/ir/"}, environment={})  # doctest: +NORMALIZE_WHITESPACE
Settings(host='127.0.0.1', port=8080, workers=0, threads=2, proxies=0, prefix='/ir', https=False,
frame_ancestors='', sheet_days=180, rate_changes='3000/minute', rate_sheets='120/hour')

A value that cannot be meant is refused with the name of its variable and the cure:

>>> Settings.read({"PORT": "eighty"}, environment={})
Traceback (most recent call last):
web.server.settings.SettingError: PORT is 'eighty', but must be a whole number from 0 to 65535. \
Set for example PORT=8000.
"""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from typing import Any, Self

YES = {"1", "true", "yes", "on"}
NO = {"0", "false", "no", "off"}
SITE = re.compile(r"\*|'self'|https?://(?:\*\.)?[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*(?::([0-9]{1,5}))?")


class SettingError(ValueError):
    """A setting has a value that cannot be used; the message says how to mend it."""


def _refusal(name: str, text: str, wanted: str, example: str) -> SettingError:
    return SettingError(f"{name} is {text!r}, but must be {wanted}. Set for example {name}={example}.")


def _whole(low: int, high: int, example: int) -> Callable[[str, str], int]:
    def read(name: str, text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,9}", text) or not low <= int(text) <= high:
            wanted = f"a whole number from {low} to {high}"
            raise _refusal(name, text, wanted, str(example))
        return int(text)

    return read


def _switch(name: str, text: str) -> bool:
    if text.lower() not in YES | NO:
        raise _refusal(name, text, "1 (yes) or 0 (no)", "1")
    return text.lower() in YES


def _host(name: str, text: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9._:%-]+", text):
        wanted = "a host name or an address without scheme and port"
        raise _refusal(name, text, wanted, "0.0.0.0")
    return text


def _prefix(name: str, text: str) -> str:
    path = text.rstrip("/")
    if path and not re.fullmatch(r"(/[A-Za-z0-9._~-]+)+", path):
        raise _refusal(name, text, "a path that begins with a slash", "/ireval")
    return path


def _framers(name: str, text: str) -> str:
    """Sources of a security policy; nothing that could end one or begin another directive."""
    for source in text.split():
        found = SITE.fullmatch(source)
        if not found or int(found[1] or 0) > 65535:
            wanted = "sites set apart by blanks, each as scheme and host without a path, or *, or 'self'"
            raise _refusal(name, text, wanted, "https://moodle.example.org")
    return " ".join(text.split())


def _database(name: str, text: str) -> str:
    if not re.fullmatch(r"sqlite:///.+|postgres(ql)?://.+", text, re.DOTALL) or text.startswith("sqlite:///:memory:"):
        shown = re.sub(r"//.*@", "//...@", text, flags=re.DOTALL)  # without a password
        wanted = "the URL of a SQLite file or of a PostgreSQL database"
        raise _refusal(name, shown, wanted, "sqlite:////srv/ireval/sheets.sqlite")
    return text


def _secret(name: str, text: str) -> str:
    if len(text) < 16:
        raise SettingError(f"{name} is too short to be a secret: it must have at least 16 characters, drawn at random.")
    return text


def _rate(name: str, text: str) -> str:
    if not re.fullmatch(r"[1-9][0-9]{0,6}/(second|minute|hour|day)", text):
        raise _refusal(name, text, "a number of requests per second, minute, hour or day", "100/minute")
    return text


def _setting(default: Any, read: Callable[[str, str], Any], help_: str, *, secret: bool = False) -> Any:
    return field(default=default, repr=not secret, metadata={"read": read, "help": help_})


@dataclass(frozen=True)
class Settings:
    """One value per environment variable of the same name in capitals."""

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

    @classmethod
    def read(cls, overrides: Mapping[str, object] | None = None, environment: Mapping[str, str] = os.environ) -> Self:
        """Settings of the environment, except where `overrides` (same names) says otherwise."""
        known = {item.name.upper(): item for item in fields(cls)}
        given = {name: environment[name] for name in known if name in environment}
        for name, value in (overrides or {}).items():
            if name not in known:
                raise SettingError(_unknown(name, known))
            given[name] = str(value)
        read = {
            known[name].name: known[name].metadata["read"](name, text.strip())
            for name, text in given.items()
            if text.strip()
        }
        return cls(**read)


def _unknown(name: str, known: Mapping[str, object]) -> str:
    near = get_close_matches(name.upper(), known, n=1)
    hint = f"Did you mean {near[0]}?" if near else f"There are {', '.join(known)}."
    return f"There is no setting {name!r}. {hint}"
