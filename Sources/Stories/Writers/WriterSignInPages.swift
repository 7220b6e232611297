import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct WriterSignInPages: Sendable {
    let stories: StoryPages

    func addRoutes(to router: RouterGroup<Visitor>, writers: RouterGroup<Writing>) {
        router.get("sign-in", use: showSignIn)
        router.post("sign-in", use: signIn)
        writers.post("exit", use: leave)
    }

    @Sendable private func showSignIn(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let next = Form(query: request.uri.query ?? "")["next"]
        if visitor.writerID != nil { return .redirect(to: destination(next)) }
        return try signInPage(request, visitor, email: "", next: next)
    }

    /// An unknown address and a wrong password get the same answer and the same work.
    @Sendable private func signIn(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try await Form.read(request)
        let (email, next, words) = (form["email"], form["next"], stories.words(for: visitor))
        let name = "stories writer " + email.folded
        let verdict = try await stories.database.write { try Attempts.begin(name, from: visitor.client.network, at: .now, $0) }
        switch verdict {
        case .wait(let seconds, let isNews):
            if isNews { try await stories.database.write { try stories.writers.auditLimit(of: visitor, $0) } }
            let why = words("stories.entry.wait", count: max(1, (seconds + 59) / 60))
            return try signInPage(request, visitor, email: email, next: next, why: why, status: .tooManyRequests)
        case .allowed(let attempt):
            let known = try await stories.database.read { db in
                try Row.fetchOne(db, sql: "SELECT id, passwordHash FROM writer WHERE email = ?", arguments: [email])
                    .map { row -> (id: Int64, hash: String?) in (row["id"], row["passwordHash"]) }
            }
            let isRight: Bool
            do { isRight = try await stories.passwords.verify(form.exact("password"), against: known?.hash) } catch {
                try await stories.database.write { try Attempts.withdraw(attempt, $0) }
                throw error
            }
            guard isRight, let known else {
                try await stories.database.write {
                    try FailedAttemptLog.note(.writer, name, on: known.map { WriterTarget.of($0.id) }, by: visitor, at: .now, $0)
                }
                let why = words("stories.entry.wrong")
                return try signInPage(request, visitor, email: email, next: next, why: why, status: .unprocessableContent)
            }
            return try await enter(known.id, name, email, next, request, visitor)
        }
    }

    private func enter(
        _ writer: Int64, _ name: String, _ email: String, _ next: String, _ request: Request, _ visitor: Visitor
    ) async throws -> Response {
        let device = Device.words(userAgent: request.headers[.userAgent])
        do {
            let token = try await stories.database.write { db in
                try Attempts.succeed(name, from: visitor.client.network, at: .now, db)
                try WriterNetwork.note(writer, from: visitor.client.network, at: .now, db)
                return try WriterSession.begin(for: writer, .browser, device: device, access: "Web", at: .now, db)
            }
            var response = Response.redirect(to: destination(next))
            stories.setCookie(token.text, age: Int(cutting: WriterSession.lasts), in: &response)
            return response
        } catch StoryRefusal.suspended(let until) {
            let words = stories.words(for: visitor)
            // The password was right, so the writer may read the decision and appeal.
            let appeal = try await stories.database.write { db in
                try Suspension.active(of: writer, at: .now, db).map { try AppealLink.make(for: $0.decision, at: .now, db) }
            }
            let why =
                until.map { words("stories.entry.suspendedUntil", ["date": words.language.moment($0, in: stories.admin.site.zone)]) }
                ?? words("stories.entry.suspended")
            return try signInPage(request, visitor, email: email, next: next, why: why, appeal: appeal, status: .forbidden)
        }
    }

    @Sendable private func leave(_ request: Request, _ person: Writing) async throws -> Response {
        try await stories.database.write { try person.session.end($0) }
        var response = Response.redirect(to: "/stories")
        stories.setCookie("", age: 0, in: &response)
        stories.clearBrowser(after: request, in: &response)
        return response
    }

    private func destination(_ next: String) -> String {
        SafePath.local(next).flatMap { $0.hasPrefix("/stories") ? $0 : nil } ?? "/stories"
    }

    private func signInPage(
        _ request: Request, _ visitor: Visitor, email: String, next: String, why: String? = nil, appeal: String? = nil,
        status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let values: Values = ["email": email, "next": SafePath.local(next) ?? "", "why": why ?? false, "appealHref": appeal ?? false]
        return try stories.secret(
            stories.page(
                "stories/writers/sign-in", stories.words(for: visitor)("stories.entry.title"), values, for: visitor, request, status: status
            ))
    }
}
