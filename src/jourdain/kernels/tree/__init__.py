"""Joint coordinates: the recursions over a tree of links, and the tasks of the port answered by them."""
