-- What the cards of a player's copy say, for him alone: by the names of their effects.
ALTER TABLE copies ADD COLUMN words TEXT NOT NULL DEFAULT '{}';
