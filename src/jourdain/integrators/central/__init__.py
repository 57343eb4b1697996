"""Central differences."""
