"""What is said where a library of the extra `research` is missing."""

from __future__ import annotations


def missing(error: ImportError) -> ImportError:
    """One line that says what is missing and how it comes."""
    name = (error.name or "a library").partition(".")[0]
    return ImportError(f"{name} is not installed: pip install 'ironbottom[research]' brings it", name=error.name)
