"""What the project's modules say, read from their syntax once for all tests."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

#: Makes a message, with its key among the arguments: at which place.
KEY_AT = {"Message": 0, "InputError": 1, "FileError": 3, "file_error": 1, "Refused": 1}
KEY_AT |= {"SettingError": 0, "StorageError": 0, "ThirdPartyError": 0}


#: How a key begins that is put together from parts.
_BEGINNING = re.compile(r"[a-z][a-z0-9]+-[a-z0-9-]*")


class Source(NamedTuple):
    """A module's docstring, number of lines, imports, texts, and calls that make messages.

    ``composed`` are patterns of the keys that it puts together, as ``interval-{name}``.
    """

    docstring: str
    lines: int
    imports: tuple[ast.Import | ast.ImportFrom, ...]
    texts: frozenset[str]
    messages: tuple[ast.Call, ...]
    composed: frozenset[str] = frozenset()


@cache
def source(path: Path) -> Source:
    """The module in a file."""
    return read_source(path.read_text("utf-8"))


def read_source(text: str) -> Source:
    """The module with this text."""
    tree = ast.parse(text)
    imports, texts, messages = list[ast.Import | ast.ImportFrom](), set[str](), list[ast.Call]()
    composed = set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            imports.append(node)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            texts.add(node.value)
        elif isinstance(node, ast.JoinedStr) and (pattern := _pattern(node)):
            composed.add(pattern)
        elif isinstance(node, ast.Call) and called(node) in KEY_AT:
            messages.append(node)
    docstring = ast.get_docstring(tree) or ""
    return Source(
        docstring, len(text.splitlines()), tuple(imports), frozenset(texts), tuple(messages), frozenset(composed)
    )


def _pattern(node: ast.JoinedStr) -> str:
    """What a text that is put together looks like; empty unless it begins as a key does."""
    parts = [str(x.value) if isinstance(x, ast.Constant) else None for x in node.values]
    if not parts[0] or not _BEGINNING.fullmatch(parts[0]):
        return ""
    return "".join("[a-z0-9-]*" if part is None else re.escape(part) for part in parts)


def called(call: ast.Call) -> str:
    """The name of what is called."""
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
