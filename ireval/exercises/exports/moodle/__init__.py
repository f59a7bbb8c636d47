"""Moodle's own formats: its XML, with questions that have gaps in them, and GIFT.

May import ``exports.shared`` and what stands below it; ``platform_files`` uses its writers.
``tests/ireval/exercises/exports/test_moodle_xml.py`` tests it, ``tests/test_architecture.py`` keeps its imports so.
"""
