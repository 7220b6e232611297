import Admin
import Hummingbird
import Web

extension StoryPages: ErrorFrame {
    public func errorPage(_ status: HTTPResponse.Status, _ request: Request, _ visitor: Visitor) async throws -> Response? {
        guard admin.modulesOn.contains(where: { $0 == Stories.self }) else { return nil }
        let below: String
        switch status {
        case .notFound: below = "web.error.404"
        case .gone: below = "stories.refusals.hidden"
        case .contentTooLarge: below = "stories.refusals.tooLarge"
        default: return nil
        }
        var visitor = visitor
        // An unrouted address has not passed `Readers`, so the writer is read here.
        if let token = token(in: request), let reader = try await Readers(pages: self).reader(token) {
            visitor.person = reader
            visitor.language = reader.language ?? visitor.language
        }
        let words = words(for: visitor)
        return try page(
            "stories/pages/trouble", words(below + ".heading"), ["text": words(below + ".text")], for: visitor, request, status: status)
    }
}
