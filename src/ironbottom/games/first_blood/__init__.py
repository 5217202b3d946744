"""First Blood: The Guadalcanal Campaign."""
