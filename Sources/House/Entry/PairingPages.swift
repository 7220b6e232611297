import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct PairingPages: Sendable {
    let guests: GuestPages

    func addRoutes(to door: RouterGroup<Visitor>) {
        door.get("device", use: show)
        door.post("device", use: pair)
    }

    @Sendable private func show(_ request: Request, _ visitor: Visitor) throws -> Response {
        try pairingPage(Form(query: request.uri.query ?? "")["code"], nil, visitor, request)
    }

    @Sendable private func pair(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try await Form.read(request)
        let words = guests.words(visitor)
        switch try await Pairing.join(form["code"], request, visitor, guests.database) {
        case .wait: return try pairingPage("", words("living.pairing.wait"), visitor, request, status: .tooManyRequests)
        case .wrong: return try pairingPage("", words("living.pairing.wrong"), visitor, request, status: .unprocessableContent)
        case .joined(let token, _):
            var response = Response.redirect(to: "/house")
            guests.set(.device, token.text, age: 400 * 86400, in: &response)
            return response
        }
    }

    private func pairingPage(
        _ code: String, _ why: String?, _ visitor: Visitor, _ request: Request, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let words = guests.words(visitor)
        return try guests.page(
            "house/entry/pairing", words("living.pairing.title"), back: "/house", ["code": code, "why": why ?? false], for: visitor,
            request,
            status: status)
    }
}
