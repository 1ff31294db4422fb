"""Who is better: sequential tests of two agents, tournaments of many, ratings, standings."""
