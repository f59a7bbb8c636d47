"""Reads fields in YAML, in a lesson's front matter and in its directives, with the line of each field.

Every value is the text as it was typed, because labels such as 0110 would otherwise become numbers. ``numbers`` are the
names of fields that are read as numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import yaml

from ireval.errors import nearest
from ireval.lessons.lesson_faults import Faults

#: The deepest nesting of lists and fields.
DEEPEST = 20
_BEGINNINGS = (
    *(yaml.FlowSequenceStartToken, yaml.FlowMappingStartToken),
    *(yaml.BlockSequenceStartToken, yaml.BlockMappingStartToken),
)
_ENDS = (yaml.FlowSequenceEndToken, yaml.FlowMappingEndToken, yaml.BlockEndToken)


@dataclass
class Fields:
    """Fields by name: texts, lists, and nested fields; ``lines`` has the line of each by its path: ``list.labels``.

    ``line`` is the line where the fields begin. They are not ``sound`` if they could not be read; the fault is noted.
    """

    data: dict[str, Any]
    lines: dict[str, int]
    line: int
    faults: Faults = field(repr=False)
    sound: bool = True

    def line_of(self, path: str) -> int:
        """The line of a field or, if the field is missing, of the field that would contain it."""
        while path:
            if path in self.lines:
                return self.lines[path]
            path = path.rpartition(".")[0]
        return self.line

    def text(self, name: str, usual: str = "") -> str:
        """The value of a field that is one text; ``usual`` if it is missing."""
        value = self.data.get(name, usual)
        if isinstance(value, str):
            return value.strip()
        self.faults.add(self.line_of(name), "lesson-field-not-text", name=name)
        return usual

    def texts(self, name: str) -> tuple[str, ...]:
        """The values of a field that is a list of texts, or one text."""
        value = self.data.get(name, [])
        listed = [value] if isinstance(value, str) else value
        if isinstance(listed, list) and all(isinstance(one, str) for one in listed):
            return tuple(" ".join(one.split()) for one in listed)
        self.faults.add(self.line_of(name), "lesson-field-not-texts", name=name)
        return ()

    def only(self, known: Iterable[str]) -> None:
        """Note a fault for every field whose name is not in ``known``."""
        names = list(known)
        for name in self.data:
            if name not in names:
                hint = nearest(name, names)
                self.faults.add(self.line_of(name), "lesson-unknown-field", name=name, hint=hint)


def read_fields(text: str, line: int, faults: Faults, numbers: Iterable[str] = ()) -> Fields:
    """Read the fields of a text that begins at ``line``; faults are noted."""
    found, known = Fields({}, {}, line, faults), len(faults.found)
    top = _parse_tree(text, line, faults)
    if isinstance(top, yaml.MappingNode):
        found.data = _mapping(top, "", found, frozenset(numbers))
    elif top is not None:
        faults.add(line, "lesson-no-fields")
    found.sound = len(faults.found) == known
    return found


class _RefusedSyntax(NamedTuple):
    key: str
    line: int


def _find_refused_syntax(text: str) -> _RefusedSyntax | None:
    """The first syntax that is refused before parsing: an alias, which may contain itself, or too deep nesting."""
    depth = 0
    for token in yaml.scan(text, Loader=yaml.BaseLoader):
        depth += isinstance(token, _BEGINNINGS) - isinstance(token, _ENDS)
        if isinstance(token, yaml.AliasToken):
            return _RefusedSyntax("lesson-yaml-alias", token.start_mark.line)
        if depth > DEEPEST:
            return _RefusedSyntax("lesson-too-deep", token.start_mark.line)
    return None


def _parse_tree(text: str, line: int, faults: Faults) -> yaml.Node | None:
    """The tree of a text in YAML; None if the text is empty or has a fault, which is noted."""
    try:
        refused = _find_refused_syntax(text)
        if refused:
            faults.add(line + refused.line, refused.key)
            return None
        return yaml.compose(text, Loader=yaml.BaseLoader)
    except yaml.MarkedYAMLError as error:
        place = error.problem_mark.line if error.problem_mark else 0
        faults.add(line + place, "lesson-not-yaml", reason=error.problem or error.context or "")
    except yaml.YAMLError:
        faults.add(line, "lesson-not-yaml", reason="characters that cannot be read")
    return None


def _mapping(node: yaml.MappingNode, path: str, found: Fields, numbers: frozenset[str]) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for key, value in node.value:
        line = found.line + key.start_mark.line
        name = key.value if isinstance(key, yaml.ScalarNode) else ""
        if not name or name in data:
            found.faults.add(line, "lesson-field-twice" if name else "lesson-no-fields", name=name)
            continue
        inner = f"{path}.{name}" if path else name
        found.lines[inner] = line
        data[name] = _value(value, inner, found, numbers)
    return data


def _value(node: yaml.Node, path: str, found: Fields, numbers: frozenset[str]) -> Any:
    if isinstance(node, yaml.MappingNode):
        return _mapping(node, path, found, numbers)
    if isinstance(node, yaml.SequenceNode):
        return list(_items(node, path, found, numbers))
    return _number(node.value) if path.rpartition(".")[2] in numbers else node.value


def _items(node: yaml.SequenceNode, path: str, found: Fields, numbers: frozenset[str]) -> Iterator[Any]:
    for place, value in enumerate(node.value):
        inner = f"{path}[{place}]"
        found.lines[inner] = found.line + value.start_mark.line
        yield _value(value, inner, found, numbers)


def _number(text: str) -> Any:
    """The text as a number; the text itself if it is not a number, which a later reader refuses."""
    try:
        return int(text)
    except ValueError:
        try:
            return float(text)
        except ValueError:
            return text
