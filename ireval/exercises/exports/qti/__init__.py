"""QTI, the standard for tests: version 2.1 for OpenOlat and TAO, 1.2 for Canvas, and ILIAS's own form of 1.2.

May import ``exports.shared`` and what stands below it; ``platform_files`` uses its writers.
``tests/ireval/exercises/exports/test_qti21.py`` tests it, ``tests/test_architecture.py`` checks its imports.
"""
