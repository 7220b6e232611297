import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

extension StoryPages {
    func addAddressRoutes(to router: RouterGroup<Writing>) {
        router.get("address", use: showAddress)
        router.post("address", use: changeAddress)
        router.post("verification", use: sendAgain)
        router.get("devices", use: showDevices)
        router.post("devices/{id}/exit", use: endDevice)
    }

    @Sendable func showAddress(_ request: Request, _ person: Writing) async throws -> Response {
        try addressPage(request, person, typed: "")
    }

    /// The new address takes effect when its link is used.
    @Sendable func changeAddress(_ request: Request, _ person: Writing) async throws -> Response {
        let form = try await Form.read(request)
        let (email, words, writer) = (form["email"], pages.words(for: person.visitor), person.writer)
        let problem = try await database.read { try Registration.emailProblem(email, writer.id, $0) }
        if let problem, problem != .taken {
            let why = words(problem.textKey)
            return try addressPage(request, person, typed: email, errors: ["email": why], status: .unprocessableContent)
        }
        if let why = try await whyRefused(form.exact("password"), of: writer, person.visitor) {
            return try addressPage(request, person, typed: email, errors: ["password": why], status: .unprocessableContent)
        }
        try await send(.change, to: email, request, person)
        return .redirect(to: "/stories/more")
    }

    @Sendable func sendAgain(_ request: Request, _ person: Writing) async throws -> Response {
        if person.writer.verifiedAt == nil { try await send(.verify, to: nil, request, person) }
        return .redirect(to: "/stories")
    }

    private func send(_ purpose: WriterLink.Purpose, to email: String?, _ request: Request, _ person: Writing) async throws {
        let (words, writer) = (pages.words(for: person.visitor), person.writer)
        try await database.write { db in
            let isSent = try WriterLink.sendAgain(
                purpose, to: writer, email: email, origin: admin.mailOrigin(db), words: words, at: .now, db)
            try say(words("stories.address.\(isSent ? "sent" : "enough")"), kind: isSent ? .good : .warn, to: person.session, db)
        }
    }

    private func addressPage(
        _ request: Request, _ person: Writing, typed: String, errors: [String: String] = [:], status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let values: Values = [
            "email": typed, "known": person.writer.email ?? "", "hasErrors": !errors.isEmpty, "emailError": errors["email"] ?? false,
            "passwordError": errors["password"] ?? false,
        ]
        let title = pages.words(for: person.visitor)("stories.address.title")
        return try secret(page("address", title, values, for: person.visitor, request, status: status))
    }

    // MARK: Devices

    @Sendable func showDevices(_ request: Request, _ person: Writing) async throws -> Response {
        let (words, own, zone) = (pages.words(for: person.visitor), person.session.id, admin.site.zone)
        let sql = "SELECT * FROM writerSession WHERE writer = ? AND expiresAt > ? ORDER BY id DESC"
        let sessions = try await database.read { try WriterSession.fetchAll($0, sql: sql, arguments: [person.writer.id, Date.now]) }
        let rows = sessions.map { session -> Values in
            [
                "id": String(session.id), "device": session.device.isEmpty ? words("stories.devices.unknown") : session.device,
                "isOwn": session.id == own,
                "since": words.language.saidMoment(session.createdAt, now: .now, in: zone),
            ]
        }
        return try secret(page("devices", words("stories.devices.title"), ["rows": rows], for: person.visitor, request))
    }

    @Sendable func endDevice(_ request: Request, _ person: Writing) async throws -> Response {
        let (id, words) = (try person.storyID(), pages.words(for: person.visitor))
        try await database.write { db in
            try db.execute(
                sql: "DELETE FROM writerSession WHERE id = ? AND writer = ? AND id <> ?",
                arguments: [id, person.writer.id, person.session.id])
            if db.changesCount == 1 { try say(words("stories.devices.ended"), to: person.session, db) }
        }
        return .redirect(to: "/stories/devices")
    }
}
