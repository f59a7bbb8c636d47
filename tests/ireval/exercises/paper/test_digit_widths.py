"""All digits are equally wide on paper: the key measures one text for all that differ in their digits alone."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

typst = pytest.importorskip("typst")

#: What stands between, before and after digits in calculations and names.
BESIDE = [*"()[]/·−+.,=-_ ", "log2(", "P@", "d", "f", "r", "T", "A", "V", "W", "y"]
SOURCE = """
#set text(font: ("Libertinus Serif", "DejaVu Sans"), size: 100pt, lang: "en", region: "gb", number-width: "tabular")
#let beside = json(bytes(sys.inputs.beside))
#context {
  let widths = ()
  for other in beside {
    for a in range(10) {
      for b in range(10) {
        for weight in ("regular", "bold") {
          widths.push((other, weight, measure(text(weight: weight, str(a) + other + str(b) + str(a))).width.pt()))
        }
      }
    }
  }
  [#metadata(widths)<widths>]
}
"""


def test_digits_are_equally_wide(tmp_path: Path) -> None:
    source = tmp_path / "widths.typ"
    source.write_text(SOURCE, encoding="utf-8")
    found = find_spec("ziafont")
    assert found and found.origin
    fonts = typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=True, font_paths=[str(Path(found.origin).parent / "fonts")]
    )
    compiler = typst.Compiler(str(source), font_paths=fonts, sys_inputs={"beside": json.dumps(BESIDE)})
    (widths,) = json.loads(compiler.query("<widths>", field="value"))
    spread: dict[tuple[str, ...], set[float]] = {}
    for *where, width in widths:
        spread.setdefault(tuple(where), set()).add(round(width, 6))
    assert len(spread) == 2 * len(BESIDE)
    assert all(len(different) == 1 for different in spread.values()), spread
