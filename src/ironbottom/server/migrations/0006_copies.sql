-- What players' own copies of the games say: where one differs from the printed reconstruction, and where it says the
-- same. version grows with each save; data: the digest of the data that it was written beside.
CREATE TABLE copies (
    id TEXT PRIMARY KEY,
    player TEXT NOT NULL REFERENCES players,
    game TEXT NOT NULL,
    name TEXT NOT NULL,
    version INTEGER NOT NULL,
    data TEXT NOT NULL,
    overlay TEXT NOT NULL,
    same TEXT NOT NULL,
    updated REAL NOT NULL,
    UNIQUE (player, game, name)
) WITHOUT ROWID;
