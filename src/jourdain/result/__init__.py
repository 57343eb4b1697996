"""What a run gives: labelled arrays by name, reactions, curves, plots, the trust line."""
