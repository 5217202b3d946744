"""The computer players: written once against the kernel, each thinking in a process of its own.

A bot gets what a human in its seat gets: its view, its legal actions and the events that it has seen; it may
`determinize` worlds that fit its view. Nothing here imports a game, the referee, the dice of a table, or the server.
"""

from ironbottom.opponents.registry import catalogue, is_bot, player
from ironbottom.opponents.runner import hint

__all__ = ["catalogue", "hint", "is_bot", "player"]
