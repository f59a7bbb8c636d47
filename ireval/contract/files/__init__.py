"""Files of other people that are held to a contract: loaded, and checked in a process that may be stopped.

``declared_file`` loads a file and says what a contract is, ``staged_checks`` runs its checks, ``check_process`` starts
``check_worker``, which runs them in a process of its own. May import ``contract.finding`` and what stands below the
contract; the contracts and the commands with ``--check`` use it. ``tests/ireval/contract/test_check_process.py`` tests
it.
"""
