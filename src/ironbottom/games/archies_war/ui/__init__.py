"""How the two-player game looks: a file for each chapter of its rules, all of which register their faces and lines."""

from ironbottom.games.archies_war.ui import abilities, combat, movement, reinforcement, sequence

__all__ = ["abilities", "combat", "movement", "reinforcement", "sequence"]
