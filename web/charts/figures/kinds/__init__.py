"""The kinds of figures, one module each: what a measure's file can declare, and what draws it on a sheet.

May import the rest of `figures` and what that may; the figures use it. `tests/web/charts/figures` tests it.
"""
