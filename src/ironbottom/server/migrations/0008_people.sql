-- A cookie is a session: since when, when it was last used (to the hour), and on what device.
ALTER TABLE tokens ADD COLUMN began REAL;
ALTER TABLE tokens ADD COLUMN used REAL;
ALTER TABLE tokens ADD COLUMN device TEXT NOT NULL DEFAULT '';
CREATE INDEX tokens_player ON tokens (player);

-- Passkeys: credential is what their authenticator gave of itself, uses how often it says that it has signed.
CREATE TABLE passkeys (
    id BLOB PRIMARY KEY,
    player TEXT NOT NULL REFERENCES players,
    credential BLOB NOT NULL,
    uses INTEGER NOT NULL,
    name TEXT NOT NULL,
    made REAL NOT NULL,
    used REAL
) WITHOUT ROWID;
CREATE INDEX passkeys_player ON passkeys (player);

-- What a passkey is asked to sign, each good once (hashed). player: who wants a new passkey; '' for who signs in.
CREATE TABLE challenges (
    hash BLOB PRIMARY KEY,
    player TEXT NOT NULL,
    until REAL NOT NULL
) WITHOUT ROWID;

-- Mail addresses that were shown to be a player's, in small letters; and the links sent to find out (hashed). They stay
-- for a while when they are used up or too old, so that nobody is sent too many.
CREATE TABLE addresses (
    address TEXT PRIMARY KEY,
    player TEXT NOT NULL UNIQUE REFERENCES players,
    since REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE mailed (
    hash BLOB PRIMARY KEY,
    address TEXT NOT NULL,
    written TEXT NOT NULL,      -- the address as it was typed
    player TEXT NOT NULL,       -- who asked for it
    made REAL NOT NULL,
    until REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX mailed_address ON mailed (address);

-- Who owns the server; who may not use it; who has deleted his account, of whom nothing but the id is left.
CREATE TABLE roles (
    player TEXT PRIMARY KEY REFERENCES players,
    role TEXT NOT NULL CHECK (role IN ('owner'))
) WITHOUT ROWID;
CREATE TABLE suspended (
    player TEXT PRIMARY KEY REFERENCES players,
    since REAL NOT NULL,
    reason TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE former (
    player TEXT PRIMARY KEY REFERENCES players,
    since REAL NOT NULL
) WITHOUT ROWID;

-- Who wants nothing to do with whom; and what is complained of, with what was said at the table.
CREATE TABLE blocks (
    player TEXT NOT NULL REFERENCES players,
    other TEXT NOT NULL REFERENCES players,
    since REAL NOT NULL,
    PRIMARY KEY (player, other)
) WITHOUT ROWID;
CREATE INDEX blocks_other ON blocks (other);
CREATE TABLE complaints (
    id TEXT PRIMARY KEY,
    player TEXT NOT NULL REFERENCES players,
    about TEXT NOT NULL REFERENCES players,
    at_table TEXT NOT NULL,
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    said TEXT NOT NULL,
    made REAL NOT NULL,
    done REAL
) WITHOUT ROWID;

-- How a player wants to be told that it is his turn: by mail to the address in his row, by an address of his own that
-- takes a POST, and on which devices by their push services (session: the hash of the cookie there).
CREATE TABLE wishes (
    player TEXT PRIMARY KEY REFERENCES players,
    mail INTEGER NOT NULL,
    webhook TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE pushes (
    endpoint TEXT PRIMARY KEY,
    player TEXT NOT NULL REFERENCES players,
    session BLOB NOT NULL,
    public TEXT NOT NULL,
    auth TEXT NOT NULL,
    device TEXT NOT NULL,
    made REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX pushes_player ON pushes (player);

-- Who said it, for a seat may change hands. Of what was said before, it is who has the seat, where nobody lost one.
ALTER TABLE chat ADD COLUMN player TEXT;
UPDATE chat SET player = (SELECT s.player FROM seats s WHERE s.game_table = chat.game_table AND s.side = chat.side)
WHERE NOT EXISTS (SELECT 1 FROM ousted o WHERE o.game_table = chat.game_table);
CREATE INDEX chat_player ON chat (player);
