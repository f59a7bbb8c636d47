"""Forms as the bytes that a browser would send, and as bytes that none would."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tests.fuzz.dice import Dice
from tests.fuzz.headers import Headers
from tests.fuzz.lab_queries import Pairs, encoded
from tests.fuzz.wire import Sent

URLENCODED = "application/x-www-form-urlencoded"
_BOUNDARY = "i9zboundary"
MULTIPART = f"multipart/form-data; boundary={_BOUNDARY}"

#: What somebody may take for the file that is asked for.
FILES = [
    *(
        b"",
        b"\0" * 50,
        b"\xff\xfe{\0}\0",
        b"\xef\xbb\xbf{}",
        b"%PDF-1.7\n",
        b"PK\x03\x04",
        b"\x1f\x8b\x08\0",
        b"[" * 5000,
    ),
    *(b"{}", b"[]", b"null", b"NaN", b'{"a":1e999}', b'"\\ud800"', b'{"title": "x", "items": [{"lab": "labels=1"}]}'),
    *(b"http://localhost:8000/lab?labels=101\n" * 3, b"<svg onload=alert(1)>", b"x" * 200_000, b"\xe9\xff\n" * 9),
]
#: Bytes at places where none belong.
_ODD = [
    b"%",
    b"%zz",
    b"%ff",
    b"%00",
    b"%u0031",
    b"&&",
    b"=",
    b"==&",
    b";",
    b"\0",
    b"\xff",
    b"&" * 5000,
    b"+",
    b"&a",
    b"\r\n",
]


class Fields(NamedTuple):
    """The fields of a form, what some of them offer, and its buttons."""

    fields: Pairs
    offered: Pairs = ()
    buttons: Pairs = ()


def changed(dice: Dice, form: Fields, names: Sequence[str], value: Callable[[], str]) -> Pairs:
    """The fields of a form after a few changes: another value, one field more or less, one twice, another button."""
    found = [*form.fields]
    for _ in range(dice.choice([0, 1, 1, 1, 2, 2, 3, 4])):
        _change(dice, found, form, names, value)
    if form.buttons and dice.chance(0.5):
        found.append(dice.choice(form.buttons))
    elif form.buttons and dice.chance(0.2):
        found.append((dice.choice(form.buttons)[0], value()))
    return tuple(found)


def _change(
    dice: Dice, found: list[tuple[str, str]], form: Fields, names: Sequence[str], value: Callable[[], str]
) -> None:
    what = dice.choice(["value", "value", "value", "value", "swap", "add", "known", "delete", "double", "name"])
    if what == "add" or not found:
        found.append((dice.choice(names), value()))
        return
    at = dice.below(len(found))
    name, old = found[at]
    if what == "known":
        found.append(dice.choice([*form.offered, (name, old)]))
    elif what == "value":
        found[at] = (name, dice.damaged(old, dice.hostile()) if dice.chance(0.2) else value())
    elif what == "name":
        found[at] = (dice.choice(names) if dice.chance(0.7) else dice.hostile(), old)
    elif what == "swap":
        found[at] = (name, dice.choice([*form.fields, *form.offered])[1] if form.fields else old)
    elif what == "double":
        found.insert(at, (name, value()))
    else:
        del found[at]


def sent_form(dice: Dice, fields: Pairs, files: tuple[str, ...] = ()) -> tuple[Headers, bytes]:
    """A form as bytes with their type: as it should be, or with damage."""
    if (files and dice.chance(0.8)) or dice.chance(0.08):
        named = tuple((field, dice.mostly("sheet.json"), upload(dice)) for field in files)
        return multipart_body(fields, named)
    plain = encoded(fields).encode()
    kind = URLENCODED if dice.chance(0.95) else dice.choice(["text/plain", "application/json", MULTIPART, ""])
    odd = dice.choice(_ODD) if dice.chance(0.7) else dice.binary()
    if dice.chance(0.08):
        plain = dice.damaged(plain, odd) if dice.chance(0.6) else dice.cut(plain) + odd
    return (("Content-Type", kind),), plain


def upload(dice: Dice) -> bytes:
    """The bytes of a file."""
    return dice.choice(FILES) if dice.chance(0.8) else dice.binary()


def posted(target: str, form: tuple[Headers, bytes], more: Headers) -> Sent:
    """The request that sends a form; one of the headers may say another type."""
    own = {name for name, _ in more}
    path, mark, query = target.partition("?")
    return Sent("POST", path, mark + query, (*((n, v) for n, v in form[0] if n not in own), *more), form[1])


def multipart_body(fields: Pairs, files: tuple[tuple[str, str, bytes], ...]) -> tuple[Headers, bytes]:
    """Fields, and files as field, name and content, in parts."""
    parts = [_part(f'name="{_quoted(name)}"', _bytes(value)) for name, value in fields]
    parts += [_part(f'name="{_quoted(field)}"; filename="{_quoted(name)}"', data) for field, name, data in files]
    return (("Content-Type", MULTIPART),), b"".join(parts) + f"--{_BOUNDARY}--\r\n".encode()


def _part(disposition: str, data: bytes) -> bytes:
    head = f"--{_BOUNDARY}\r\nContent-Disposition: form-data; {disposition}\r\n\r\n"
    return head.encode("utf-8", "surrogatepass") + data + b"\r\n"


def _quoted(text: str) -> str:
    return text.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
