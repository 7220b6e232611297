import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// An alert in three touches: open the page, choose a template, send. An emergency then waits for the second person.
struct QuickAlertPages: Sendable {
    let admin: AdminContext
    static let address = "/admin/campus/quick-alerts"

    func addRoutes(to campus: RouterGroup<SignedIn>) {
        campus.get("quick-alerts", use: show)
        campus.post("quick-alerts", use: send)
        campus.get("alert-templates/{id}/alert", use: choose)
    }

    @Sendable func choose(_ request: Request, _ person: SignedIn) async throws -> Response {
        guard person.grants.may(PublicationPages.editing, in: nil), let id = person.parameters.recordID("id") else {
            throw HTTPError(.notFound)
        }
        return .redirect(to: "\(Self.address)?template=\(id)", type: .normal)
    }

    @Sendable func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        let query = Form(query: request.uri.query ?? "")
        return try await page(request, person, query.has("template") ? query["template"] : nil, nil)
    }

    /// Without `template` the page offers all of them; `0` is an alert without one.
    private func page(_ request: Request, _ person: SignedIn, _ template: String?, _ typed: Form?) async throws -> Response {
        try await admin.page(person, request, status: typed == nil ? .ok : .unprocessableContent) { db, context in
            try require(person)
            let words = context.words
            let base: Values = [
                "title": words("campus.quick.title"),
                "breadcrumbs": [["label": words("campus.bulletins.title"), "href": BulletinList.address] as Values],
                "isChoice": template == nil,
            ]
            guard let template else {
                let choices = try AlertTemplate.all(db).map { choice($0, words) }
                return ("campus/alerts/quick", base.merging(["templates": choices, "hasTemplates": !choices.isEmpty]) { $1 })
            }
            let form = try form(template, typed, words, db)
            let errors = try typed == nil ? FieldErrors() : form.read(db).errors
            let second = try SecondPeople.all(besides: person.account.id, db).prefix(6).map(\.name)
            let values = base.merging(try form.values(errors, db)) { $1 }
            return (
                "campus/alerts/quick",
                values.merging([
                    "second": second.isEmpty
                        ? words("campus.quick.alone") : words("campus.quick.second", ["names": second.joined(separator: ", ")])
                ]) { $1 }
            )
        }
    }

    private func choice(_ template: AlertTemplate, _ words: Words) -> Values {
        [
            "href": "\(Self.address)?template=\(template.id ?? 0)", "name": template.name, "icon": AlertDrawing.icon(template.severity),
            "severity": words("campus.severity.\(template.severity.rawValue)"), "isEmergency": template.severity == .emergency,
        ]
    }

    @Sendable func send(_ request: Request, _ person: SignedIn) async throws -> Response {
        let typed = try await Form.read(request, judgesText: false)
        let (words, now) = (admin.pages.words(for: person.visitor), Date.now)
        do {
            let alert = try await admin.urgent.write { db -> Int64? in
                try require(person)
                let read = try form(typed["template"], typed, words, db, now: now).read(db)
                guard read.errors.isEmpty else { return nil }
                var alert = read.alert
                try alert.insert(db, by: person.actor)
                let made = try Bulletin.propose(alert, at: nil, until: read.until, db, by: person.actor, now: now)
                try SecondPeople.tell(made, admin, db, by: person.actor, now: now)
                let title = made.title(in: words.language)
                try person.session.setFlash(db, Flash(words("campus.publication.done.\(made.state.rawValue)", ["title": title])))
                return alert.id
            }
            if let alert { return .redirect(to: PublicationPages.address(alert), type: .normal) }
        } catch is PublicationRefusal {}
        return try await page(request, person, typed["template"], typed)
    }

    private func require(_ person: SignedIn) throws {
        guard person.grants.may(PublicationPages.editing, in: nil) else { throw HTTPError(.notFound) }
    }

    private func form(_ template: String, _ typed: Form?, _ words: Words, _ db: Database, now: Date = .now) throws -> QuickAlertForm {
        let found = try Int64(recordID: template).flatMap { try AlertTemplate.fetch(db, id: $0) }
        if !["", "0"].contains(template), found == nil || found?.stamp.deletedAt != nil { throw HTTPError(.notFound) }
        let site = admin.site
        return QuickAlertForm(
            template: found, typed: typed, words: words, zone: site.zone, original: site.language,
            asksEnglish: site.language != .english && site.languages.contains(.english), now: now)
    }
}
