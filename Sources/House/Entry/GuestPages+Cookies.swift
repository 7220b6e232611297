import Accounts
import Admin
import Foundation
import Hummingbird
import Web

extension GuestPages {
    func present(_ request: Request, educator: SignedInPerson?) throws -> GuestPageVisitor {
        let device = cookie(.device, request), guest = cookie(.guest, request)
        return try admin.brief.read { try GuestPageVisitor.find(device: device, guest: guest, educator: educator, now: .now, $0) }
    }

    enum CookieName: String { case device = "portico-device", guest = "portico-guest" }

    func cookie(_ name: CookieName, _ request: Request) -> Token? {
        request.cookie(full(name)).flatMap(Token.init(sent:))
    }

    /// `age` in seconds; nil keeps the cookie until the browser closes, 0 deletes it.
    func set(_ name: CookieName, _ value: String, age: Int?, in response: inout Response) {
        response.setCookie(.ofSite(full(name), value, age: age, isSecure: secureCookie))
    }

    private func full(_ name: CookieName) -> String { (secureCookie ? "__Host-" : "") + name.rawValue }
}
