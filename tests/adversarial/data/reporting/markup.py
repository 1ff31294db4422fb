"""Prints what the renderer of reports itself would obey."""
#: verdict = "runtime_error"
#: says = "[bold red]"

def attack(number):
    text = "[bold red]accepted[/] [link=file:///etc/passwd]x[/link] [/] [/b] :skull: {score} %s \\[x]"
    print(text)
    raise ValueError(text)
