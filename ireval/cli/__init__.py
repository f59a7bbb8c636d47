"""The command line, one file a command: ``python -m ireval``.

May import every other room of ``ireval``; only ``__main__`` uses it. ``tests/ireval/cli`` tests it.
"""
