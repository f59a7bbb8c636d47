"""A sheet: its exercises and settings, its JSON, and the reader that checks each field.

May import ``conventions``, ``ranking``, ``numbers`` and ``errors``; all other packages of ``ireval.exercises`` use
it. ``tests/ireval/exercises/sheet/test_sheet_reader.py`` tests it, ``tests/test_architecture.py`` checks its imports.
"""
