import Admin
import GRDB
import HTTPTypes
import TestSupport

/// Another program that acts for a guest: with the token that it got for a device's.
struct GuestProgram: Sendable {
    let browser: Browser
    var token: String

    @discardableResult
    func call(
        _ method: HTTPRequest.Method, _ path: String, _ json: String? = nil, match: String? = nil, key: String? = nil,
        headers more: HTTPFields = [:]
    ) async throws -> Answer {
        var headers = more
        headers[.authorization] = "Bearer \(token)"
        headers[.ifMatch] = match
        if let key { headers[HTTPField.Name("Idempotency-Key")!] = key }
        return try await browser.call(method, "/api/v1/" + path, json, headers: headers)
    }

    func get(_ path: String) async throws -> JSON { try await call(.get, path).body }
}

extension Answer {
    var body: JSON { (try? JSON(parsing: text.utf8)) ?? .null }
    /// The last part of a problem's type, and `error.code`, which must be the same for those that have a name.
    var problem: String { body["error"]?["code"]?.text ?? "" }
    var refused: [String] { (body["errors"]?.list ?? []).compactMap { $0["pointer"]?.text } }
}

extension JSON {
    /// The names of its members.
    var names: Set<String> { if case .object(let pairs) = self { Set(pairs.map(\.key)) } else { [] } }
    var ids: [Int] { (self["items"]?.list ?? []).compactMap { $0["id"]?.number } }
    var bool: Bool? { if case .flag(let flag) = self { flag } else { nil } }
}

extension GuestSite {
    /// A code as the educator's page shows it.
    static func code(from educator: Browser) async throws -> String {
        let page = try await educator.post("/admin/house/living/pairing")
        return page.text.firstMatch(of: #/pairing-code">([0-9]{8})</#).map { String($0.1) } ?? ""
    }

    /// Runs a test with an educator and with programs of guests of Casa Rossa who come in with nothing.
    func run(
        _ guests: Int..., test: @escaping @Sendable (_ educator: Browser, _ programs: [GuestProgram]) async throws -> Void
    ) async throws {
        try await browse(devices: 0) { educator, _ in
            var programs: [GuestProgram] = []
            for guest in guests {
                let code = try await Self.code(from: educator)
                let joined = try await educator.call(.post, "/api/v1/pairing", #"{"code": "\#(code)"}"#)
                let device = GuestProgram(browser: educator, token: joined.body["device_token"]?.text ?? "")
                let entered = try await device.call(.post, "session", #"{"guest_id": \#(guest)}"#)
                programs.append(GuestProgram(browser: educator, token: entered.body["token"]?.text ?? ""))
            }
            try await test(educator, programs)
        }
    }
}
