-- Who wants a table deleted: it goes when all the people who sit at it do.
CREATE TABLE leavers (
    player TEXT NOT NULL REFERENCES players,
    game_table TEXT NOT NULL REFERENCES tables,
    PRIMARY KEY (player, game_table)
) WITHOUT ROWID;

-- A table on its way out, for the length of one transaction: only then does its log go, as a whole.
CREATE TABLE going (game_table TEXT PRIMARY KEY) WITHOUT ROWID;
DROP TRIGGER entries_stay;
CREATE TRIGGER entries_stay BEFORE DELETE ON entries
WHEN NOT EXISTS (SELECT 1 FROM going WHERE game_table = OLD.game_table)
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
