"""The command line, one file a command: ``python -m ireval``.

May import every other room of ``ireval``; nothing imports it but ``__main__``. ``tests/ireval/cli`` tests it.
"""
