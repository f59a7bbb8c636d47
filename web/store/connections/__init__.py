"""How a process is connected to its database: the engine, the places for transactions, and the time that each may wait.

May import the modules of `web.store`; only `web.store.database` and `web.store.erasure` use it.
`tests/web/store/test_bulkhead.py` and `tests/web/store/test_failing_databases.py` test it.
"""
