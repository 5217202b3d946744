-- What a seat is moved by. code: its holder's recovery code (hashed). successor: a link that takes the seat over from
-- its holder (hashed). asked: when the maker of the table asked for the seat, while its holder has not been heard of.
ALTER TABLE seats ADD COLUMN code BLOB;
ALTER TABLE seats ADD COLUMN successor BLOB;
ALTER TABLE seats ADD COLUMN asked REAL;
CREATE UNIQUE INDEX seats_code ON seats (code);
CREATE UNIQUE INDEX seats_successor ON seats (successor);

-- Whose seat was given to another because he was not heard of: the game is still his to keep.
CREATE TABLE ousted (
    player TEXT NOT NULL REFERENCES players,
    game_table TEXT NOT NULL REFERENCES tables,
    PRIMARY KEY (player, game_table)
) WITHOUT ROWID;
