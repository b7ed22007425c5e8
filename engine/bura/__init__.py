"""The rules of the Bura family, refereed from what can be seen. Standard library only."""
