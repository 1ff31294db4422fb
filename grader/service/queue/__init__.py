"""What is graded next, by whom, and who of them lives."""
