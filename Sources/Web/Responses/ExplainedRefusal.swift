import Hummingbird

/// A refusal with words of its own in place of those of its status.
public protocol ExplainedRefusal: HTTPResponseError {
    /// Below this lie `heading` and `text`.
    var texts: String { get }
    /// Where the page's way out leads.
    var home: String { get }
    /// The text on that way out.
    var homeText: String { get }
}

extension ExplainedRefusal {
    public var homeText: String { "error.home" }

    public func response(from request: Request, context: some RequestContext) -> Response { Response(status: status) }
}
