"""A phone as the camera: its line into the server, the HTTPS door it needs, and the certificates of that door."""
