import Accounts
import Admin
import Formats
import Foundation
import GRDB
import Web

struct RunDraft: Sendable {
    private let author: Int64?
    private let newAuthor: String
    private let surname: String
    private let variants: String
    private let rules: Rules
    private var run = Run()
    /// The first document whose columns are not known.
    private var unknown: Int?
    private var brought: Brought?
    private(set) var why: [String: String] = [:]
    /// The files of archives and the sheets of workbooks that are not read.
    private(set) var left: [String] = []

    private struct Brought: Sendable {
        let format: DocumentFormat
        let name: String
        let size: Int
    }

    struct Rules: Sendable {
        var settings = CitationSettings()
        var layouts: [Layout] = []

        init() {}

        init(_ db: Database) throws { (settings, layouts) = (try CitationSettings.current(db), try Layout.active(db)) }
    }

    init(_ form: Form, stored: [RunDocument], _ brought: DocumentsByAddress, _ rules: Rules, _ words: Words) {
        self.rules = rules
        author = form.recordID("author")
        newAuthor = String(form["newAuthor"].prefix(80))
        surname = String(
            (form["surname"].isEmpty ? newAuthor.split(separator: " ").last.map(String.init) ?? "" : form["surname"]).prefix(60))
        variants = String(form["variants"].prefix(300))
        run.name = String(form["name"].prefix(80))
        let chosen = ChoicesForm(form, words)
        run.choices = chosen.choices
        why = chosen.why.merging(brought.why) { $1 }
        if author == nil, newAuthor.isEmpty { why["author"] = words("citations.new.noAuthor") }
        run.oneToOne = form["oneToOne"] == "yes"
        run.documents = stored
        bring(files(in: form, brought, words), Charset(rawValue: form["charset"]), words)
        if why["list"] == nil, why["listAddress"] == nil, !run.documents.contains(where: { $0.role == .list }) {
            why["list"] = words("citations.new.noList")
        }
        if run.documents.count > rules.settings.mostDocuments || run.documents.reduce(0, { $0 + $1.text.utf8.count }) > Run.mostCharacters {
            why["list"] = tooMuch(words)
        }
    }

    private func tooMuch(_ words: Words) -> String {
        words("citations.new.tooMuch", ["documents": String(rules.settings.mostDocuments)])
    }

    private mutating func refuse(_ why: DocumentFile.Refusal, _ name: String, at field: String, _ words: Words) {
        let values = ["name": name, "megabytes": String(rules.settings.mostMegabytes)]
        self.why[field] = self.why[field] ?? words("citations.brought.\(why.rawValue)", values)
    }

    /// What is brought, with the fields of the form.
    private mutating func files(in form: Form, _ brought: DocumentsByAddress, _ words: Words) -> [(
        field: String, file: DocumentSource.File
    )] {
        var files: [(field: String, file: DocumentSource.File)] = []
        for role in DocumentRole.allCases {
            let (field, sent) = (role.rawValue, (form.files[role.rawValue + "Files"] ?? []).filter { $0.size > 0 })
            if sent.count > rules.settings.mostDocuments {
                why[field] = tooMuch(words)
                continue
            }
            for file in sent {
                let name = file.name.isEmpty ? words("citations.new.unnamed") : file.name
                do throws(DocumentFile.Refusal) {
                    let bytes = try DocumentFile.bytes(of: file, atMost: rules.settings.mostMegabytes)
                    files.append((field, DocumentSource.File(name, bytes, role)))
                } catch {
                    refuse(error, name, at: field, words)
                }
            }
            let pasted = form.exact(field)
            if !pasted.trimmingSpaces().isEmpty {
                files.append((field, DocumentSource.File(words("citations.new.pasted"), text: pasted, role)))
            }
        }
        for (field, document) in brought.documents {
            files.append((field, DocumentSource.File(document.name, text: document.text, document.role)))
        }
        return files
    }

    /// Reads what is brought as the workbench does. A table of unknown columns is taken: they are chosen afterwards.
    private mutating func bring(_ files: [(field: String, file: DocumentSource.File)], _ charset: Charset?, _ words: Words) {
        guard !files.isEmpty else { return }
        let size = files.reduce(0) { $0 + $1.file.bytes.count }
        guard size <= ImportLimits.bytes else {
            why[files[0].field] = ImportRefusal("bytes", ["limit": String(ImportLimits.bytes >> 20)]).localized(in: words)
            return
        }
        let source = DocumentSource(files.map(\.file), as: charset, rules)
        for refused in source.refused {
            if refused.why == .notRead {
                left.append(refused.name)
            } else {
                refuse(refused.why, refused.name, at: files[refused.file].field, words)
            }
        }
        let format = DocumentFormat(source, rules.layouts, keepsUnread: true)
        guard format.count <= ImportLimits.items else {
            why[files[0].field] = ImportRefusal("rows", ["limit": String(ImportLimits.items)]).localized(in: words)
            return
        }
        self.brought = Brought(format: format, name: files.map(\.file.name).joined(separator: ", "), size: size)
        do {
            for (document, kept) in try format.written(words) {
                if document.role == .list, let reason = document.refusal {
                    guard reason == .unknownColumns else {
                        why[files[document.file].field] = words("citations.remarks.\(reason.rawValue)", ["document": document.name])
                        continue
                    }
                    unknown = unknown ?? run.documents.count
                }
                run.documents += kept
            }
        } catch {
            why[files[0].field] = (error as? ImportRefusal)?.localized(in: words) ?? tooMuch(words)
        }
    }

    var choices: Choices { run.choices }

    /// Where the person goes on, and what was taken in; nil without anything new.
    struct Made: Sendable {
        let address: String
        let receipt: ImportAtOnce.Receipt?
    }

    /// The author does not exist any more, or is not theirs.
    struct NoAuthor: Error {}

    /// Stores the documents and their run as one act, which can be undone. The first document starts the run. Throws `NoAuthor`.
    func insert(_ db: Database, _ admin: AdminContext, by person: SignedIn) throws -> Made {
        guard let brought else { return Made(address: try insert(db, person, by: person.actor), receipt: nil) }
        var address = ""
        let source = try ImportAtOnce(admin, brought.format, named: brought.name, size: brought.size)
        let receipt = try source.accept(db, of: person.accountID, in: person.language, by: person.actor) { own in
            address = try insert(db, person, by: own)
            return nil
        }
        return Made(address: address, receipt: receipt)
    }

    /// Returns the next address: the results, or the choice of columns.
    private func insert(_ db: Database, _ person: SignedIn, by actor: Actor) throws -> String {
        var run = run
        var name = newAuthor
        if let author {
            guard let known = try Author.fetch(db, id: author), known.stamp.deletedAt == nil,
                try Author.isOpen(author, Citations.editingAuthors, person.grants, db)
            else { throw NoAuthor() }
            (run.author, name) = (author, known.name)
        } else {
            var made = Author()
            (made.name, made.surname, made.variants) = (
                try Self.free(newAuthor, among: "citationAuthor WHERE \(Author.notTrashed) AND owner = \(person.accountID)", db), surname,
                variants
            )
            try made.insert(db, by: actor)
            run.author = made.id
        }
        run.name = try Self.free(
            run.name.isEmpty ? name : run.name, among: "citationRun WHERE \(Run.notTrashed) AND author = \(run.author ?? 0)", db)
        try run.insert(db, by: actor)
        guard let id = run.id else { throw NoAuthor() }
        let document = try unknown.flatMap { place in try Run.fetch(db, id: id)?.documents[place].id }
        return document.map { "\(Run.address)/\(id)/documents/\($0)/columns" } ?? RunResultPages.address(id)
    }

    private static func free(_ name: String, among records: String, _ db: Database) throws -> String {
        let taken = try String.fetchSet(db, sql: "SELECT folded FROM \(records)")
        guard taken.contains(name.folded) else { return name }
        return (2...).lazy.map { "\(name.prefix(74)) \($0)" }.first { !taken.contains($0.folded) } ?? name
    }
}
