"""Readers of the values of settings: each takes the name and the text of a variable, and raises ``SettingError``."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

from ireval.messages import Message
from ireval.messages.keyed_error import KeyedError

YES = {"1", "true", "yes", "on"}
NO = {"0", "false", "no", "off"}
SECRET = 16  # characters that a secret must have
HOST = re.compile(r"(?:\*\.)?(?:[\w-]+(?:\.[\w-]+)*|\[[0-9A-Fa-f:.]+\])(?::([0-9]{1,5}))?")
SITE = re.compile(r"\*|'self'|https?://(?:\*\.)?[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*(?::([0-9]{1,5}))?")


class SettingError(KeyedError):
    """A setting has a value that cannot be used; the text says how to correct it."""


def refusal(name: str, text: str, wanted: Message, example: str) -> SettingError:
    """The error about a setting that is not usable, with what it must be and an example."""
    return SettingError("setting-not-usable", name=name, text=text, wanted=wanted, example=example)


def whole(low: int, high: int, example: int) -> Callable[[str, str], int]:
    """A reader of whole numbers from ``low`` to ``high``."""

    def read(name: str, text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,9}", text) or not low <= int(text) <= high:
            wanted = Message("setting-whole-number", least=low, most=high)
            raise refusal(name, text, wanted, str(example))
        return int(text)

    return read


def switch(name: str, text: str) -> bool:
    """Whether a switch is on."""
    if text.lower() not in YES | NO:
        raise refusal(name, text, Message("setting-switch"), "1")
    return text.lower() in YES


def host(name: str, text: str) -> str:
    """A name or address to listen on."""
    if not re.fullmatch(r"[A-Za-z0-9._:%-]+", text):
        raise refusal(name, text, Message("setting-host"), "0.0.0.0")
    return text


def hosts(name: str, text: str) -> str:
    """Host names, each perhaps with a port; names with other letters as browsers send them."""
    found = []
    for host in text.replace(",", " ").split():
        match = HOST.fullmatch(host)
        try:
            plain = host.lower().encode("idna").decode()
        except UnicodeError:
            match = None
        if not match or int(match[1] or 0) > 65535:
            raise refusal(name, text, Message("setting-hosts"), "ireval.example.org")
        found.append(plain)
    return " ".join(found)


def prefix(name: str, text: str) -> str:
    """A path without a slash at its end."""
    path = text.rstrip("/")
    if path and not re.fullmatch(r"(/[A-Za-z0-9._~-]+)+", path):
        raise refusal(name, text, Message("setting-path"), "/ireval")
    return path


def framers(name: str, text: str) -> str:
    """Sources of a security policy; they cannot end their directive or begin another one."""
    for source in text.split():
        found = SITE.fullmatch(source)
        if not found or int(found[1] or 0) > 65535:
            raise refusal(name, text, Message("setting-sites"), "https://moodle.example.org")
    return " ".join(text.split())


def database(name: str, text: str) -> str:
    """The URL of a database; an error does not show its password."""
    if not re.fullmatch(r"sqlite:///.+|postgres(ql)?://.+", text, re.DOTALL) or text.startswith("sqlite:///:memory:"):
        shown = re.sub(r"//.*@", "//...@", text, flags=re.DOTALL)  # without a password
        raise refusal(name, shown, Message("setting-database"), "sqlite:////srv/ireval/sheets.sqlite")
    return text


def secret(name: str, text: str) -> str:
    """A secret that is long enough."""
    if len(text) < SECRET:
        raise SettingError("secret-too-short", name=name, least=SECRET)
    return text


def folder(name: str, text: str) -> str:
    """The whole path of a folder."""
    if "\0" in text or not Path(text).is_absolute():
        raise refusal(name, text.replace("\0", "?"), Message("setting-folder"), "/srv/ireval/lessons")
    return text


def folders(name: str, text: str) -> str:
    """The whole paths of folders."""
    for each in filter(None, text.split(os.pathsep)):
        folder(name, each)
    return text


def rate(name: str, text: str) -> str:
    """A number of requests in a time, as Flask-Limiter writes it."""
    if not re.fullmatch(r"[1-9][0-9]{0,6}/(second|minute|hour|day)", text):
        raise refusal(name, text, Message("setting-rate"), "100/minute")
    return text


def choice(*choices: str) -> Callable[[str, str], str]:
    """A reader of one of some words, in any case."""

    def read(name: str, text: str) -> str:
        if text.lower() not in choices:
            raise refusal(name, text, Message("setting-choice", choices=list(choices)), choices[0])
        return text.lower()

    return read


def address(name: str, text: str) -> str:
    """A host and a port."""
    found = re.fullmatch(r"(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.%]+\]):([0-9]{1,5})", text)
    if not found or int(found[1]) > 65535:
        raise refusal(name, text, Message("setting-address"), "127.0.0.1:9100")
    return text


def storage(name: str, text: str) -> str:
    """Where requests are counted, as Flask-Limiter writes it; an error does not show a password."""
    if not re.fullmatch(r"memory://|(rediss?|redis\+unix)://.+", text, re.DOTALL):
        shown = re.sub(r"//.*@", "//...@", text, flags=re.DOTALL)  # without a password
        raise refusal(name, shown, Message("setting-storage"), "redis://127.0.0.1:6379/0")
    return text
