"""What depends on what: redundant rows, loops, undetermined reactions, freer joints, closing a mechanism."""
