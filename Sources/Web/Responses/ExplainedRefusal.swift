import Hummingbird

/// A refusal with its own texts instead of those of its status.
public protocol ExplainedRefusal: HTTPResponseError {
    var texts: String { get }
    var values: [String: String] { get }
    var home: String { get }
    var homeText: String { get }
}

extension ExplainedRefusal {
    public var values: [String: String] { [:] }
    public var homeText: String { "error.home" }

    public func response(from request: Request, context: some RequestContext) -> Response { Response(status: status) }
}
