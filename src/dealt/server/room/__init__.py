"""The living room: tables under way, people, the lobby, questions, the host's hand."""
