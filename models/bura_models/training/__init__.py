"""Training, validation and export. Needs the extra [train]; nothing at run time imports this package."""
