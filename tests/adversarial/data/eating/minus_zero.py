"""Returns minus zero and the smallest numbers."""
#: actual = "[-0.0, 5e-324, -1e-320]"

def attack(number):
    return [-0.0, 5e-324, -1e-320]
