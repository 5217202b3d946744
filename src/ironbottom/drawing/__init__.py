"""Shared drawing tools: colour tokens, cartography, icons and pieces, all as plain SVG text.

Nothing here needs more than the standard library.  Every function is deterministic: the same arguments give
the same characters.
"""
