import Accounts
import Admin
import Formats
import Foundation
import GRDB
import Hummingbird
import Web

struct ExchangePages: Sendable {
    let design: DesignContext

    /// The workbench takes files in.
    static let address = Questionnaire.address + "/imports"

    private var admin: AdminContext { design.admin }

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("questionnaires/{id}/structure/file", use: download)
        router.get("questionnaires/{id}/structure/xlsform", use: downloadSheets)
        router.post("questionnaires/{id}/structure/copies", use: copy)
        router.get("imports", use: goOn)
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

    static func freeCode(_ code: String, _ db: Database) throws -> String {
        let taken = Set(try String.fetchAll(db, sql: "SELECT code FROM questionnaire").map { $0.lowercased() })
        return (2...).lazy.map { "\(code.prefix(35))-\($0)" }.first { !taken.contains($0.lowercased()) } ?? code
    }

    private static func response(_ bytes: ByteBuffer, _ type: String, _ name: String) -> Response {
        let headers: HTTPFields = [
            .contentType: type, .cacheControl: "no-store", .contentDisposition: "attachment; filename=\"\(name)\"",
        ]
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: bytes))
    }

    /// The address of the page before the workbench.
    @Sendable func goOn(_ request: Request, _ person: SignedIn) async throws -> Response {
        try person.require(DesignContext.editing)
        return .redirect(to: Self.address, type: .normal)
    }

    /// What a file becomes: a questionnaire, or the reasons why not. Sheets have a report.
    struct Read: Sendable {
        var file = ConfigurationFile()
        var mistakes: [ElementReading.Mistake] = []
        var report: ImportReport?
        /// The sheets of a form; `foreign` where they are made of another program's elements.
        var workbook: Workbook?
        var foreign: FormSheets?
        var origin: FormOrigin?
        /// What the rows of the sheet of questions became.
        var questionSheet = ""
        var questions: [Int: Question] = [:]
        /// The questions of which a row holds the words or an answer, by the keys of rows.
        var owners: [String: Set<Int64>] = [:]
        /// The lists of a file of Portico with what they hold.
        var lists: [(name: String, elements: [JSON])] = []
    }

    static func read(_ bytes: Data, _ name: String, original: Language) -> Read {
        var read = Read()
        if let json = try? JSON(parsing: bytes) {
            if let sheets = try? ForeignForm.sheets(json, original: original) {
                return Self.read(sheets.workbook, name, original: original, from: sheets)
            }
            read.file = ConfigurationFile(json, mistakes: &read.mistakes)
            guard json["QUESTIONARIO"] != nil else { return read }
            read.origin = FormOrigin("Portico", identifier: read.file.code, title: read.file.title, isCode: true)
            read.lists = ["QUESITI", "CONDIZIONI", "REGOLE", "TAG"].compactMap { name in
                json.cleaned[name]?.list.map { (name: name, elements: $0) }
            }
            return read
        }
        if let sheets = try? ForeignForm.sheets(bytes, original: original) {
            return Self.read(sheets.workbook, name, original: original, from: sheets)
        }
        do {
            return Self.read(try Workbook(reading: bytes), name, original: original)
        } catch .tooLarge {
            read.mistakes = [.init(key: "largeWorkbook")]
        } catch .locked {
            read.mistakes = [.init(key: "nature.lockedWorkbook")]
        } catch .damaged {
            read.mistakes = [.init(key: "damagedWorkbook")]
        } catch {
            read.mistakes = [.init(key: "nature.\(FileNature(bytes).rawValue)")]
        }
        return read
    }

    static func read(_ workbook: Workbook, _ name: String, original: Language, from foreign: FormSheets? = nil) -> Read {
        let reader = XLSFormReader(workbook, original: original, name: name)
        var read = Read(file: reader.file, mistakes: [reader.refusal].compactMap { $0 }, report: reader.report)
        (read.workbook, read.foreign, read.questionSheet) = (workbook, foreign, reader.rows.first?.sheet ?? "")
        let title = reader.file.title
        read.origin =
            foreign.map { FormOrigin($0.source, identifier: $0.identifier, title: title) }
            ?? FormOrigin("XLSForm", identifier: reader.identifier, title: title, isCode: true)
        let outline = StructureOutline(reader.structure)
        for (id, row) in reader.places {
            guard let question = outline.questions[id]?.id ?? outline.questionOfAnswer[id] else { continue }
            read.owners[FormRow.key(row.number, row.sheet), default: []].insert(question)
        }
        let questions = Dictionary(reader.structure.questions.map { ($0.id, $0) }) { first, _ in first }
        for (id, row) in reader.places where row.sheet == read.questionSheet {
            if let question = questions[id] { read.questions[row.number] = question }
        }
        return read
    }

    /// Stores a file with its report as another questionnaire. A taken code gets a number.
    static func store(_ read: Read, by actor: Actor, _ db: Database) throws -> Int64? {
        var (file, report) = (read.file, read.report)
        if try isTaken(file.code, db) {
            let code = try freeCode(file.code, db)
            report?.notes.append(
                ImportNote(effect: .changed, sheet: "settings", column: "form_id", reason: "codeTaken", about: "\(file.code), \(code)"))
            file.code = code
        }
        guard let id = try store(file, by: actor, db), let draft = try QuestionnaireVersion.draft(of: id, db) else { return nil }
        if let report, !report.notes.isEmpty { try report.save(for: draft.id, db) }
        try read.origin?.store(for: id, db)
        return id
    }

    static func isTaken(_ code: String, _ db: Database) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM questionnaire WHERE code = ? COLLATE NOCASE)"
        return try Bool.fetchOne(db, sql: sql, arguments: [code]) ?? false
    }

    static func store(_ file: ConfigurationFile, by actor: Actor, _ db: Database) throws -> Int64? {
        guard try !isTaken(file.code, db) else { return nil }
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
}
