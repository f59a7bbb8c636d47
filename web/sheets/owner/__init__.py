"""The pages of a sheet's owner: the results of the class, the links, and the published sheet as files.

May import the modules of `web.sheets`; only `app` uses it. `tests/web/sheets/test_owner.py` tests it,
`tests/test_architecture.py` checks its imports.
"""
