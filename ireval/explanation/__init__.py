"""Explains one list: step tables, calculations, curves, all presets side by side, the reference, tables to download.

May import ``measure`` and everything below it; the diagnosis, sheets, the command line and all pages use it.
``tests/ireval/explanation`` tests it, ``tests/test_architecture.py`` keeps its imports so.
"""
