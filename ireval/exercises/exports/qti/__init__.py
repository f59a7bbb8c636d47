"""QTI, the standard for tests: 2.1 as OpenOlat and TAO read it, 1.2 as Canvas does, and the 1.2 of ILIAS's own.

May import ``exports.shared`` and what stands below it; ``platform_files`` uses its writers.
``tests/ireval/exercises/exports/test_qti21.py`` tests it, ``tests/test_architecture.py`` keeps its imports so.
"""
