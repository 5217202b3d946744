"""How the solitaire game looks: a file for each chapter of its rules, all of which register their faces and lines."""

from ironbottom.games.archies_war.solitaire.ui import american, attack, japanese, sequence

__all__ = ["american", "attack", "japanese", "sequence"]
