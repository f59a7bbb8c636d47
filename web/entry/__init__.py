"""Enter my ranking: labels, names, R and the collection in one form, with a preview of what was understood.

May import `lab` and what `lab` may import; templates of the lab use its form. `tests/web/entry` tests it,
`tests/test_architecture.py` keeps its imports so.
"""
