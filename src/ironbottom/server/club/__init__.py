"""The club of a server: open challenges, who is here, games to be watched, results, ratings and tournaments. All of it
stands in the database, so that several servers over one may share it."""
