-- How far the dice of a table are made that has not begun; NULL where they are made, or nobody is asked for a number.
ALTER TABLE tables ADD COLUMN agreement TEXT;
