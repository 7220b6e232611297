import Accounts
import Admin
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
    private var unknown: Int?
    private(set) var why: [String: String] = [:]
    /// The files of archives and the sheets of workbooks that are not read.
    private(set) var left: [String] = []

    struct Rules: Sendable {
        var settings = CitationSettings()
        var layouts: [Layout] = []

        init() {}

        init(_ db: Database) throws { (settings, layouts) = (try CitationSettings.current(db), try Layout.active(db)) }
    }

    init(_ form: Form, stored: [RunDocument], _ brought: BroughtByAddress, _ rules: Rules, _ words: Words) {
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
        for role in DocumentRole.allCases { read(role, form, words) }
        for (field, document) in brought.documents { add(document, from: field, words) }
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

    private mutating func read(_ role: DocumentRole, _ form: Form, _ words: Words) {
        let files = (form.files[role.rawValue + "Files"] ?? []).filter { $0.size > 0 }
        if files.count > rules.settings.mostDocuments { return why[role.rawValue] = tooMuch(words) }
        for file in files {
            let read = BroughtFile.read(
                file, role, as: Charset(rawValue: form["charset"]), atMost: rules.settings.mostMegabytes, rules.layouts, words)
            why[role.rawValue] = why[role.rawValue] ?? read.why
            left += read.left
            for document in read.documents { add(document, from: role.rawValue, words) }
        }
        let pasted = form.exact(role.rawValue)
        if !pasted.trimmingSpaces().isEmpty {
            let read = BroughtFile.pasted(pasted, role, rules.layouts, words)
            why[role.rawValue] = why[role.rawValue] ?? read.why
            for document in read.documents { add(document, from: role.rawValue, words) }
        }
    }

    private mutating func add(_ document: RunDocument, from field: String, _ words: Words) {
        guard document.text.unicodeScalars.count <= RunDocument.mostCharacters else { return why[field] = tooMuch(words) }
        if document.role == .list {
            do {
                _ = try ListReader.read(document.text, layouts: rules.layouts)
            } catch let refusal as ListRefusal where refusal.reason == .unknownColumns {
                unknown = unknown ?? run.documents.count
            } catch {
                let reason = (error as? ListRefusal)?.reason.rawValue ?? "broken"
                return why[field] = words("citations.remarks.\(reason)", ["document": document.name])
            }
        }
        run.documents.append(document)
    }

    var choices: Choices { run.choices }

    /// The first document starts the run. Returns the next address (result or column choice); nil when the author was deleted.
    func insert(_ db: Database, by person: SignedIn) throws -> String? {
        let actor = person.actor
        var run = run
        var name = newAuthor
        if let author {
            guard let known = try Author.fetch(db, id: author), known.stamp.deletedAt == nil,
                try Author.isOpen(author, Citations.editingAuthors, person.grants, db)
            else { return nil }
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
        guard let id = run.id else { return nil }
        let document = try unknown.flatMap { place in try Run.fetch(db, id: id)?.documents[place].id }
        return document.map { "\(Run.address)/\(id)/documents/\($0)/columns" } ?? RunResultPages.address(id)
    }

    private static func free(_ name: String, among records: String, _ db: Database) throws -> String {
        let taken = try String.fetchSet(db, sql: "SELECT folded FROM \(records)")
        guard taken.contains(name.folded) else { return name }
        return (2...).lazy.map { "\(name.prefix(74)) \($0)" }.first { !taken.contains($0.folded) } ?? name
    }
}
