"""The glossary: all terms of the product with their meanings, from ``docs/glossary.md``.

May import nothing of the core; lessons and the pages use it. ``tests/ireval/glossary`` tests it,
``tests/test_architecture.py`` checks its imports.
"""

from ireval.glossary.terms import Term, glossary, readers_terms, term_named

__all__ = ["Term", "glossary", "readers_terms", "term_named"]
