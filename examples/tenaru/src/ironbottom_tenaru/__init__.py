"""The Tenaru: a small game of hidden blocks, as an example of how a game is made."""
