"""Where tests find the project and the sources' worked examples."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parent.parent
STATIC = ROOT / "static"
README = ROOT / "README.md"
DOCS = ROOT / "docs"
WORKED_EXAMPLES = ROOT / "tests" / "golden" / "worked_examples.json"
