-- Which of several servers holds a table, and a number that rises each time that one takes it: a commit that is made
-- with an earlier number is refused.
ALTER TABLE tables ADD COLUMN owner INTEGER;
ALTER TABLE tables ADD COLUMN token INTEGER NOT NULL DEFAULT 0;
