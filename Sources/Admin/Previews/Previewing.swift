import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

/// Draws previews in a transaction that is rolled back; see `AdminContext.rollingBack`.
struct Previewing {
    let admin: AdminContext
    let origin: String

    /// Throws the table's refusal. `refused` is a sentence about fields shown with their old value because the input is invalid.
    func draw<R: Resource>(_ record: R, note: String, refused: String? = nil, _ context: FormContext) throws -> (String, Values) {
        let common: Values = [
            "title": record.titleText, "heading": record.titleText, "previewing": PreviewContext.bar(note, refused: refused),
        ]
        let drawing = PreviewContext(db: context.db, words: context.words, zone: context.zone, origin: origin)
        if let preview = R.preview {
            let (template, own) = try preview(record, drawing)
            return (template, common.merging(own) { $1 })
        }
        guard let page = admin.publicPage(of: R.self) else { throw HTTPError(.notFound) }
        var record = record
        Listing<R>.publication?.load(&record, true.databaseValue)
        try record.writeRow(context.db)
        guard let own = try page.values(record.id ?? 0, drawing) else { return ("admin/previews/unseen", common) }
        return (page.template, common.merging(own) { $1 })
    }

    func drawSaved<R: Resource>(_ record: R, _ context: FormContext) throws -> (String, Values) {
        let draft = try Draft.find(R.name, record.id ?? 0, context.db)
        let isVisible = Listing<R>.publication.map { $0.isOn(record) } ?? true
        let note = context.words(draft != nil ? "previews.draft" : isVisible ? "previews.visible" : "previews.hidden")
        return try draw(try draft.map { try $0.over(record, context.db) } ?? record, note: note, context)
    }

    /// A page that is not cached and not indexed.
    func answer(_ template: String, _ values: Values, _ visitor: Visitor, _ request: Request) async throws -> Response {
        var response = try admin.pages.page(template, try await values.renderingMarkdown(), for: visitor, request: request)
        response.markSecret()
        response.headers[.init("X-Robots-Tag")!] = "noindex, nofollow"
        response.headers[.init("Referrer-Policy")!] = "no-referrer"
        return response
    }
}

extension AdminContext {
    func rollingBack<T: Sendable>(_ act: @escaping @Sendable (Database) throws -> T) async throws -> T {
        try await database.writeWithoutTransaction { db in
            var done: T?
            try db.inTransaction(.immediate) {
                done = try act(db)
                return .rollback
            }
            guard let done else { throw HTTPError(.notFound) }
            return done
        }
    }

    public func addPreviewRoutes(to router: Router<Visitor>) { router.get("preview/{token}", use: showPreview) }

    /// Shows `GET /preview/4fJ…` to anyone with the address; unknown, expired and revoked ones get 404.
    @Sendable private func showPreview(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard let token = visitor.parameters.get("token").flatMap({ Token(sent: $0) }) else { throw HTTPError(.notFound) }
        let link = try await database.read { db in try PreviewLink.find(token.hash, now: .now, db) }
        // Only a valid address may cause a write.
        guard let link, let type = modulesOn.flatMap({ $0.resources }).first(where: { $0.name == link.kind }) else {
            throw HTTPError(.notFound)
        }
        let previewing = Previewing(admin: self, origin: origin(of: request))
        let (template, values) = try await rollingBack { db in try draw(type, link.recordID, previewing, visitor, db) }
        return try await previewing.answer(template, values, visitor, request)
    }

    private func draw<R: Resource>(
        _ type: R.Type, _ id: Int64, _ previewing: Previewing, _ visitor: Visitor, _ db: Database
    ) throws -> (String, Values) {
        guard let record = try R.fetch(db, id: id), record.stamp.deletedAt == nil else { throw HTTPError(.notFound) }
        let actor = Actor(accountID: nil, name: "", address: visitor.client.text, requestID: visitor.id)
        let context = FormContext(
            db: db, words: pages.words(for: visitor), zone: site.zone, scopeID: record.stamp.scopeID, actor: actor, tiles: "")
        return try previewing.drawSaved(record, context)
    }
}
