"""All pages, side by side. No page imports another one; only this module knows all of them.

A page is registered by its line in ``PAGES``. May import all of `web`; only `app` uses it.
`tests/test_architecture.py` keeps its imports so.
"""

from __future__ import annotations

from types import ModuleType
from typing import NamedTuple

from flask import Blueprint

from web.api import lists as api_lists
from web.api import routes as api
from web.classroom.lecturer import asking, ending, owner_link, pacing, room_results
from web.classroom.lecturer import room_actions as room
from web.classroom.lecturer import routes as classroom
from web.classroom.phone import routes as phone
from web.classroom.remote import routes as remote
from web.classroom.screen import routes as screen
from web.collections import owner_pages as collection_owner
from web.collections import reader_pages as collection_readers
from web.collections import routes as collections
from web.compare import api as compare_api
from web.compare import routes as compare
from web.downloads import chart_files, lesson_files
from web.downloads import routes as downloads
from web.entry import routes as entry
from web.experiments import routes as experiments
from web.experiments.assessors import routes as assessors
from web.experiments.diversity import routes as diversity
from web.experiments.guide import routes as guide
from web.experiments.incomplete import routes as incomplete
from web.experiments.significance import routes as simulated_tests
from web.glossary import routes as glossary
from web.jobs import api as jobs_api
from web.jobs import routes as jobs
from web.lab_page import embed, guesses
from web.lab_page import routes as lab
from web.lessons import review_routes
from web.lessons import routes as lessons
from web.lessons.lecture import printed_lesson
from web.measures import routes as measures
from web.playlist import routes as playlist
from web.practise import exam_routes as practise
from web.reproduction import api as reproduction_api
from web.reproduction import routes as reproduction
from web.search import routes as search
from web.sheets import api as sheets_api
from web.sheets.builder import publication
from web.sheets.builder import routes as builder
from web.sheets.owner import class_roster, closing, handout, recovery, removal, schedule
from web.sheets.owner import routes as owner
from web.sheets.student import routes as student
from web.switchboard import routes as switchboard
from web.why import api as why_api
from web.why import routes as why


class Page(NamedTuple):
    """The module of a page, whose ``bp`` has its addresses.

    A ``private`` page needs a secret link or cookie; anybody may open the others. The forms of a ``stateless``
    page store nothing, or carry a signed key of their own, so they need no protection against forgery.
    """

    module: ModuleType
    private: bool = False
    stateless: bool = False

    @property
    def bp(self) -> Blueprint:
        """The blueprint with the addresses of the page."""
        found: Blueprint = self.module.bp
        return found


PAGES = (
    Page(lab, stateless=True),
    Page(entry, stateless=True),
    Page(guesses),
    Page(embed, stateless=True),
    Page(chart_files),
    Page(measures, stateless=True),
    Page(playlist, stateless=True),
    Page(switchboard),
    Page(why),
    Page(why_api),
    Page(downloads),
    Page(api),
    Page(api_lists),
    Page(compare, stateless=True),
    Page(compare_api, stateless=True),
    Page(sheets_api, stateless=True),
    Page(builder, stateless=True),
    Page(lessons, stateless=True),
    Page(review_routes, stateless=True),
    Page(practise, stateless=True),
    Page(printed_lesson),
    Page(lesson_files),
    Page(glossary),
    Page(search),
    Page(experiments),
    Page(incomplete),
    Page(simulated_tests),
    Page(diversity, stateless=True),
    Page(guide),
    Page(assessors, stateless=True),
    Page(reproduction),
    Page(reproduction_api, stateless=True),
    Page(publication, private=True),
    Page(student, private=True),
    Page(owner, private=True),
    Page(class_roster, private=True),
    Page(closing, private=True),
    Page(schedule, private=True),
    Page(recovery, private=True),
    Page(removal, private=True),
    Page(handout, private=True),
    Page(jobs, private=True),
    Page(jobs_api, private=True, stateless=True),
    Page(classroom, private=True),
    Page(room, private=True),
    Page(owner_link, private=True),
    Page(ending, private=True),
    Page(room_results, private=True),
    Page(pacing, private=True),
    Page(remote, private=True),
    Page(asking, private=True),
    Page(screen, private=True),
    Page(phone, private=True, stateless=True),
    Page(collections, private=True),
    Page(collection_readers, private=True),
    Page(collection_owner, private=True),
)
