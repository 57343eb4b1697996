"""Models that several tests share, with what is known of their motion from outside."""
