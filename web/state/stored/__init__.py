"""A topic of a collection in the lab: its stored labels, and the visitor's own labels.

May import the rest of the state and `web.collections`; addresses of the lab and the lab itself use it.
`tests/web/state` and `tests/web/lab` test it, `tests/test_architecture.py` checks its imports.
"""
