import Admin
import GRDB
import Web

struct Run: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var author: Int64?
    var preset = Preset.improved
    var spelling = Spellings.usual
    var titleThreshold = 80
    var authorThreshold = 68
    var expression = ""
    var oneToOne = false
    var documents: [RunDocument] = []

    static let system = Citations.name
    static let path = "runs"
    static let table = "citationRun"
    static let icon = "chart"
    static let pages = [RecordPage("citations.results.link", "results", icon: "chart")]
    static let contentPage: String? = "results"
    static let columns = ["author", "preset", "titleThreshold"]
    static let filters = ["author", "preset"]
    /// A run is as private as its author.
    static let audience = Author.audience?.through("author", to: Author.table)
    static let livesWith: String? = Author.table
    static let sections = ["preset": "sections.method", "documents": "sections.documents"]
    static let fields: [Field<Run>] = [
        .title("name", \.name),
        .one("author", \.author, Author.self, required: true),
        .choice("preset", \.preset, texts: "citations.preset"),
        .choice("spelling", \.spelling, texts: "citations.spelling"),
        .number("titleThreshold", \.titleThreshold, in: 1...100, suffix: "%"),
        .number("authorThreshold", \.authorThreshold, in: 0...100, suffix: "%"),
        .flag("oneToOne", \.oneToOne),
        .text("expression", \.expression, limit: longestExpression),
        .children("documents", \.documents, limit: mostDocuments),
    ]

    /// Characters.
    static let longestExpression = 1_000
    static let mostDocuments = 20
    /// Characters of all documents; a form holds two million bytes.
    static let mostCharacters = 1_500_000

    var choices: Choices {
        get { Choices(preset: preset, spelling: spelling, titleThreshold: titleThreshold, authorThreshold: authorThreshold) }
        set {
            (preset, spelling) = (newValue.preset, newValue.spelling)
            (titleThreshold, authorThreshold) = (newValue.titleThreshold, newValue.authorThreshold)
        }
    }

    func hasRoom(_ db: Database) throws -> Bool {
        try documents.count <= CitationSettings.current(db).mostDocuments && characters <= Self.mostCharacters
    }

    private var characters: Int { documents.reduce(0) { $0 + $1.text.utf8.count } }

    func check(_ entry: Entry, errors: inout FieldErrors) throws {
        let context = entry.context
        if let author, try !Author.isOpen(author, Citations.editingAuthors, context.grants, context.db) {
            errors.add("author", context.words("citations.visibility.others"))
        }
        let most = try CitationSettings.current(entry.context.db).mostDocuments
        if documents.count > most {
            errors.add("documents", entry.context.words("citations.new.tooMuch", ["documents": String(most)]))
        }
        if characters > Self.mostCharacters {
            errors.add("documents", entry.refusal("long", ["limit": String(Self.mostCharacters)]))
        }
    }

    func method(surnames: [String]) -> Method {
        Method(
            surnames: surnames, preset: preset, spellings: spelling, titles: titleThreshold, authors: authorThreshold,
            expression: expression,
            isOneToOne: oneToOne)
    }

    func texts(of role: DocumentRole) -> [Analysis.Document] {
        documents.filter { $0.role == role }.map { Analysis.Document(name: $0.name, text: $0.text, columns: $0.columns) }
    }
}

/// A document of a run as text. It is sent only as a download, never as a page.
struct RunDocument: Child {
    var id: Int64?
    var name = ""
    var role = DocumentRole.list
    var columns = ""
    var text = ""

    init() {}

    init(_ name: String, _ role: DocumentRole, _ text: String) {
        (self.name, self.role, self.text) = (String(name.prefix(120)), role, TypedText.clean(Array(text.utf8)))
    }

    static let table = "citationDocument"
    static let ownerColumn = "run"
    static let mostCharacters = 600_000
    static let fields: [Field<RunDocument>] = [
        .text("name", \.name, required: true, limit: 120),
        .choice("role", \.role, texts: "citations.role"),
        .text("columns", \.columns, limit: 200),
        .longText("text", \.text, required: true, limit: mostCharacters, rows: 6),
    ]
}

enum DocumentRole: String, Choice, Codable {
    case list
    case page
}
