import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

/// The mail server, a test message and what has not left; for administrators only, as a password link could be led elsewhere.
struct MailPages: Sendable {
    let admin: AdminContext
    static let address = "/admin/site/mail"
    static let permission: Permission = "*"

    private struct Refused: Error { let problems: [MailServerForm.Problem] }

    func addRoutes(to mail: RouterGroup<SignedIn>, proof: RecentProof) {
        mail.get("", use: show)
        mail.post("trials", use: sendTrial)
        mail.post("messages/{id}/sending", use: sendAgain)
        mail.group().add(middleware: proof).post("", use: save)
    }

    static func cards(_ db: Database) throws -> [Card] {
        let count = try Int.fetchOne(
            db, sql: "SELECT count(*) FROM mail WHERE system = ? AND state = 'failed'", arguments: [AccountMail.system])
        return [Card("mail.cards.failed", count: count ?? 0, address: address, icon: "warn", permission: permission, kind: .bad)]
    }

    @Sendable func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            ("admin/outbox/mail", try page(MailServerForm(try MailServer.current(db)), [], person, context))
        }
    }

    @Sendable func save(_ request: Request, _ person: SignedIn) async throws -> Response {
        let typed = MailServerForm(try await Form.read(request, judgesText: false))
        do {
            try await admin.database.write { db in try write(typed, person, db) }
        } catch let refused as Refused {
            let isConflict = refused.problems.contains { $0.key == "changed" }
            return try await admin.page(person, request, status: isConflict ? .conflict : .unprocessableContent) { db, context in
                var form = typed
                if isConflict { form.version = String(try MailServer.current(db).version) }
                return ("admin/outbox/mail", try page(form, refused.problems, person, context))
            }
        }
        return try await admin.redirect(person, to: Self.address, Flash(admin.words(person)("mail.saved")))
    }

    private func write(_ typed: MailServerForm, _ person: SignedIn, _ db: Database) throws {
        let known = try MailServer.current(db)
        var problems = typed.problems(known, hasSender: admin.mailRoute.sender != nil)
        if problems.isEmpty, typed.version != String(known.version) { problems = [("way", "changed")] }
        guard problems.isEmpty else { throw Refused(problems: problems) }
        var server = try typed.server(from: known, admin.mailRoute.key)
        server.version += 1
        try server.save(db)
        try AuditEntry.write(db, "site.mail", by: person.actor, detail: Self.changes(known, server))
        // Messages that waited for a way leave now.
        if server.way != .none {
            try db.execute(sql: "UPDATE mail SET nextAt = ? WHERE state = 'waiting' AND attempts > 0", arguments: [try db.transactionDate])
            try Outbox.wake(db)
        }
    }

    static func changes(_ before: MailServer, _ after: MailServer) -> [String: String] {
        let fields: [(String, (MailServer) -> String)] = [
            ("way", { $0.way.rawValue }), ("host", { "\($0.host):\($0.port)" }), ("security", { $0.security }), ("user", { $0.user }),
            ("senderName", { $0.senderName }), ("sender", { $0.sender }), ("replyTo", { $0.replyTo }),
        ]
        var changes: [String: String] = [:]
        for (name, value) in fields where value(before) != value(after) { changes["mail-" + name] = "\(value(before)) → \(value(after))" }
        if before != after, changes.isEmpty || !before.isSamePlace(as: after) { changes["mail-password"] = after.hasPassword ? "•••" : "–" }
        return changes
    }

    @Sendable func sendTrial(_ request: Request, _ person: SignedIn) async throws -> Response {
        let words = admin.words(person)
        let flash = try await admin.database.write { db -> Flash in
            guard let address = try AccountEmail.latest(person.accountID, db) else {
                return Flash(words("mail.trial.noAddress"), kind: .warn)
            }
            try TestMail.enqueue(to: address, person.language, db, by: person.actor)
            try AuditEntry.write(db, "site.mail-trial", by: person.actor)
            return Flash(words("mail.trial.asked", ["address": address]), kind: .info)
        }
        return try await admin.redirect(person, to: Self.address + "#trial", flash)
    }

    @Sendable func sendAgain(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.recordID()
        let words = admin.words(person)
        let flash = try await admin.database.write { db -> Flash in
            guard try Mail.exists(id, db) else { throw HTTPError(.notFound) }
            guard try Mail.retry(id, at: db.transactionDate, db) else { return Flash(words("mail.outbox.gone"), kind: .info) }
            try Outbox.wake(db)
            try AuditEntry.write(db, "site.mail-again", by: person.actor)
            return Flash(words("mail.outbox.again"))
        }
        return try await admin.redirect(person, to: Self.address + "#outbox", flash)
    }

    private func page(
        _ form: MailServerForm, _ problems: [MailServerForm.Problem], _ person: SignedIn, _ context: FormContext
    ) throws -> Values {
        let (db, words) = (context.db, context.words)
        let heading = words("mail.title")
        let errors = problems.map { problem -> Values in
            ["href": "#f-" + problem.field, "text": words("mail.fields.\(problem.field)") + ": " + words("mail.refused.\(problem.key)")]
        }
        var error = Dictionary(uniqueKeysWithValues: Self.fields.map { ($0, false as any Sendable) })
        for problem in problems.reversed() { error[problem.field] = words("mail.refused.\(problem.key)") }
        let own = try AccountEmail.latest(person.accountID, db)
        return [
            "title": heading, "heading": heading, "action": Self.address, "version": form.version,
            "errors": errors.isEmpty ? false : ["title": words("admin.errors", count: errors.count), "items": errors] as Values,
            "error": error,
            "ways": MailServer.Way.allCases.map { way -> Values in
                ["value": way.rawValue, "label": words("mail.ways.\(way.rawValue)"), "checked": form.way == way.rawValue]
            },
            "securities": SMTPServer.Security.allCases.map { security -> Values in
                [
                    "value": security.rawValue, "label": words("mail.securities.\(security.rawValue)"),
                    "selected": form.security == security.rawValue,
                ]
            },
            "host": form.host, "port": form.port, "user": form.user, "senderName": form.senderName, "sender": form.sender,
            "replyTo": form.replyTo, "hasPassword": try MailServer.current(db).hasPassword,
            "fixed": admin.mailRoute.command.map { words("mail.fixed", ["command": $0]) } ?? false,
            "fixedSender": admin.mailRoute.sender.map { words("mail.fixedSender", ["sender": $0]) } ?? false,
            "now": try now(words, db), "own": own ?? false, "trial": try trial(context), "outbox": try outbox(context),
            "breadcrumbs": [["label": words("admin.menu.site"), "href": SitePages.address]] as [Values],
        ]
    }

    private static let fields = ["way", "host", "port", "security", "user", "password", "senderName", "sender", "replyTo"]

    private func now(_ words: Words, _ db: Database) throws -> Values {
        let sender = try admin.mailRoute.current(db)
        if sender.isLocked { return ["text": words("mail.failures.keyLost", ["server": sender.name ?? ""]), "kind": "bad"] }
        guard let name = sender.name else { return ["text": words("mail.now.none"), "kind": "warn"] }
        if try SiteIdentity.isQuiet(db) { return ["text": words("mail.now.quiet"), "kind": "warn"] }
        if try admin.knownOrigin(db) == nil { return ["text": words("mail.now.noAddress"), "kind": "warn"] }
        return ["text": words("mail.now.set", ["name": name, "sender": sender.from]), "kind": "good"]
    }

    private func trial(_ context: FormContext) throws -> Values {
        guard let job = try TestMail.last(context.db) else { return ["poll": false, "last": false] }
        let (words, isMoving) = (context.words, job.state == .waiting || job.state == .running)
        let text: String
        switch job.state {
        case .done: text = job.results["saying"].map { LocalizedMessage(json: $0).localized(in: words) } ?? ""
        case .failed, .cancelled:
            text = job.error.map { LocalizedMessage(json: $0).localized(in: words) } ?? words("jobs.states.\(job.state)")
        case .waiting, .running: text = words("mail.trial.underway")
        }
        let when = words.language.relativeMoment(job.endedAt ?? job.createdAt, now: .now, in: context.zone)
        return [
            "poll": isMoving ? Self.address : false,
            "last": ["text": text, "when": when, "kind": job.state == .done ? "good" : isMoving ? "info" : "bad"] as Values,
        ]
    }

    private func outbox(_ context: FormContext) throws -> Values {
        let words = context.words
        let condition = "state = 'failed' OR state = 'waiting' AND (attempts > 0 OR needsAddress = 1)"
        let count = try Int.fetchOne(context.db, sql: "SELECT count(*) FROM mail WHERE \(condition)") ?? 0
        let rows = try Mail.fetchAll(context.db, sql: "SELECT * FROM mail WHERE \(condition) ORDER BY id DESC LIMIT 50").map {
            mail -> Values in
            let isWaiting = mail.state == .waiting
            return [
                "id": String(mail.id), "recipient": mail.recipient, "subject": mail.subject,
                "when": words.language.relativeMoment(mail.createdAt, now: .now, in: context.zone),
                "state": words("stories.desk.mail.states.\(mail.state.rawValue)"), "kind": isWaiting ? "info" : "bad",
                "trouble": mail.needsAddress ? words("mail.now.noAddress") : mail.trouble(words) ?? false,
                "next": isWaiting && !mail.needsAddress
                    ? words("mail.outbox.next", ["when": words.language.moment(mail.nextAt, in: context.zone)]) : false,
                "action": mail.body.isEmpty || mail.needsAddress ? false : "\(Self.address)/messages/\(mail.id)/sending",
            ]
        }
        return ["rows": rows, "hasRows": !rows.isEmpty, "count": words.language.number(count), "isMore": count > rows.count]
    }
}
