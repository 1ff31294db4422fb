"""Renders reports in each form, one module or folder per form; imports nothing but the model."""
