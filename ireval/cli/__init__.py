"""The command line, ``python -m ireval``, with one file for each command.

May import every other package of ``ireval``; only ``__main__`` uses it. ``tests/ireval/cli`` tests it.
"""
