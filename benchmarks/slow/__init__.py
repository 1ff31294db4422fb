"""How long the slowest known programs take: each uses up budgets in a way of its own."""
