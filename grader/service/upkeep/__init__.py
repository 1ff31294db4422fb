"""What who runs the service does now and then: backup, restore, deletion."""
