"""The computer player of the solitaire game."""
