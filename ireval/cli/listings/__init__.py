"""The commands that list what there is: measures, mistakes, kinds of exercises, export formats; and check a file.

May import what ``ireval.cli`` may; only ``ireval.cli.program`` uses it. ``tests/ireval/contract/test_check_process.py``
and ``tests/ireval/exercises/contracts`` test it.
"""
