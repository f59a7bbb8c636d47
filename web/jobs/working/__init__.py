"""The worker: takes jobs from the store, runs them in processes of its own within limits, and stores the results.

``distributors`` chooses how jobs are given to workers, ``runner`` does one job, ``processes`` starts and ends the
processes, and ``worker`` is what they run. May import ``web.store``, ``web.server`` and ``ireval``; only ``web.jobs``
uses it. ``tests/web/jobs`` tests it.
"""
