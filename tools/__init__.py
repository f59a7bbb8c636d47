"""What maintainers run by hand: locking requirements, and the software bill of materials."""
