import Admin
import Hummingbird
import Web

/// What is not there is told among the services of the campus, with the way back to them: the site's own page would ask a visitor to sign in.
extension CampusPages: ErrorFrame {
    public func errorPage(_ status: HTTPResponse.Status, _ request: Request, _ visitor: Visitor) async throws -> Response? {
        guard status == .notFound, admin.modulesOn.contains(where: { $0 == Campus.self }) else { return nil }
        let words = admin.pages.words(for: visitor)
        let values: Values = ["title": words("web.error.404.heading"), "text": words("web.error.404.text"), "q": ""]
        return try await CampusFrame.page("campus/trouble", values, request, visitor, admin, status: status)
    }
}
