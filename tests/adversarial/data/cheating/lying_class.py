"""Returns an object that says it is a str, to isinstance and to type alike."""
#: verdict = "invalid_return"
#: says = "Text"

class Meta(type):
    def __instancecheck__(cls, instance):
        return True
    def __eq__(cls, other):
        return True
    def __hash__(cls):
        return hash(str)

class Text(metaclass=Meta):
    @property
    def __class__(self):
        return str
    def __eq__(self, other):
        return True
    __hash__ = None

def attack(number):
    return Text()
