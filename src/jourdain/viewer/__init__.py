"""The report page: one HTML file that shows the motion, its plots, reactions and how far they can be trusted."""
