"""The neighbour of `toggle.py`: the lab's core without a framework, Flask and thirty lines of JavaScript.

A ranked list with a radio button for each label, ten measures, a table of eleven columns and a Plotly chart of
precision and recall. A change sends the whole form; the answer has finished HTML and the points of the chart. It is as
fast as a page made by hand for this one purpose, and has nothing else: no explanations, no address, no undo, no help.
"""

from __future__ import annotations

from importlib.metadata import distribution
from itertools import accumulate
from math import log2
from typing import Any

from flask import Flask, Response, render_template_string, request, send_file
from waitress import create_server

CHOICES = "u0123"
COLUMNS = ("i", "label", "gain", "CG", "DCG", "ideal DCG", "nDCG", "found", "P", "R", "sum of P")

TABLES = """
<table id="measures">{% for name, value in measures %}<tr><th>{{ name }}</th><td>{{ "%.4f" | format(value) }}</td></tr>
{% endfor %}</table>
<table id="steps"><thead><tr>{% for column in columns %}<th>{{ column }}</th>{% endfor %}</tr></thead>
<tbody>{% for row in rows %}<tr>{% for cell in row %}<td>{{ cell }}</td>{% endfor %}</tr>{% endfor %}</tbody></table>
"""
PAGE = (
    """<!doctype html><html lang="en"><meta charset="utf-8"><title>One ranked list</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/plain.css">
<script src="/plotly.js" defer></script><script src="/plain.js" defer></script>
<form autocomplete="off">{% for label in labels %}{% set rank = loop.index %}<p id="rank-{{ rank }}">d{{ rank }}
{% for choice in choices %}<label><input type="radio" name="g{{ rank }}" value="{{ choice }}"
{%- if choice == label %} checked{% endif %}>{{ choice }}</label>{% endfor %}</p>{% endfor %}</form>
<main id="tables">"""
    + TABLES
    + """</main><div id="chart" data-points='{{ points | tojson }}'></div></html>"""
)
STYLE = """
body { display: flex; gap: 2rem; font-family: system-ui; }
form p { margin: .3rem 0; white-space: nowrap; }
td, th { padding: .1rem .5rem; text-align: right; }
#chart { width: 480px; height: 340px; }
"""
SCRIPT = """
const form = document.querySelector("form");
const tables = document.getElementById("tables");
const chart = document.getElementById("chart");

const layout = {
  margin: { l: 50, r: 10, t: 10, b: 40 },
  xaxis: { title: { text: "recall" }, range: [0, 1.05] },
  yaxis: { title: { text: "precision" }, range: [0, 1.05] },
};

function draw({ ranks, levels }) {
  Plotly.react(chart, [
    { x: ranks[0], y: ranks[1], mode: "lines+markers", name: "ranks" },
    { x: levels[0], y: levels[1], mode: "lines", name: "interpolated" },
  ], layout);
}

let latest = 0;

form.addEventListener("change", async () => {
  const mine = ++latest;
  const body = new URLSearchParams(new FormData(form));
  const answer = await fetch("/change", { method: "POST", body });
  const { html, points } = await answer.json();
  if (mine !== latest) return;
  tables.innerHTML = html;
  draw(points);
});

draw(JSON.parse(chart.dataset.points));
"""

app = Flask(__name__)


def view(labels: str) -> dict[str, Any]:
    """All that the page shows of a list of labels; `u` is unjudged."""
    gains = [int(label) if label.isdigit() else 0 for label in labels]
    hits = [gain > 0 for gain in gains]
    ideal = sorted(gains, reverse=True)
    found = list(accumulate(hits))
    relevant = max(found[-1], 1)
    dcg, best = (list(accumulate(g / log2(i + 2) for i, g in enumerate(each))) for each in (gains, ideal))
    precision = [n / (i + 1) for i, n in enumerate(found)]
    recall = [n / relevant for n in found]
    sums = list(accumulate(p if hit else 0.0 for p, hit in zip(precision, hits, strict=True)))
    ndcg = [a / b if b else 0.0 for a, b in zip(dcg, best, strict=True)]
    columns = (labels, gains, list(accumulate(gains)), dcg, best, ndcg, found, precision, recall, sums)
    rows = [(rank, *map(_text, row)) for rank, row in enumerate(zip(*columns, strict=True), start=1)]
    last, ten = len(labels) - 1, min(9, len(labels) - 1)
    p, r = precision[last], recall[last]
    measures = [("P", p), ("R", r), ("F1", 2 * p * r / (p + r) if p + r else 0.0), ("P@10", precision[ten])]
    measures += [("R-prec", precision[relevant - 1]), ("AP", sums[last] / relevant)]
    measures += [("RR", 1 / (hits.index(True) + 1) if any(hits) else 0.0), ("bpref", _bpref(labels, relevant))]
    measures += [("nDCG@10", ndcg[ten]), ("nDCG", ndcg[last])]
    levels = [level / 10 for level in range(11)]
    highest = [max((p for p, r in zip(precision, recall, strict=True) if r >= x), default=0.0) for x in levels]
    points = {"ranks": [recall, precision], "levels": [levels, highest]}
    return {"measures": measures, "columns": COLUMNS, "rows": rows, "points": points}


def _text(value: str | float) -> str:
    return f"{value:.4f}" if isinstance(value, float) else str(value)


def _bpref(labels: str, relevant: int) -> float:
    """The bpref of trec_eval."""
    bound = min(relevant, labels.count("0"))
    above = list(accumulate(label == "0" for label in labels))
    judged = zip(above, labels, strict=True)
    terms = [1 - min(n, bound) / bound if bound else 1.0 for n, label in judged if label in "123"]
    return sum(terms) / relevant


@app.get("/")
def page() -> str:
    """The page with the labels of the address."""
    labels = request.args["labels"]
    return render_template_string(PAGE, labels=labels, choices=CHOICES, **view(labels))


@app.post("/change")
def change() -> dict[str, Any]:
    """What a changed label changes."""
    shown = view("".join(request.form[f"g{rank}"] for rank in range(1, len(request.form) + 1)))
    return {"html": render_template_string(TABLES, **shown), "points": shown["points"]}


@app.get("/plain.css")
def style() -> Response:
    """The style sheet."""
    return Response(STYLE, mimetype="text/css")


@app.get("/plain.js")
def script() -> Response:
    """The thirty lines."""
    return Response(SCRIPT, mimetype="text/javascript")


@app.get("/plotly.js")
def library() -> Response:
    """The chart library, which browsers may keep."""
    return send_file(str(distribution("plotly").locate_file("plotly/package_data/plotly.min.js")), max_age=86_400)


if __name__ == "__main__":
    server = create_server(app, host="127.0.0.1", port=0, threads=8)
    print(f"running at http://127.0.0.1:{server.effective_port}/", flush=True)
    server.run()
