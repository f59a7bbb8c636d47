"""The commands that list measures, mistakes, kinds of exercises and export formats, and that check a file of one.

May import what ``ireval.cli`` may; only ``ireval.cli.program`` uses it. ``tests/ireval/contract/test_check_process.py``
and ``tests/ireval/exercises/contracts`` test it.
"""
