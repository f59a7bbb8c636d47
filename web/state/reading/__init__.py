"""How the parts of an address and of a form are read.

May import the rest of the state; `web.state.address` and the lab's form use it. `tests/web/state` tests it,
`tests/test_architecture.py` keeps its imports so.
"""
