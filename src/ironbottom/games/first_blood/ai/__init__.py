"""The computer player of First Blood, cut by what is decided."""
