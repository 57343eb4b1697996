"""Forces that make a given motion: of drives, or of actuators elsewhere, with all reactions."""
