"""The switchboard: every measure of a list under every preset, what differs, and why.

May import `lab` and what `lab` may import; the downloads use its table. `tests/web/switchboard` tests it,
`tests/test_architecture.py` keeps its imports so.
"""
