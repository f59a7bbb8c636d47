"""A state in words: the titles of its lists, and scores as pages write them.

May import the rest of `web.state` and `web.formulas`; charts, the lab and every page with scores use it.
`tests/web/state` and `tests/web/lab` test it, `tests/test_architecture.py` checks its imports.
"""
