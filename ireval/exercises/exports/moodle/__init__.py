"""Moodle's own formats: its XML, with questions that have gaps in them, and GIFT.

May import what the formats share in ``exercises.exports``; ``platform_files`` lists its writers.
``tests/exercises/test_moodle_xml.py`` tests it, ``tests/test_architecture.py`` keeps its imports so.
"""
