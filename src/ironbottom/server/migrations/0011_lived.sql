-- Until when a server was heard of: the time from then to the next one's start is on nobody's clock.
CREATE TABLE lived (
    one INTEGER PRIMARY KEY,
    until REAL NOT NULL
);
