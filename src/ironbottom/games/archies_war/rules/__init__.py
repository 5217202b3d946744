"""The rules of the two-player game: a file for each chapter of the rulebook."""
