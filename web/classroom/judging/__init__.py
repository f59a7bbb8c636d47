"""A class judges documents together: who judges which, how far it agrees, and the systems under its labels.

``judging_bodies`` makes the body of a round, and ``judging_round`` computes from it and from the answers all that the
pages show. It may import ``course``, ``store``, ``charts`` and what these use; the pages of the room use it.
`tests/web/classroom/judging` tests it.
"""
