"""No file shows the seed or the secret, with which students could make the answer key; only the sheet itself does."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest

from ireval.exercises import key_json, key_text, make_sheet, variant, variant_keys
from ireval.exercises.exports.platform_files import SheetFile
from ireval.exercises.exports.sheet_files import FILE_KINDS, make_file
from tests.ireval.exercises.export_readers import unzipped

pdfium = pytest.importorskip("pypdfium2", reason="install the rest with: pip install -r requirements-dev.txt")
zxing = pytest.importorskip("zxingcpp", reason="install the rest with: pip install -r requirements-dev.txt")

SEED = 918273645
DIGITS = "f1e2d3c4b5a6978800112233445566ff"
SHEET = replace(make_sheet(SEED, 3), secret=DIGITS)


def shown(file: SheetFile) -> str:
    """All that can be read in a file: its name, what is packed in it, the text and the codes on its pages."""
    if file.media_type == "application/zip":
        return file.name + " ".join(f"{path} {data.decode()}" for path, data in unzipped(file.data).items())
    if file.media_type != "application/pdf":
        return file.name + file.data.decode()
    document = pdfium.PdfDocument(file.data)
    texts = [page.get_textpage().get_text_range() for page in document]
    codes = [code.text for code in zxing.read_barcodes(document[0].render(scale=3).to_pil())]
    assert codes
    return " ".join([file.name, *document.get_metadata_dict().values(), *texts, *codes])


@pytest.mark.parametrize("kind", [kind for kind in FILE_KINDS if kind != "json"])
def test_no_file_shows_the_seed(kind: str) -> None:
    for sheet in (SHEET, replace(SHEET, title="", exercises=SHEET.exercises[:1])):
        said = shown(make_file(sheet, kind))
        assert str(SEED) not in said and DIGITS not in said
        assert variant_keys(sheet, 1)[0] in said


def test_the_sheet_itself_has_the_seed_but_not_in_its_title() -> None:
    file = make_file(SHEET, "json")
    assert str(SEED) in file.data.decode() and DIGITS in file.data.decode()
    assert str(SEED) not in file.name + SHEET.title


def test_no_answer_key_shows_the_seed() -> None:
    made = variant(SHEET, "K7M2PX")
    said = key_text(made) + key_json(made).decode()
    assert str(SEED) not in said and DIGITS not in said


def test_the_digest_on_paper_is_the_same_for_all_seeds() -> None:
    """Otherwise, somebody could try small seeds until the digest is the one on the worksheet."""
    sheet = replace(SHEET, exercises=SHEET.exercises[:1])
    others = replace(sheet, seed=7), replace(sheet, secret="")
    said = [shown(make_file(other, "pdf")) for other in (sheet, *others)]
    digests = {text.partition(" · sheet ")[2][:8] for text in said}
    assert len(digests) == 1 and "" not in digests
    for seed in (SEED, 7):
        assert hashlib.sha256(replace(sheet, seed=seed).to_json()).hexdigest()[:8] not in said[0]
