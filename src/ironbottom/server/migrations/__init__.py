"""The steps of the database's shape, numbered; a released one is never changed."""
