"""The room that people come to: tables over WebSocket, kept in a database, honest to every seat."""
