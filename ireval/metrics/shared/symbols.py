"""Shared symbols of formulas: the lines of their legends, each with the LaTeX of the symbol and its words."""

from __future__ import annotations

RANK = ("i", "a rank, counted from 1")
REL = (r"\mathrm{rel}_i", "1 if the document at rank i is relevant, else 0")
P = (r"\mathrm{P@}i", "precision at rank i")
K = ("k", "the cutoff")
N = ("n", "the length of the list")
TP = (r"\mathrm{tp}", "retrieved and relevant")
FP = (r"\mathrm{fp}", "retrieved, not relevant or not judged")
FN = (r"\mathrm{fn}", "relevant but not retrieved")
R = ("R", "relevant documents of the query, retrieved or not")
FOUND = ("r", "a relevant document that was retrieved")

# Cumulated gain.
G = ("G[i]", "gain of the document at rank i")
#: The row at which a column of running sums is read.
READ = ("i", "a rank, counted from 1; the score is read at the cutoff or, without one, in the last row")
M = ("m", "rank of the last document of the ideal list")
DISCOUNT = ("d_i", "discount of rank i, which the gain is divided by")
IG = (r"\mathrm{IG}[i]", "gain at rank i of the ideal list, best documents first")
IDCG = (r"\mathrm{IDCG}[i]", "the same sum over the ideal list")
START = "0, because there is nothing above rank 1"

# Subtopics.
S = ("S", "subtopics that some judged document covers")
T = ("T", "all subtopics of the query, whether a judged document covers them or not")
J = ("J(i,j)", "1 if the document at rank i covers subtopic j, else 0")
SUBTOPIC = ("j", "a subtopic")
ROWS = ("n", "the length of the list; 1 for an empty one")
ABOVE = ("r_{i,j}", "documents above rank i that cover subtopic j")


def start(column: str) -> tuple[str, str]:
    """Return the line of the legend that says where a running sum starts."""
    return rf"\mathrm{{{column}}}[0]", START
