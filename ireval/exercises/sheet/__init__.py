"""What a sheet is: its exercises and settings, its JSON, and the reader that checks every field by itself.

May import ``conventions``, ``ranking``, ``numbers`` and ``errors``; all other packages of ``ireval.exercises`` use
it. ``tests/ireval/exercises/sheet/test_sheet_reader.py`` tests it, ``tests/test_architecture.py`` keeps its imports so.
"""
