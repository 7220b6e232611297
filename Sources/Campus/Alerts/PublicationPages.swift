import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct PublicationPages: Sendable {
    let admin: AdminContext
    static let editing: Permission = "campus.alerts.edit"

    func addRoutes(to campus: RouterGroup<SignedIn>) {
        campus.get("bulletins", use: BulletinList(admin: admin).show)
        campus.get("alerts/{id}/publication", use: show)
        campus.post("alerts/{id}/bulletins", use: publish)
        campus.post("alerts/{id}/bulletins/{bulletin}/approval", use: approve)
        campus.post("alerts/{id}/bulletins/{bulletin}/withdrawal", use: withdraw)
    }

    static func address(_ alert: Int64) -> String { "\(Alert.address)/\(alert)/publication" }

    @Sendable func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await page(request, person, Form(), nil, .ok)
    }

    private func page(
        _ request: Request, _ person: SignedIn, _ typed: Form, _ why: PublicationRefusal?, _ status: HTTPResponse.Status
    ) async throws -> Response {
        let origin = admin.origin(of: request)
        return try await admin.page(person, request, status: status, drawsMarkdown: true) { db, context in
            let alert = try find(person, db)
            let sheet = PublicationSheet(admin: admin, words: context.words, origin: origin, now: .now)
            var values = try sheet.values(alert, person, db)
            values["refusal"] = try why.map { try Self.sentence($0, alert, context, db) } ?? false
            values["at"] = typed["at"]
            if typed.has("until") { values["until"] = typed["until"] }
            return ("campus/alerts/publication", values)
        }
    }

    private static func sentence(_ why: PublicationRefusal, _ alert: Alert, _ context: FormContext, _ db: Database) throws -> String {
        let acts =
            switch why {
            case .waiting: ["propose"]
            case .changed: ["create", "update", "delete", "restore", "propose", "approve", "publish", "refuse", "withdraw"]
            case .english, .expired, .past, .end, .samePerson: [String]()
            }
        let changes = try LastChange(acts.map { "\(Alert.name).\($0)" }, on: (Alert.name, alert.id), db)
        return changes.sentence("campus.publication.refused.\(why.rawValue)", context.words, in: context.zone)
    }

    /// `POST /admin/campus/alerts/12/bulletins` with `at`, empty for now, `until`, and `version`, that of the text which was shown.
    @Sendable func publish(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let moment = form["at"].isEmpty ? nil : TypedMoment.date(form["at"], in: admin.site.zone)
        if !form["at"].isEmpty, moment == nil { return try await page(request, person, form, .past, .unprocessableContent) }
        let until = TypedMoment.date(form["until"], in: admin.site.zone)
        if form.has("until"), until == nil { return try await page(request, person, form, .end, .unprocessableContent) }
        return try await acting(request, person, form) { db, words in
            let alert = try find(person, db)
            guard form["version"] == String(alert.stamp.version) else { throw PublicationRefusal.changed }
            let end = until ?? alert.expires ?? alert.usualEnd(from: moment ?? .now)
            let made = try Bulletin.propose(alert, at: moment, until: end, db, by: person.actor, now: .now)
            try SecondPeople.tell(made, admin, db, by: person.actor, now: .now)
            return Flash(words("campus.publication.done.\(made.state.rawValue)", ["title": made.title]))
        }
    }

    @Sendable func approve(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await acting(request, person, try await Form.read(request)) { db, words in
            var bulletin = try findBulletin(person, db)
            try bulletin.approve(db, by: person.actor, now: .now)
            return Flash(words("campus.publication.done.\(bulletin.state.rawValue)", ["title": bulletin.title]))
        }
    }

    @Sendable func withdraw(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await acting(request, person, try await Form.read(request)) { db, words in
            var bulletin = try findBulletin(person, db)
            try bulletin.end(.withdrawn, db, by: person.actor, now: .now)
            return Flash(words("campus.publication.done.\(bulletin.state.rawValue)", ["title": bulletin.title]))
        }
    }

    private func acting(
        _ request: Request, _ person: SignedIn, _ form: Form, _ act: @escaping @Sendable (Database, Words) throws -> Flash
    ) async throws -> Response {
        let words = admin.pages.words(for: person.visitor)
        do {
            try await admin.urgent.write { db in try person.session.setFlash(db, try act(db, words)) }
        } catch let refusal as PublicationRefusal {
            return try await page(request, person, form, refusal, .unprocessableContent)
        }
        return .redirect(to: Self.address(person.parameters.recordID("id") ?? 0), type: .normal)
    }

    private func find(_ person: SignedIn, _ db: Database) throws -> Alert {
        guard person.grants.may(Self.editing, in: nil), let id = person.parameters.recordID("id"),
            let alert = try Alert.fetch(db, id: id), alert.stamp.deletedAt == nil
        else { throw HTTPError(.notFound) }
        return alert
    }

    private func findBulletin(_ person: SignedIn, _ db: Database) throws -> Bulletin {
        let alert = try find(person, db)
        let sql = "SELECT * FROM campusBulletin WHERE id = ? AND alert = ?"
        guard let id = person.parameters.recordID("bulletin"),
            let bulletin = try Bulletin.fetchOne(db, sql: sql, arguments: [id, alert.id])
        else { throw HTTPError(.notFound) }
        return bulletin
    }
}
