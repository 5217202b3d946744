-- How far each device of a player has shown a seat's log: what came since is told there as a story.
CREATE TABLE seen (
    game_table TEXT NOT NULL REFERENCES tables (id),
    player TEXT NOT NULL,
    side INTEGER NOT NULL,
    device TEXT NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (game_table, player, side, device)
) WITHOUT ROWID;
