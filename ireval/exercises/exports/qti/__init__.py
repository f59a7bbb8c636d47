"""QTI, the standard for tests: 2.1 as OpenOlat and TAO read it, 1.2 as Canvas does, and the 1.2 of ILIAS's own.

May import what the formats share in ``exercises.exports``; ``platform_files`` lists its writers.
``tests/exercises/test_qti21.py`` tests it, ``tests/test_architecture.py`` keeps its imports so.
"""
