import Accounts
import Admin
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import Web

/// Where a student gets reminders of evaluations that end: by mail as their account says, and in browsers in which they agreed.
struct ReminderPages: Sendable {
    let filling: FillingContext

    static let address = "/questionnaires/reminders"

    private var admin: AdminContext { filling.admin }

    func addRoutes(to own: RouterGroup<SignedIn>) {
        own.get("reminders", use: show)
        own.post("reminders", use: switchOn)
        own.post("reminders/removal", use: switchOff)
    }

    @Sendable private func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await page(request, person, why: nil)
    }

    private func page(
        _ request: Request, _ person: SignedIn, why: String?, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        // Only a student has the first key made.
        let student = try await admin.database.read { try filling.student(person, $0) }
        let key = try await PushKey.find(in: admin.database)
        let words = filling.words(person)
        let values = try await admin.database.read { db -> Values in
            let browsers = try ReminderBrowser.all(of: student, db)
            let mail = try person.account.id.flatMap { try AccountEmail.confirmed($0, db) }
            return [
                "title": words("questionnaires.reminders.title"), "key": key.publicText,
                "mail": mail.map { words("questionnaires.reminders.byMail", ["address": $0]) } ?? words("questionnaires.reminders.noMail"),
                "marks": browsers.map(\.subscription.mark).joined(separator: " "), "isReachable": admin.webPush.isReachable,
                "browsers": browsers.map { ["id": String($0.id), "label": $0.label] as Values }, "why": why.map { words($0) } ?? false,
            ]
        }
        return try await filling.page("questionnaires/reminders/index", values, request, person, status: status)
    }

    /// `endpoint`, `p256dh` and `auth` of the browser's subscription.
    @Sendable private func switchOn(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let browser = WebSubscription(endpoint: form["endpoint"], p256dh: form["p256dh"], auth: form["auth"])
        guard let browser, await admin.webPush.refusal(of: browser.address) == nil else {
            return try await page(request, person, why: "questionnaires.reminders.refused", status: .unprocessableContent)
        }
        let label = Device.words(userAgent: request.headers[.userAgent])
        return try await act(person, "on", label) { student, db in
            try ReminderBrowser.keep(browser, label, of: student, at: .now, db)
            return true
        }
    }

    @Sendable private func switchOff(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        return try await act(person, "off", "") { [id = form.recordID("id")] student, db in
            try ReminderBrowser.remove(id, of: student, db)
        }
    }

    private func act(
        _ person: SignedIn, _ act: String, _ label: String, _ body: @escaping @Sendable (Int64, Database) throws -> Bool
    ) async throws -> Response {
        let words = filling.words(person)
        try await admin.database.write { db in
            let student = try filling.student(person, db)
            guard try body(student, db) else { throw HTTPError(.notFound) }
            try AuditEntry.write(
                db, "questionnaires.reminders.\(act)", by: person.actor,
                on: (
                    Student.name, student,
                    try String.fetchOne(db, sql: "SELECT number FROM student WHERE id = ?", arguments: [student]) ?? ""
                ),
                detail: label.isEmpty ? [:] : ["device": label])
            try person.session.setFlash(db, Flash(words("questionnaires.reminders.done.\(act)")))
        }
        return .redirect(to: Self.address)
    }
}

/// What browsers ask for by themselves.
struct ReminderWorkerPages: Sendable {
    let admin: AdminContext

    func addRoutes(to open: RouterGroup<Visitor>) {
        open.get("worker.js", use: worker)
        open.group("reminders").add(middleware: RateLimit(limit: 30, per: .seconds(60))).post("renewal", use: renew)
    }

    @Sendable private func worker(_ request: Request, _ visitor: Visitor) -> Response {
        PushWorker(home: Questionnaires.address, renewal: ReminderPages.address + "/renewal").response(assets: admin.pages.assets)
    }

    /// Sent by the browser with `old`, `endpoint`, `p256dh` and `auth` when its push service changes the address.
    @Sendable private func renew(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try await Form.read(request)
        let browser = WebSubscription(endpoint: form["endpoint"], p256dh: form["p256dh"], auth: form["auth"])
        guard let browser, await admin.webPush.refusal(of: browser.address) == nil else { throw HTTPError(.notFound) }
        let isKnown = try await admin.database.write { [old = form["old"]] in try browser.renew(old, in: "reminderBrowser", $0) }
        guard isKnown else { throw HTTPError(.notFound) }
        return Response(status: .noContent)
    }
}
