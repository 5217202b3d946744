"""Ironbottom: five published board wargames about Guadalcanal on one table, in the browser."""

__version__ = "0.1.0"
