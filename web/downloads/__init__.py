"""Downloads from the lab: tables, charts, qrels and runs, steps of lessons, and its address as a QR code.

May import `switchboard`, `lab` and what these may import; sheets use its QR codes. `tests/web/downloads` tests it,
`tests/test_architecture.py` keeps its imports so.
"""
