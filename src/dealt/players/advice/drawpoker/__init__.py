"""``shark`` and ``helper``, the computers for draw poker."""
