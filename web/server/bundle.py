"""Scripts, style sheets and templates as browsers receive them: what is there for maintainers alone is left out.

A script or a style sheet has everything that it imports in one file. The sources are ES modules. Loaded one by one they
would be three dozen requests for the lab. So each module becomes a function in the file of the page's script, called
once, after the modules that it imports. Comments on lines of their own and indentation are left out. Imports must be at
the start of a line, and exports must be `const`, `class` or `function`; anything else is refused. A style sheet takes
the place of the line that imports it: together they compress to two thirds of what they do one by one. Indentation of
templates is left out when they are compiled.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

COMMENT = re.compile(r"^[ \t]*(?://[^\n]*|/\*\*(?:(?!\*/).)*\*/[ \t]*)\n", re.MULTILINE | re.DOTALL)
INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)  # no string has a line break: ESLint forbids it
IMPORT = re.compile(r'^import (?:(\{[^}]*\}|\* as \w+) from )?"(\.[^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:const|class|(?:async )?function\*?) (\w+))", re.MULTILINE)
OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
#: Comments and indentation in a style sheet.
NEEDLESS = re.compile(r"/\*(?:(?!\*/).)*\*/|^[ \t]+|\n(?=\n)", re.MULTILINE | re.DOTALL)
#: White space of a template: from the end of a line on, or at the start of one after a tag that took the line's end.
TEMPLATE_INDENTATION = re.compile(r"[ \t]*\n\s*|^[ \t]+")
#: Elements that stand in sentences.
INLINE = re.compile(r"</?(?:a|abbr|b|button|code|em|input|kbd|label|select|small|span|strong|sub|sup|svg|time)\b")
#: Browsers show no white space beside the tags of rows and cells.
TABLE_PART_AFTER = re.compile(r"</?(?:td|th|tr|thead|tbody)\b")
TABLE_PART_BEFORE = re.compile(r"</?(?:td|th|tr|thead|tbody)(?: [^<>]*)?>$")
SHEET = re.compile(r'^@import "(\.[^"]+)";\n', re.MULTILINE)


class Module(NamedTuple):
    """A module: the names that it imports from each other module, those that it exports, and its code as a function."""

    imports: dict[str, list[str]]
    exports: list[str]
    code: str


class WithoutIndentation(Extension):
    """Compiles templates without the indentation of their lines; white space that shows stays."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """The tokens of a template; what lies between its tags has no indentation."""
        for token in stream:
            if token.type == "data":
                yield Token(token.lineno, token.type, TEMPLATE_INDENTATION.sub(_shortest, token.value))
            else:
                yield token


def _shortest(white: re.Match[str]) -> str:
    """A line break between blocks, and a space within a tag or a sentence; nothing between the parts of a table."""
    before, after = white.string[: white.start()], white.string[white.end() :]
    if TABLE_PART_AFTER.match(after) or TABLE_PART_BEFORE.search(before):
        return ""
    is_between_blocks = before.endswith(">") and (not after or (after[0] == "<" and not INLINE.match(after)))
    return "\n" if "\n" in white[0] and is_between_blocks else " "


def bundles(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The same files, except scripts that another script imports; each other script contains all that it needs."""
    modules = {name: _module(name, text.decode("utf-8")) for name, text in files.items() if name.endswith(".js")}
    imported = {name for module in modules.values() for name in module.imports}
    whole = {name: "".join(part.code for part in _needed(name, modules)).encode() for name in modules}
    whole |= {name: _sheet(name, files).encode() for name in files if name.endswith(".css")}
    return {name: whole.get(name, content) for name, content in files.items() if name not in imported}


def _sheet(name: str, files: Mapping[str, bytes]) -> str:
    """A style sheet with those that it imports."""

    def imported(found: re.Match[str]) -> str:
        return _sheet(posixpath.normpath(posixpath.join(posixpath.dirname(name), found[1])), files)

    return SHEET.sub(imported, NEEDLESS.sub("", files[name].decode("utf-8")).lstrip("\n"))


def _module(name: str, source: str) -> Module:
    imports: dict[str, list[str]] = {}

    def bound(found: re.Match[str]) -> str:
        names, address = found.groups()
        other = posixpath.normpath(posixpath.join(posixpath.dirname(name), address))
        imports.setdefault(other, []).extend(re.findall(r"(?:[{,]\s*)(\w+)", names or ""))
        if not names:
            return ""
        pattern = names.removeprefix("* as ") if names[0] == "*" else names.replace(" as ", ": ")
        return f"const {pattern} = {_variable(other)};\n"

    code = IMPORT.sub(bound, COMMENT.sub("", source))
    exports = EXPORT.findall(code)
    code = EXPORT.sub("", code)
    other = OTHER.search(code)
    if other:
        raise ValueError(f"{name} has a line that cannot be bundled: {other[0]}")
    code = INDENTATION.sub("", code).strip()
    returned = f"return {{ {', '.join(exports)} }};\n" if exports else ""
    return Module(imports, exports, f"const {_variable(name)} = (() => {{\n{code}\n{returned}}})();\n")


def _variable(name: str) -> str:
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))


def _needed(entry: str, modules: Mapping[str, Module]) -> list[Module]:
    """The module and all that it needs, each after the modules that it imports, as a browser would run them."""
    found: dict[str, Module] = {}

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in path:
            raise LookupError(f"Scripts import each other in a circle: {' -> '.join((*path, name))}.")
        if name not in modules:
            raise LookupError(f"{path[-1]} imports {name}, which is not among the static files.")
        if name not in found:
            for other, names in modules[name].imports.items():
                visit(other, (*path, name))
                absent = set(names) - set(modules[other].exports)
                if absent:
                    raise LookupError(f"{name} imports {', '.join(sorted(absent))}, which {other} does not export.")
            found[name] = modules[name]

    visit(entry, ())
    return list(found.values())
