"""XML as bytes, and zip files that have the same bytes every time."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

from ireval.exercises.exports.shared.question_markup import Element

XSI = "http://www.w3.org/2001/XMLSchema-instance"
#: The earliest time that a zip file can store; the current time would change the file's bytes.
_NO_TIME = (1980, 1, 1, 0, 0, 0)


def document(tree: Element, namespace: str, schema: str) -> bytes:
    """The tree as a document with all its elements in the namespace, and the address of its schema."""
    from lxml import etree

    root = etree.Element(f"{{{namespace}}}{tree.tag}", dict(tree.attrib), nsmap={None: namespace, "xsi": XSI})
    root.text = tree.text
    root.extend(list(tree))
    for element in root.iterdescendants(etree.Element):
        element.tag = f"{{{namespace}}}{element.tag}"
    root.set(f"{{{XSI}}}schemaLocation", f"{namespace} {schema}")
    return xml(root)


def xml(tree: Element, *, indented: bool = True) -> bytes:
    """The tree as a document in UTF-8 that begins with the XML declaration."""
    from lxml import etree

    text: bytes = etree.tostring(tree, encoding="UTF-8", xml_declaration=False, pretty_print=indented)
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + text


def zipped(files: Mapping[str, bytes]) -> bytes:
    """The files, given by their paths, as a zip file in the same order."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path, data in files.items():
            info = zipfile.ZipInfo(path, _NO_TIME)
            info.compress_type, info.external_attr, info.create_system = zipfile.ZIP_DEFLATED, 0o644 << 16, 3
            archive.writestr(info, data, compresslevel=9)
    return packed.getvalue()
