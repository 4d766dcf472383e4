"""One table as a state machine of events: who sits there, the deal, its seeds, and what each seat is told."""
