"""For authors: shows that hidden tests tell right solutions from wrong ones."""
