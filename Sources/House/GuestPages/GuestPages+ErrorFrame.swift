import Accounts
import Admin
import Hummingbird
import Web

extension GuestPages: ErrorFrame {
    public func errorPage(_ status: HTTPResponse.Status, _ request: Request, _ visitor: Visitor) async throws -> Response? {
        guard admin.modulesOn.contains(where: { $0 == House.self }) else { return nil }
        var visitor = visitor
        if !(visitor.person is GuestPageVisitor) {
            let present = try present(request, educator: visitor.person as? SignedInPerson)
            visitor.person = present
            visitor.language = present.language ?? visitor.language
        }
        let kind =
            switch status.code {
            case 404: "notHere"
            case 429: "tooFast"
            case 500...: "broken"
            default: "notSo"
            }
        let words = words(visitor)
        return try page(
            "house/guest-pages/trouble", words("living.trouble.\(kind).title"), back: nil, ["text": words("living.trouble.\(kind).text")],
            for: visitor, request, status: status)
    }
}
