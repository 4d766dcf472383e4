"""What all of the room stands on: settings, logs, metrics, limits, names, secrets."""
