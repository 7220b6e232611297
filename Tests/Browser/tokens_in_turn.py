"""For schemathesis (SCHEMATHESIS_HOOKS): its requests take turns with several tokens, since one alone may make 1,500 in five minutes."""

import itertools
import os

import schemathesis

TOKENS = itertools.cycle(os.environ.get("PORTICO_TOKENS", "").split())


@schemathesis.auth(refresh_interval=None)
class TokensInTurn:
    def get(self, case, context) -> str:
        return next(TOKENS)

    def set(self, case, data, context) -> None:
        case.headers = case.headers or {}
        case.headers["Authorization"] = f"Bearer {data}"
