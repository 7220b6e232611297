import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct ExchangePages: Sendable {
    let design: DesignContext

    static let address = "/admin/questionnaires/imports"

    private var admin: AdminContext { design.admin }

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("questionnaires/{id}/structure/file", use: download)
        router.get("questionnaires/{id}/structure/xlsform", use: downloadSheets)
        router.post("questionnaires/{id}/structure/copies", use: copy)
        router.get("imports", use: show)
        router.post("imports", use: take)
    }

    @Sendable func download(_ request: Request, _ person: SignedIn) async throws -> Response {
        let (name, file) = try await file(request, person)
        return Self.response(ByteBuffer(string: file.json.compact), "application/json", name + ".json")
    }

    @Sendable func downloadSheets(_ request: Request, _ person: SignedIn) async throws -> Response {
        let (name, file) = try await file(request, person)
        return Self.response(
            ByteBuffer(bytes: XLSFormWriter(file, original: admin.site.language).workbook.bytes), XLSForm.type, name + ".xlsx")
    }

    private func file(_ request: Request, _ person: SignedIn) async throws -> (name: String, file: ConfigurationFile) {
        try await admin.database.read { db in
            let heading = try design.heading(person, DesignContext.seeing, db)
            guard let version = try design.version(heading, request, db),
                let file = try ConfigurationFile(heading.id, version: version.id, db)
            else { throw HTTPError(.notFound) }
            return ("questionnaire-\(heading.id)-\(version.number)", file)
        }
    }

    /// Copies version `?version=2` into a new draft questionnaire. Audience and dates are not copied.
    @Sendable func copy(_ request: Request, _ person: SignedIn) async throws -> Response {
        let words = design.words(person)
        let address = try await admin.database.write { db -> String in
            let heading = try design.heading(person, DesignContext.editing, db)
            guard let version = try design.version(heading, request, db),
                var file = try ConfigurationFile(heading.id, version: version.id, db)
            else { throw HTTPError(.notFound) }
            file.code = try Self.freeCode(file.code, db)
            guard let id = try Self.store(file, by: person.actor, db) else { throw HTTPError(.conflict) }
            try person.session.setFlash(db, Flash(words("questionnaires.exchange.copied", ["code": file.code])))
            return "/admin/questionnaires/questionnaires/\(id)/structure"
        }
        return .redirect(to: address)
    }

    private static func freeCode(_ code: String, _ db: Database) throws -> String {
        let taken = Set(try String.fetchAll(db, sql: "SELECT code FROM questionnaire").map { $0.lowercased() })
        return (2...).lazy.map { "\(code.prefix(35))-\($0)" }.first { !taken.contains($0.lowercased()) } ?? code
    }

    private static func response(_ bytes: ByteBuffer, _ type: String, _ name: String) -> Response {
        let headers: HTTPFields = [
            .contentType: type, .cacheControl: "no-store", .contentDisposition: "attachment; filename=\"\(name)\"",
        ]
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: bytes))
    }

    @Sendable func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await page(request, person, [])
    }

    @Sendable func take(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request, limits: .documents)
        let bytes = form.file("file").flatMap { try? Data(contentsOf: URL(fileURLWithPath: $0.path)) } ?? Data()
        let (file, mistakes) = try await SidePool.run { read(bytes) }
        guard mistakes.isEmpty else { return try await page(request, person, mistakes, status: .unprocessableContent) }
        let words = design.words(person)
        let address = try await admin.database.write { db -> String? in
            try person.require(DesignContext.editing)
            guard let id = try Self.store(file, by: person.actor, db) else { return nil }
            try person.session.setFlash(db, Flash(words("questionnaires.exchange.taken", ["name": file.title])))
            return "/admin/questionnaires/questionnaires/\(id)/structure"
        }
        guard let address else {
            let taken = ElementReading.Mistake(key: "codeTaken", about: file.code)
            return try await page(request, person, [taken], status: .unprocessableContent)
        }
        return .redirect(to: address)
    }

    private func read(_ bytes: Data) -> (ConfigurationFile, [ElementReading.Mistake]) {
        var mistakes: [ElementReading.Mistake] = []
        if let json = try? JSON(parsing: bytes) { return (ConfigurationFile(json, mistakes: &mistakes), mistakes) }
        guard let workbook = Workbook(bytes) else { return (ConfigurationFile(), [ElementReading.Mistake(key: "noFile")]) }
        let reader = XLSFormReader(workbook, original: admin.site.language)
        return (reader.file, reader.file.structure.isTooLarge ? [ElementReading.Mistake(key: "tooLarge")] : reader.mistakes)
    }

    static func store(_ file: ConfigurationFile, by actor: Actor, _ db: Database) throws -> Int64? {
        let isTaken = "SELECT EXISTS (SELECT 1 FROM questionnaire WHERE code = ? COLLATE NOCASE)"
        guard try Bool.fetchOne(db, sql: isTaken, arguments: [file.code]) == false else { return nil }
        var record = Questionnaire()
        (record.name, record.code, record.context, record.note) = (
            try Questionnaire.freeTitle(file.title, limit: 150, db), file.code, file.context, file.note
        )
        record.translations = file.translations
        (record.anonymous, record.mandatory, record.threshold) = (file.isAnonymous, file.isMandatory, file.threshold)
        (record.repetition, record.opening) = (file.repetition, file.opening)
        // A competition belongs to one portal, so the link is not imported.
        if record.repetition == .competition { record.repetition = .person }
        try file.storeTags(on: &record, by: actor, db)
        try record.insert(db, by: actor)
        guard let id = record.id else { return nil }
        try QuestionnaireVersion.beginDraft(of: id, now: .now, db).save(file.structure.renumbered, db)
        return id
    }

    private func page(
        _ request: Request, _ person: SignedIn, _ mistakes: [ElementReading.Mistake], status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        try await admin.page(person, request, status: status) { _, context in
            try person.require(DesignContext.editing)
            let words = context.words
            let items = mistakes.prefix(20).map { mistake -> Values in
                let values = ["about": mistake.about, "limit": mistake.limit.map { words.language.number($0) } ?? ""]
                return ["href": "#f-file", "text": words("questionnaires.exchange.refused.\(mistake.key)", values)]
            }
            let errors: Values = ["title": words("questionnaires.exchange.wrong"), "items": items]
            var values: Values = ["title": words("questionnaires.exchange.title"), "errors": false]
            if !mistakes.isEmpty { values["errors"] = errors }
            return ("questionnaires/exchange/imports", values)
        }
    }
}
