"""The worker: takes jobs from the store, has processes of its own do them within limits, and stores what they make.

``distributors`` says who gives jobs to workers, ``runner`` does one job, ``processes`` starts and ends the processes,
and ``worker`` is what they run. May import ``web.store``, ``web.server`` and ``ireval``; only ``web.jobs`` uses
it. ``tests/web/jobs`` tests it.
"""
