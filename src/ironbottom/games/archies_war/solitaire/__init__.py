"""The solitaire game: one player as Vandegrift against a Japanese side that the dice drive."""
