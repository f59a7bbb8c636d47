"""One list explained: step tables, calculations, curves, all presets side by side, the reference, tables to take away.

May import ``measure`` and what stands below it; the diagnosis, sheets, the command line and all pages use it.
``tests/ireval/explanation`` tests it, ``tests/test_architecture.py`` keeps its imports so.
"""
