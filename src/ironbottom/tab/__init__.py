"""The house of the server within a browser's tab: the same handlers, storage and computer players, with messages where
the server has HTTP, workers of the browser where it has processes, and no other machine at all. `site/` has what runs
around it, `make site` puts both together."""
