"""The computer opponent of the two-player game; its thoughts are registered here."""

from ironbottom.games.archies_war.ai import plans

__all__ = ["plans"]
