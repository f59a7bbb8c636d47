"""Reports on the store for the person who runs the server: figures for Prometheus, large sheets, stuck jobs.

May import the modules of `web.store`; `web.operation` and the commands of `web.store` use it.
`tests/web/store/test_inspection.py` and `tests/web/operation/test_gauges.py` test it.
"""
