"""Stills and clips of what the log tells: kept within limits, and never at the cost of the log."""
