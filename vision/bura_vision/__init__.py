"""From camera frames to table events."""
