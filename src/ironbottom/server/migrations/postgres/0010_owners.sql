-- Which of several servers holds a table, and a number that rises each time that one takes it: a commit that is made
-- with an earlier number is refused.
ALTER TABLE tables ADD COLUMN owner BIGINT;
ALTER TABLE tables ADD COLUMN token BIGINT NOT NULL DEFAULT 0;
CREATE INDEX tables_owner ON tables (owner) WHERE owner IS NOT NULL;

-- What servers prove to each other that they belong to this database by.
ALTER TABLE ironbottom ADD COLUMN secret TEXT NOT NULL DEFAULT gen_random_uuid()::text || gen_random_uuid()::text;

-- The servers that share this database, each until it is not heard of any more, by the database's own clock. address:
-- where the others reach it. alike: what must be the same for all of them. going: it is being stopped, and takes no
-- table any more.
CREATE TABLE servers (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    address TEXT NOT NULL,
    alike TEXT NOT NULL,
    until TIMESTAMPTZ NOT NULL,
    going BOOLEAN NOT NULL DEFAULT FALSE
);

-- Programs that think for the servers, each until it is not heard of any more.
CREATE TABLE thinkers (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    places INTEGER NOT NULL,
    until TIMESTAMPTZ NOT NULL
);

-- Questions to computer players, and their answers, until the server that asks has read them. server: who asks. seconds:
-- how long may be thought. thinker: who thinks about it, until it is not heard of any more; tries: a number that rises
-- each time that one begins, so that an earlier one's answer is refused. hurry: the answer is wanted now.
CREATE TABLE thoughts (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    server BIGINT NOT NULL,
    question BYTEA NOT NULL,
    seconds DOUBLE PRECISION NOT NULL,
    since TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    thinker BIGINT,
    tries INTEGER NOT NULL DEFAULT 0,
    hurry BOOLEAN NOT NULL DEFAULT FALSE,
    answer BYTEA
);
CREATE INDEX thoughts_open ON thoughts (number) WHERE answer IS NULL AND thinker IS NULL;
