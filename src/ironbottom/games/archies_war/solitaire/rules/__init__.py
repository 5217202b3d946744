"""The rules of the solitaire game."""
