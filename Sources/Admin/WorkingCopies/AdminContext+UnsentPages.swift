import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

/// Pages of a system outside records and back-office forms, where people find input that they sent too late.
public struct UnsentFormPages: Sendable {
    let takes: @Sendable (_ path: String) -> Bool
    let keep: @Sendable (_ form: Form, _ path: String, _ person: SignedIn, _ db: Database) throws -> String?

    /// Takes `takes`, whether an address belongs here, and `keep`, which stores the input for the signed-in person and returns the address
    /// to continue at, nil if it is not theirs.
    public init(
        takes: @escaping @Sendable (_ path: String) -> Bool,
        keep: @escaping @Sendable (_ form: Form, _ path: String, _ person: SignedIn, _ db: Database) throws -> String?
    ) {
        (self.takes, self.keep) = (takes, keep)
    }
}

extension AdminContext {
    private func cookie(_ isSecure: Bool) -> String { (isSecure ? "__Host-" : "") + "portico-unsent" }
    /// A name that no field has: the form contained files, which are not kept.
    private static let hadFiles = "unsent.files"

    /// Stores a form sent after its session ended and leads to the sign-in page, which returns to it; nil without anything to keep.
    @Sendable public func keepUnsent(_ request: Request, _ visitor: Visitor) async throws -> Response? {
        let now = Date.now
        let network = visitor.client.network
        // Only a browser's own form: other programs send no origin, and `SameOrigin` has refused other sites.
        guard request.method == .post, request.headers[.init("Sec-Fetch-Site")!] == "same-origin" || request.headers[.origin] != nil,
            isKnown(request.uri.path),
            try await database.read({ db in try UnsentForms.hasRoom(for: network, db, now: now) }),
            let token = try await database.write({ db in try UnsentForms.reserve(for: network, db, now: now) }),
            var form = try? await Form.read(request, limits: .unsent, judgesText: false)
        else { return nil }
        if form.files.values.contains(where: { $0.contains { $0.size > 0 } }) { form[Self.hadFiles] = "yes" }
        let sent = form
        guard try await database.write({ db in try UnsentForms.keep(sent, path: request.uri.path, at: token, db) }) else { return nil }
        var response = Response.redirect(to: "/sign-in?next=" + Sessions.unsentAddress)
        set(token.text, age: Int(cutting: UnsentForms.lifetime), request, in: &response)
        return response
    }

    private func set(_ value: String, age: Int, _ request: Request, in response: inout Response) {
        let isSecure = origin(of: request).hasPrefix("https:")
        response.setCookie(.ofSite(cookie(isSecure), value, age: age, isSecure: isSecure))
    }

    @Sendable func showUnsent(_ request: Request, _ person: SignedIn) async throws -> Response {
        let words = words(person)
        let sent = request.cookie(cookie(origin(of: request).hasPrefix("https:")))
        guard let token = sent.flatMap(Token.init(sent:)) else {
            return try await redirect(person, to: "/admin", Flash(words("history.unsent.gone"), kind: .warn))
        }
        let (address, hadFiles) = try await database.write { db -> (String?, Bool) in
            guard let found = try UnsentForms.find(token, db, now: .now), isKnown(found.path) else { return (nil, false) }
            var form = found.form
            let hadFiles = form.has(Self.hadFiles)
            form.remove(Self.hadFiles)
            guard let address = try keepAsCopy(form, sentTo: found.path, person, db) else { return ("", false) }
            try UnsentForms.remove(token, db)
            return (address, hadFiles)
        }
        switch address {
        case nil: return try await redirect(person, to: "/admin", Flash(words("history.unsent.gone"), kind: .warn))
        case "": return try await redirect(person, to: "/admin", Flash(words("history.unsent.notYours"), kind: .warn))
        case let address?:
            var response = try await redirect(
                person, to: address, Flash(words(hadFiles ? "history.unsent.backWithoutFiles" : "history.unsent.back"), kind: .info))
            set("", age: 0, request, in: &response)
            return response
        }
    }

    private func isKnown(_ path: String) -> Bool {
        FormAddress(path, resources) != nil || AdminForm(path: path) != nil || unsentFormPages.contains { $0.takes(path) }
    }

    private func keepAsCopy(_ form: Form, sentTo path: String, _ person: SignedIn, _ db: Database) throws -> String? {
        if let home = unsentFormPages.first(where: { $0.takes(path) }) { return try home.keep(form, path, person, db) }
        if let place = FormAddress(path, resources) { return try keepAsCopy(form, place.type, place.id, person, db) }
        guard let own = AdminForm(path: path), try own.keep(form, of: person, db) == true else { return nil }
        return own.address + "?working-copy=open"
    }

    private func keepAsCopy<R: Resource>(
        _ form: Form, _ type: R.Type, _ id: Int64?, _ person: SignedIn, _ db: Database
    ) throws -> String? {
        guard modulesOn.contains(where: { $0.name == R.system }) else { return nil }
        do {
            guard try WorkingCopyPages<R>(admin: self).keep(form, id, person, db) else { return nil }
        } catch is HTTPError {
            return nil
        }
        // A new record belongs to the house in which the form was opened.
        if id == nil, let scopeID = form.recordID("scope") { try person.session.choose(scope: scopeID, db) }
        return R.address + "/" + (id.map(String.init) ?? "new") + "?working-copy=open"
    }
}

private struct FormAddress {
    let type: any Resource.Type
    let id: Int64?

    init?(_ path: String, _ resources: Resources) {
        let parts = path.split(separator: "/").map(String.init)
        guard (3...4).contains(parts.count),
            let type = resources.all.first(where: { $0.address == "/" + parts[0..<3].joined(separator: "/") })
        else { return nil }
        if parts.count == 4 {
            guard let id = Int64(recordID: parts[3]) else { return nil }
            self.id = id
        } else {
            id = nil
        }
        self.type = type
    }
}

extension Form.Limits {
    /// For a form without a session: text only; pictures are skipped.
    fileprivate static let unsent: Form.Limits = {
        var limits = Form.Limits()
        (limits.bytes, limits.fileBytes, limits.files, limits.textBytes) = (12 << 20, 12 << 20, 10, UnsentForms.limit)
        limits.time = .seconds(60)
        // Long text is kept; files of an unknown sender are never written to disk.
        (limits.strangerBytes, limits.discardsFiles) = (UnsentForms.limit, true)
        limits.fields = 2_000
        return limits
    }()
}
