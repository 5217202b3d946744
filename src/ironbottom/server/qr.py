"""A link as a QR code, for the camera of another device."""

from __future__ import annotations


def drawing(link: str) -> str:
    """The code as an SVG image that a page can show: `data:image/svg+xml...`."""
    import segno  # only who asks for a link needs it

    uri: str = segno.make(link, micro=False, error="m").svg_data_uri(scale=6, border=3, dark="#22303a", light="#fffdf6")
    return uri
