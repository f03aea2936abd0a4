"""What the engine raises: never for what a person did, only where the program itself is wrong."""


class InvariantBroken(Exception):
    """A state or a log that no sequence of decisions can have produced; `rule` says what does not hold."""

    def __init__(self, rule: str) -> None:
        super().__init__(rule)
        self.rule = rule
