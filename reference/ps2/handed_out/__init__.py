"""Functions as every student was given them, in short: snippets for people bring them along."""
