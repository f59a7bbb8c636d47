"""Files that were right once: lines and cells changed, compressed, in another encoding, damaged."""

from __future__ import annotations

import gzip

from tests.fuzz.dice import Dice

_ENCODINGS = ["utf-8-sig", "utf-16", "utf-32", "latin-1", "cp1252"]
_SEPARATORS = ["\t", "  ", ",", ";", "\u00a0", "\u3000", "\x0b", "\x1c", ""]
_ENDS = ["\r\n", "\r", "\u2028", "\x85", "\x0c", ""]
Lines = tuple[tuple[str, ...], ...]


def changed_lines(dice: Dice, lines: Lines) -> Lines:
    """The cells of a file after a few changes."""
    cells = [cell for line in lines for cell in line]

    def change() -> tuple[str, int, int, str]:
        what = dice.choice(["cell", "cell", "cell", "cell", "delete", "double", "more", "fewer", "line"])
        return what, dice.below(len(lines)), dice.below(6), dice.hostile() if dice.chance(0.7) else dice.choice(cells)

    return _apply(lines, dice.several(change, 4))


def _apply(lines: Lines, changes: list[tuple[str, int, int, str]]) -> Lines:
    found = [[*line] for line in lines]
    for what, row, cell, text in changes:
        if not found:
            break
        at = min(row, len(found) - 1)
        line = found[at]
        if what == "cell" and line:
            line[cell % len(line)] = text
        elif what == "delete":
            del found[at]
        elif what == "double":
            found.insert(cell % len(found), [*line])
        elif what == "more":
            line.append(text)
        elif what == "fewer" and line:
            line.pop(cell % len(line))
        elif what == "line":
            found.insert(at, [text])
    return tuple(tuple(line) for line in found)


def file_of(dice: Dice, lines: Lines) -> bytes:
    """A file with these lines after a few changes, mostly as a file should be."""
    separator = " " if dice.chance(0.8) else dice.choice(_SEPARATORS)
    end = "\n" if dice.chance(0.8) else dice.choice(_ENDS)
    encoding = "utf-8" if dice.chance(0.9) else dice.choice(_ENCODINGS)
    return compressed(dice, _joined(changed_lines(dice, lines), separator, end, encoding))


def compressed(dice: Dice, plain: bytes) -> bytes:
    """Bytes as they are, or as a gzip archive, perhaps a broken one."""
    if dice.chance(0.75):
        return plain
    packed = gzip.compress(plain, 1, mtime=0)
    kind = dice.below(5)
    if kind == 0:
        return packed
    if kind == 1:
        return bytes(dice.cut(packed))
    return packed + plain if kind == 2 else bytes(dice.damaged(packed, dice.binary()))


def _joined(lines: Lines, separator: str, end: str, encoding: str) -> bytes:
    text = end.join(separator.join(line) for line in lines) + end
    errors = "surrogatepass" if encoding.startswith("utf") else "replace"
    return text.encode(encoding, errors)
