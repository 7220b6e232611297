import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

extension StoryPages {
    func addEntryRoutes(to router: RouterGroup<Visitor>) {
        // Limits programs that try addresses, because these requests send messages.
        let limited = router.group().add(middleware: RateLimit(limit: 20, per: .seconds(3600)))
        router.get("sign-in", use: showSignIn)
        router.post("sign-in", use: signIn)
        router.get("registration", use: showRegistration)
        limited.post("registration", use: register)
        router.get("verification/{token}", use: showVerification)
        router.post("verification/{token}", use: verify)
        router.get("recovery", use: showRecovery)
        limited.post("recovery", use: recover)
        router.get("recovery/{token}", use: showReset)
        router.post("recovery/{token}", use: reset)
    }

    @Sendable func showSignIn(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let next = Form(query: request.uri.query ?? "")["next"]
        if visitor.writerID != nil { return .redirect(to: destination(next)) }
        return try signInPage(request, visitor, email: "", next: next)
    }

    /// An unknown address and a wrong password get the same answer and the same work.
    @Sendable func signIn(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try await Form.read(request)
        let (email, next, words) = (form["email"], form["next"], pages.words(for: visitor))
        let name = "stories writer " + email.folded
        let verdict = try await database.write { try Attempts.begin(name, from: visitor.client.network, at: .now, $0) }
        switch verdict {
        case .wait(let seconds, let isNews):
            if isNews { try await database.write { try limited(visitor, $0) } }
            let why = words("stories.entry.wait", count: max(1, (seconds + 59) / 60))
            return try signInPage(request, visitor, email: email, next: next, why: why, status: .tooManyRequests)
        case .allowed(let attempt):
            let known = try await database.read { db in
                try Row.fetchOne(db, sql: "SELECT id, passwordHash FROM writer WHERE email = ?", arguments: [email])
                    .map { row -> (id: Int64, hash: String?) in (row[0], row[1]) }
            }
            let isRight: Bool
            do { isRight = try await passwords.verify(form.exact("password"), against: known?.hash) } catch {
                try await database.write { try Attempts.withdraw(attempt, $0) }
                throw error
            }
            guard isRight, let known else {
                try await database.write {
                    try Guesses.note(.writer, name, on: known.map { WriterTarget.of($0.id) }, by: visitor, at: .now, $0)
                }
                let why = words("stories.entry.wrong")
                return try signInPage(request, visitor, email: email, next: next, why: why, status: .unprocessableContent)
            }
            return try await enter(known.id, name, email, next, request, visitor)
        }
    }

    func limited(_ visitor: Visitor, _ db: Database) throws {
        let actor = Actor(accountID: nil, name: "", address: visitor.client.text, requestID: visitor.id)
        try AuditEntry.write(db, "sign-in.limited", by: actor)
    }

    private func enter(
        _ writer: Int64, _ name: String, _ email: String, _ next: String, _ request: Request, _ visitor: Visitor
    ) async throws -> Response {
        let device = Device.words(userAgent: request.headers[.userAgent])
        do {
            let token = try await database.write { db in
                try Attempts.succeed(name, from: visitor.client.network, at: .now, db)
                return try WriterSession.begin(for: writer, .browser, device: device, access: "Web", at: .now, db)
            }
            var response = Response.redirect(to: destination(next))
            setCookie(token.text, age: Int(cutting: WriterSession.lasts), in: &response)
            return response
        } catch StoryRefusal.suspended(let until) {
            let words = pages.words(for: visitor)
            // The password was right, so the writer may read the decision and appeal.
            let appeal = try await database.write { db in
                try Suspension.active(of: writer, at: .now, db).map { try AppealLink.make(for: $0.decision, at: .now, db) }
            }
            let why =
                until.map { words("stories.entry.suspendedUntil", ["date": words.language.moment($0, in: admin.site.zone)]) }
                ?? words("stories.entry.suspended")
            return try signInPage(request, visitor, email: email, next: next, why: why, appeal: appeal, status: .forbidden)
        }
    }

    @Sendable func leave(_ request: Request, _ person: Writing) async throws -> Response {
        try await database.write { try person.session.end($0) }
        var response = Response.redirect(to: "/stories")
        setCookie("", age: 0, in: &response)
        clearBrowser(after: request, in: &response)
        return response
    }

    /// Deletes stored data and cached pages for the next person at a shared computer. Keeps unsaved text when the same browser is signed in
    /// to the back office.
    func clearBrowser(after request: Request, in response: inout Response) {
        guard !request.bringsSession(accounts) else { return }
        response.headers[.init("Clear-Site-Data")!] = #""cache", "storage""#
    }

    private func destination(_ next: String) -> String {
        SafePath.local(next).flatMap { $0.hasPrefix("/stories") ? $0 : nil } ?? "/stories"
    }

    private func signInPage(
        _ request: Request, _ visitor: Visitor, email: String, next: String, why: String? = nil, appeal: String? = nil,
        status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let values: Values = ["email": email, "next": SafePath.local(next) ?? "", "why": why ?? false, "appealHref": appeal ?? false]
        return try secret(page("sign-in", pages.words(for: visitor)("stories.entry.title"), values, for: visitor, request, status: status))
    }

    /// The page is not cached, and its address is not sent as a referrer.
    func secret(_ response: Response) -> Response {
        var response = response
        response.markSecret()
        response.headers[.init("Referrer-Policy")!] = "no-referrer"
        return response
    }
}
