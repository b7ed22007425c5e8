"""A second renderer: a small test set in Blender, path-traced, that the training pictures do not resemble."""
