"""Pictures to learn from: crops for the index reader, scenes for the finder, and the decks behind both."""
