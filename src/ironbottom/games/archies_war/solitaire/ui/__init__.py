"""How the solitaire game looks."""
