"""Figures and tables as files, the links to them, and addresses as QR codes.

May import the floors below: `charts`, `state` and `server`; downloads, the switchboard, comparisons, experiments and
sheets use it. `tests/web/downloads` tests it, `tests/test_architecture.py` checks its imports.
"""
