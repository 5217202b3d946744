-- What makes a table a match: its clock with a bank (remaining: seconds by side; due: when the first side's time is
-- out), whether it counts, who may look on, and the tournament that it belongs to.
CREATE TABLE matches (
    game_table TEXT PRIMARY KEY REFERENCES tables,
    rated INTEGER NOT NULL,
    bank INTEGER NOT NULL,
    added INTEGER NOT NULL,
    remaining TEXT NOT NULL,
    due REAL,
    watch INTEGER NOT NULL,
    tournament TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX matches_due ON matches (due);
CREATE INDEX matches_watch ON matches (watch);

-- A player in the club: whether he hides from the list of those who are here, whether others may replay his finished
-- games, and when a page of his was last open.
CREATE TABLE members (
    player TEXT PRIMARY KEY REFERENCES players,
    hidden INTEGER NOT NULL DEFAULT 0,
    replays INTEGER NOT NULL DEFAULT 1,
    seen REAL NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX members_seen ON members (seen);
CREATE TABLE vacations (
    player TEXT NOT NULL REFERENCES players,
    begins REAL NOT NULL,
    until REAL NOT NULL,
    PRIMARY KEY (player, begins)
) WITHOUT ROWID;

-- Open challenges. side: the maker's, '' for one drawn by lot; terms: the clock; invited: ids of players, [] for
-- anybody; span: how far the ratings may lie apart, 0 for any.
CREATE TABLE seeks (
    id TEXT PRIMARY KEY,
    maker TEXT NOT NULL REFERENCES players,
    game TEXT NOT NULL,
    scenario TEXT NOT NULL,
    options TEXT NOT NULL,
    side TEXT NOT NULL,
    copy TEXT NOT NULL,
    overlay TEXT,
    days INTEGER NOT NULL,
    bank INTEGER NOT NULL,
    added INTEGER NOT NULL,
    rated INTEGER NOT NULL,
    watch INTEGER NOT NULL,
    invited TEXT NOT NULL,
    span INTEGER NOT NULL,
    created REAL NOT NULL,
    until REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX seeks_maker ON seeks (maker);

-- How each match ended, kept when its table goes. first, second: a player's id, or 'bot:' and a computer's; score: what
-- the first side has of the point, NULL where nothing was decided; handicap: by how much the first side is the stronger;
-- then both ratings as they were after it, where it was rated.
CREATE TABLE results (
    game_table TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    scenario TEXT NOT NULL,
    pace TEXT NOT NULL,
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    score REAL,
    reason TEXT NOT NULL,
    rated INTEGER NOT NULL,
    handicap REAL NOT NULL,
    tournament TEXT NOT NULL,
    time REAL NOT NULL,
    first_mu REAL,
    first_sigma REAL,
    second_mu REAL,
    second_sigma REAL
) WITHOUT ROWID;
CREATE INDEX results_first ON results (first);
CREATE INDEX results_second ON results (second);
CREATE TABLE ratings (
    who TEXT NOT NULL,
    game TEXT NOT NULL,
    pace TEXT NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    games INTEGER NOT NULL,
    updated REAL NOT NULL,
    PRIMARY KEY (who, game, pace)
) WITHOUT ROWID;
CREATE INDEX ratings_best ON ratings (game, pace, mu);

-- state: entry, running, done, called_off. round_end: when the round's time is out.
CREATE TABLE tournaments (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    maker TEXT NOT NULL REFERENCES players,
    kind TEXT NOT NULL,
    game TEXT NOT NULL,
    scenario TEXT NOT NULL,
    options TEXT NOT NULL,
    copy TEXT NOT NULL,
    overlay TEXT,
    days INTEGER NOT NULL,
    bank INTEGER NOT NULL,
    added INTEGER NOT NULL,
    rated INTEGER NOT NULL,
    watch INTEGER NOT NULL,
    legs INTEGER NOT NULL,
    rounds INTEGER NOT NULL,
    hours REAL NOT NULL,
    most INTEGER NOT NULL,
    begins REAL,
    state TEXT NOT NULL,
    round INTEGER NOT NULL,
    round_end REAL,
    created REAL NOT NULL,
    ended REAL,
    why TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE entrants (
    tournament TEXT NOT NULL REFERENCES tournaments,
    player TEXT NOT NULL REFERENCES players,
    seed INTEGER NOT NULL,
    mu REAL NOT NULL,
    entered REAL NOT NULL,
    gone INTEGER NOT NULL,
    PRIMARY KEY (tournament, player)
) WITHOUT ROWID;
-- One row a game. second NULL: the first has no opponent in this round. score: the first's, NULL while it is played.
CREATE TABLE pairings (
    tournament TEXT NOT NULL REFERENCES tournaments,
    round INTEGER NOT NULL,
    board INTEGER NOT NULL,
    leg INTEGER NOT NULL,
    first TEXT NOT NULL,
    second TEXT,
    game_table TEXT,
    score REAL,
    reason TEXT NOT NULL,
    PRIMARY KEY (tournament, round, board, leg)
) WITHOUT ROWID;
CREATE INDEX pairings_table ON pairings (game_table);
