"""For schemathesis (SCHEMATHESIS_HOOKS): each address is asked with the token of whom it is for, and educators' and guests' requests take
turns with several, since one alone may make 1,500 in five minutes."""

import itertools
import os

import schemathesis


def tokens(name: str):
    return itertools.cycle(os.environ.get(name, "").split())


STAFF, GUESTS, DEVICES = tokens("PORTICO_TOKENS"), tokens("PORTICO_GUEST_TOKENS"), tokens("PORTICO_DEVICE_TOKENS")
# Going out ends a token, so it has its own.
LEAVING = tokens("PORTICO_LEAVING_TOKENS")


def security(case) -> set[str] | None:
    """Names of the schemes that an address of its own names; None for what holds everywhere."""
    named = case.operation.definition.raw.get("security")
    return None if named is None else {scheme for one in named for scheme in one}


@schemathesis.auth(refresh_interval=None)
class TokensInTurn:
    def get(self, case, context) -> str:
        schemes = security(case)
        if schemes is None:
            return next(STAFF)
        if case.operation.method.upper() == "DELETE" and case.operation.path.endswith("/session"):
            return next(LEAVING)
        return next(GUESTS) if "guestToken" in schemes else next(DEVICES) if "deviceToken" in schemes else ""

    def set(self, case, data, context) -> None:
        if data:
            case.headers = case.headers or {}
            case.headers["Authorization"] = f"Bearer {data}"
