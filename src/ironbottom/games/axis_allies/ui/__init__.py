"""How Axis & Allies: Guadalcanal looks: board, pieces, and the faces of its steps and events."""
