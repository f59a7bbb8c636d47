"""Moodle's own formats: Moodle XML, with cloze questions for several gaps, and GIFT.

May import ``exports.shared`` and what stands below it; ``platform_files`` uses its writers.
``tests/ireval/exercises/exports/test_moodle_xml.py`` tests it, ``tests/test_architecture.py`` checks its imports.
"""
