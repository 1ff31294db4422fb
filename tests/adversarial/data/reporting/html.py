"""Returns and prints HTML that would run in a browser, and entities."""
#: verdict = "runtime_error"
#: says = "<script>"

def attack(number):
    text = "</pre></script><script>alert(1)</script><img src=x onerror=alert(1)>&lt;'\"]]>--><!--"
    print(text)
    raise ValueError(text)
