"""Notices what a person would not see but what is wrong all the same."""

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, Response, WebError


class Watch:
    """Collects script errors, console errors, requests to other hosts and answers that mean a fault of the server.

    A refusal (4xx) is not a problem by itself: tests provoke them. The crawler, which provokes none, looks at `refusals` too.
    """

    def __init__(self, context: BrowserContext, address: str):
        self.address = address
        self.problems: list[str] = []
        self.refusals: list[str] = []
        context.on("weberror", self._script_error)
        context.on("console", self._console)
        context.on("request", self._request)
        context.on("response", self._response)
        context.on("requestfailed", self._failed)

    def _script_error(self, error: WebError) -> None:
        self.problems.append(f"{error.page.url if error.page else '?'}: script error: {error.error}")

    def _console(self, message: ConsoleMessage) -> None:
        # The browser repeats every 4xx and 5xx here; those are judged by their answers. A picture opened by itself is shown in a
        # document of the browser's own making, whose styles our policy refuses.
        if message.page and "/media/" in message.page.url and message.page.url.endswith((".webp", ".jpg")):
            return
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            self.problems.append(f"{message.page.url if message.page else '?'}: console: {message.text}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.address, "data:", "blob:", "about:")):
            self.problems.append(f"{request.url}: request to another host")

    def _response(self, response: Response) -> None:
        if response.status >= 500:
            self.problems.append(f"{response.url}: {response.request.method} answers {response.status}")
        elif response.status >= 400:
            self.refusals.append(f"{response.url}: {response.request.method} answers {response.status}")

    def _failed(self, request: Request) -> None:
        # Leaving a page aborts what it was still loading, and a download ends its navigation: neither is a fault.
        if request.failure not in ("net::ERR_ABORTED", None):
            self.problems.append(f"{request.url}: {request.method} {request.failure}")
