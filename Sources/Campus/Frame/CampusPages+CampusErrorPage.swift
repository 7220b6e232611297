import Admin
import Hummingbird
import Web

/// Shows errors within the campus frame: the site's own page would ask visitors to sign in.
extension CampusPages: ErrorFrame {
    public func errorPage(_ status: HTTPResponse.Status, _ request: Request, _ visitor: Visitor) async throws -> Response? {
        guard status == .notFound, admin.modulesOn.contains(where: { $0 == Campus.self }) else { return nil }
        let words = admin.pages.words(for: visitor)
        let values: Values = ["title": words("web.error.404.heading"), "text": words("web.error.404.text"), "q": ""]
        return try await CampusFrame.page("campus/frame/trouble", values, request, visitor, admin, status: status)
    }
}
