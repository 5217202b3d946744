CREATE TABLE players (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created TEXT NOT NULL,
    email TEXT
) WITHOUT ROWID;

-- What a player proves himself with: the hash of a cookie, or of a personal link (with its end).
CREATE TABLE tokens (
    hash BLOB PRIMARY KEY,
    player TEXT NOT NULL REFERENCES players,
    kind TEXT NOT NULL CHECK (kind IN ('cookie', 'link')),
    until REAL
) WITHOUT ROWID;

CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    scenario TEXT NOT NULL,
    header TEXT NOT NULL,
    overlay TEXT,
    seed BLOB NOT NULL,
    start TEXT,                 -- the first position, where it is not the scenario's
    mode TEXT NOT NULL,
    maker TEXT NOT NULL REFERENCES players,
    days INTEGER NOT NULL,
    hints INTEGER NOT NULL,
    foreign_end TEXT,           -- the last line of an imported record
    own_seed INTEGER NOT NULL,  -- whether the whole record was played here
    waiting TEXT NOT NULL,
    since TEXT NOT NULL,
    over TEXT,
    rematch TEXT,
    created REAL NOT NULL
) WITHOUT ROWID;

-- One row a seat, and one (side -2) for the observers. number, turn, updated: what that seat may know of.
CREATE TABLE seats (
    game_table TEXT NOT NULL REFERENCES tables,
    side INTEGER NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    player TEXT REFERENCES players,
    bot TEXT NOT NULL,
    link BLOB UNIQUE,
    number INTEGER NOT NULL,
    turn TEXT NOT NULL,
    updated REAL NOT NULL,
    PRIMARY KEY (game_table, side)
) WITHOUT ROWID;
CREATE INDEX seats_player ON seats (player);

-- Who looks on, and who has hidden a table from his list.
CREATE TABLE watchers (
    player TEXT NOT NULL REFERENCES players,
    game_table TEXT NOT NULL REFERENCES tables,
    PRIMARY KEY (player, game_table)
) WITHOUT ROWID;
CREATE TABLE hidden (
    player TEXT NOT NULL REFERENCES players,
    game_table TEXT NOT NULL REFERENCES tables,
    PRIMARY KEY (player, game_table)
) WITHOUT ROWID;

-- The log. Nothing is ever changed or taken out.
CREATE TABLE entries (
    game_table TEXT NOT NULL REFERENCES tables,
    number INTEGER NOT NULL,
    line TEXT NOT NULL,
    news TEXT NOT NULL,
    batch INTEGER NOT NULL,
    ends TEXT NOT NULL,
    turn TEXT NOT NULL,
    time TEXT NOT NULL,
    PRIMARY KEY (game_table, number)
) WITHOUT ROWID;
CREATE TRIGGER entries_stay_unchanged BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER entries_stay BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;

CREATE TABLE snapshots (
    game_table TEXT NOT NULL REFERENCES tables,
    number INTEGER NOT NULL,
    state TEXT NOT NULL,
    PRIMARY KEY (game_table, number)
) WITHOUT ROWID;

CREATE TABLE drafts (
    game_table TEXT NOT NULL REFERENCES tables,
    side INTEGER NOT NULL,
    moves TEXT NOT NULL,
    redo TEXT NOT NULL,
    PRIMARY KEY (game_table, side)
) WITHOUT ROWID;

CREATE TABLE requests (
    number INTEGER PRIMARY KEY,
    game_table TEXT NOT NULL REFERENCES tables,
    side INTEGER NOT NULL,
    id TEXT NOT NULL,
    UNIQUE (game_table, side, id)
);

CREATE TABLE offers (
    game_table TEXT NOT NULL REFERENCES tables,
    side INTEGER NOT NULL,
    kind TEXT NOT NULL,
    goal INTEGER NOT NULL,
    PRIMARY KEY (game_table, side, kind)
) WITHOUT ROWID;

CREATE TABLE chat (
    game_table TEXT NOT NULL REFERENCES tables,
    number INTEGER NOT NULL,
    side INTEGER NOT NULL,
    text TEXT NOT NULL,
    time TEXT NOT NULL,
    PRIMARY KEY (game_table, number)
) WITHOUT ROWID;

CREATE TABLE notes (
    game_table TEXT NOT NULL REFERENCES tables,
    side INTEGER NOT NULL,
    place TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (game_table, side, place)
) WITHOUT ROWID;

CREATE TABLE orders (
    game_table TEXT NOT NULL REFERENCES tables,
    side INTEGER NOT NULL,
    step TEXT NOT NULL,
    do TEXT NOT NULL,
    PRIMARY KEY (game_table, side, step)
) WITHOUT ROWID;

-- Which computer seats were thinking, so that a server that starts again takes them up.
CREATE TABLE leases (
    game_table TEXT NOT NULL REFERENCES tables,
    side INTEGER NOT NULL,
    server TEXT NOT NULL,
    since REAL NOT NULL,
    PRIMARY KEY (game_table, side)
) WITHOUT ROWID;

-- A computer player's crashes, illegal answers and overruns.
CREATE TABLE faults (
    number INTEGER PRIMARY KEY,
    game_table TEXT NOT NULL,
    side INTEGER NOT NULL,
    bot TEXT NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    time REAL NOT NULL
);
