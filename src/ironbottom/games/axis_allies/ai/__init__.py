"""The computer player of Axis & Allies: Guadalcanal."""
