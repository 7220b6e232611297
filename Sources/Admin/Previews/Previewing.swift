import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

/// Draws previews, and answers at their secret addresses.
enum Previewing {
    static func draw<R: Resource>(_ record: R, note: String, _ context: FormContext) throws -> (String, Values) {
        guard let preview = R.preview else { throw HTTPError(.notFound) }
        let (template, own) = try preview(record, PreviewContext(db: context.db, words: context.words, zone: context.zone))
        let common: Values = ["title": record.titleText, "heading": record.titleText, "note": note, "refused": false]
        return (template, common.merging(own) { $1 })
    }

    /// The draft if there is one, else the record.
    static func drawSaved<R: Resource>(_ record: R, _ context: FormContext) throws -> (String, Values) {
        let draft = try Draft.find(R.name, record.id ?? 0, context.db)
        let isVisible = Listing<R>.publication.map { $0.isOn(record) } ?? true
        let note = context.words(draft != nil ? "previews.draft" : isVisible ? "previews.visible" : "previews.hidden")
        return try draw(try draft.map { try $0.over(record, context.db) } ?? record, note: note, context)
    }

    /// A page that nobody keeps and no search engine lists.
    static func answer(_ template: String, _ values: Values, _ desk: Desk, _ visitor: Visitor, _ request: Request) throws -> Response {
        var response = try desk.pages.page(template, values, for: visitor, request: request)
        response.headers[.cacheControl] = "no-store"
        response.headers[.init("X-Robots-Tag")!] = "noindex, nofollow"
        response.headers[.init("Referrer-Policy")!] = "no-referrer"
        return response
    }
}

extension Desk {
    /// `GET /preview/4fJ…`: whoever has the address sees the record as it will be. Wrong, expired and revoked addresses are not there.
    @Sendable public func showPreview(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard let token = visitor.parameters.get("token").flatMap({ Token(sent: $0) }) else { throw HTTPError(.notFound) }
        let (template, values) = try await database.read { db -> (String, Values) in
            guard let link = try PreviewLink.find(token.hash, now: .now, db),
                let type = modulesOn.flatMap({ $0.resources }).first(where: { $0.name == link.kind })
            else { throw HTTPError(.notFound) }
            return try draw(type, link.recordID, visitor, db)
        }
        return try Previewing.answer(template, values, self, visitor, request)
    }

    private func draw<R: Resource>(_ type: R.Type, _ id: Int64, _ visitor: Visitor, _ db: Database) throws -> (String, Values) {
        guard let record = try R.fetch(db, id: id), record.stamp.deletedAt == nil else { throw HTTPError(.notFound) }
        let actor = Actor(accountID: nil, name: "", address: visitor.client.text, requestID: visitor.id)
        let context = FormContext(
            db: db, words: pages.words(for: visitor), zone: site.zone, scopeID: record.stamp.scopeID, actor: actor, tiles: "")
        return try Previewing.drawSaved(record, context)
    }
}
