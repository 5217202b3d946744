"""HTTP and WebSocket over the table; storage, players, notices."""
