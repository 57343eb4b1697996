"""Systems that are not bodies and joints: a Lagrangian (or a mass matrix and forces) as texts, derived and compiled."""
