"""Files to take away from the lab: tables, charts, qrels and runs, its address as a QR code.

May import `switchboard`, `lab` and what stands below them; sheets use its QR codes. `tests/web/downloads` tests it,
`tests/test_architecture.py` keeps its imports so.
"""
