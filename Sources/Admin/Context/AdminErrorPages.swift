import Accounts
import Hummingbird
import Web

/// Shows errors within the back office to people who are signed in there, so that menu and search stay at hand.
public struct AdminErrorPages: ErrorFrame {
    private let admin: AdminContext

    public var framesExplained: Bool { false }

    public init(_ admin: AdminContext) { self.admin = admin }

    public func errorPage(_ status: HTTPResponse.Status, _ request: Request, _ visitor: Visitor) async throws -> Response? {
        guard [.notFound, .forbidden].contains(status), let person = try? SignedIn(context: visitor) else { return nil }
        return try await admin.page(person, request, status: status) { _, context in
            let texts = "web.error.\(status.code)"
            let values: Values = [
                "title": context.words(texts + ".heading"), "text": context.words(texts + ".text"), "requestID": visitor.id,
                "statusCode": Int(status.code),
            ]
            return ("admin/context/trouble", values)
        }
    }
}
