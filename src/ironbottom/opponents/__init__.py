"""The computer players: written once against the kernel, each thinking in a process of its own.

A bot gets what a human in its seat gets: its view, its legal actions and the events that it has seen; it may `deal`
worlds that fit its view. Nothing here imports the referee, the dice of a table, or the server.
"""

from ironbottom.opponents.hints import hint
from ironbottom.opponents.registry import catalogue, is_bot, player

__all__ = ["catalogue", "hint", "is_bot", "player"]
