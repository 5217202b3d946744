"""A game being played: seats, drafts and undo, sealed parts, table acts, clocks, replay. No network, no files."""
