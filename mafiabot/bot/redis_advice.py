"""What to do about a Redis that cannot be used, by what it says of itself."""

UNREACHABLE = "start the server or correct the address"

_BY_WORD = (
    ("maxmemory", "raise its maxmemory: what is kept there is needed"),
    ("read only replica", "name its primary, or its sentinels"),
    ("NOREPLICAS", "bring its replicas back, or lower min-replicas-to-write"),
    ("MISCONF", "make room on its disk; its log says what fails"),
    ("no permission", "give its user the rights that docs/redis.md names"),
    ("Authentication required", "put user and password into the address"),
    ("username-password", "correct user and password in the address"),
    ("AUTH <password>", "leave the password out of the address, or give the server one"),
    ("DB index", "correct the number at the end of the address"),
    ("busy running a script", "find out what runs there; SCRIPT KILL ends it"),
    ("loading the dataset", "wait until it has read its data"),
    ("number of clients", "raise its maxclients, or end what keeps connections open"),
)


def advice(reason: str) -> str:
    """`reason`: as the store tells it."""
    return next((todo for word, todo in _BY_WORD if word in reason), UNREACHABLE)
