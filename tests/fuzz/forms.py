"""The forms of a page, as a browser would send them: names, values, choices, and buttons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin

from lxml import html

CONTROLS = ("button", "input", "select", "textarea")


@dataclass(frozen=True)
class Form:
    """A form: where it goes, what a browser sends of it, and what else its fields may have."""

    method: str
    action: str
    fields: tuple[tuple[str, str], ...]
    #: What a list, a radio button or a checkbox offers, as name and value.
    offered: tuple[tuple[str, str], ...] = ()
    buttons: tuple[tuple[str, str], ...] = ()
    #: Fields that take files.
    files: tuple[str, ...] = ()


def forms(page: str, address: str) -> list[Form]:
    """The forms of a page at an address, and one more for each button that leads elsewhere."""
    root = html.document_fromstring(page)
    found: list[Form] = []
    for form in root.iter("form"):
        inside = list(form.iter(*CONTROLS))
        if form.get("id"):
            inside += [e for e in root.iter(*CONTROLS) if e.get("form") == form.get("id") and e not in inside]
        found += _read(form, [e for e in inside if e.get("disabled") is None], address)
    return found


def _read(form: Any, elements: list[Any], address: str) -> Iterator[Form]:
    fields, offered, files = [], [], []
    buttons: dict[tuple[str, str], list[tuple[str, str]]] = {}
    method, action = form.get("method", "get").upper(), form.get("action", "").partition("#")[0] or address
    for element in elements:
        name, kind = element.get("name", ""), element.get("type", "")
        if element.tag == "button" or kind == "submit":
            goes = element.get("formmethod", method).upper(), urljoin(address, element.get("formaction") or action)
            buttons.setdefault(goes, []).extend([(name, element.get("value", ""))] if name else [])
        elif not name:
            continue
        elif element.tag == "select":
            values = [o.get("value", o.text or "") for o in element.iter("option")]
            chosen = [o.get("value", o.text or "") for o in element.iter("option") if o.get("selected") is not None]
            fields += [(name, value) for value in (chosen or values[:1])]
            offered += [(name, value) for value in values]
        elif kind in {"radio", "checkbox"}:
            pair = name, element.get("value", "on")
            fields += [pair] if element.get("checked") is not None else []
            offered.append(pair)
        elif kind == "file":
            files.append(name)
        elif element.tag in {"input", "textarea"}:
            fields.append((name, element.get("value", "") if element.tag == "input" else _text(element)))
    goes = method, urljoin(address, action)
    buttons.setdefault(goes, [])
    for (how, where), pressed in buttons.items():
        yield Form(how, where, tuple(fields), tuple(offered), tuple(pressed), tuple(files))


def _text(element: Any) -> str:
    return "".join(element.itertext())
