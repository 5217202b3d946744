"""The computer player: its script, and what a search is given.

All thoughts of the script are registered here.
"""

from ironbottom.games.solomons.ai import ashore, flying, planning, sailing  # noqa: F401
