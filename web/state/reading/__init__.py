"""Reads the parts of addresses and forms.

May import the rest of the state; `web.state.address` and the lab's form use it. `tests/web/state` tests it,
`tests/test_architecture.py` checks its imports.
"""
