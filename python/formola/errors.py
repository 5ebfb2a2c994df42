"""What can go wrong, as exceptions."""


class FormolaError(Exception):
    """The base of all errors of this package."""


class UsageError(FormolaError):
    """The call is wrong: a name that is not there, an option that has no effect."""


class UnknownName(UsageError, KeyError):
    """There is nothing of that name; the message has similar ones."""

    def __str__(self):  # that of KeyError puts it in quotes
        return Exception.__str__(self)


class ModelError(FormolaError):
    """The model is wrong; `diagnostics` lists what and where."""

    def __init__(self, message, diagnostics=()):
        super().__init__(message)
        self.diagnostics = list(diagnostics)


class SimulationError(FormolaError):
    """A simulation failed; `result` holds what was computed before, or is None."""

    def __init__(self, message, result=None):
        super().__init__(message)
        self.result = result
