"""The commands and their flags, by what they are for. Each imports its modules when it runs: `--help` stays fast."""
