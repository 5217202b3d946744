"""The computer player of the solitaire game; its thoughts are registered here."""

from ironbottom.games.archies_war.solitaire.ai import script

__all__ = ["script"]
