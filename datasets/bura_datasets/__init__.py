"""Decks, synthetic scenes and simulated deals on video, with their truth."""
