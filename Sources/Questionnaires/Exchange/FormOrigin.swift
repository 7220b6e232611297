import GRDB
import Web

/// Where a form comes from, by which a later file of it is known: its program and its identifier there, or its title where it has none.
struct FormOrigin: Sendable, Equatable {
    let source: String
    let identifier: String
    /// Whether the identifier is the code of a questionnaire, as in files of Portico and XLSForms.
    let isCode: Bool

    init(_ source: String, identifier: String, title: String, isCode: Bool = false) {
        self.source = source
        self.identifier = (identifier.isEmpty ? title : identifier).folded
        self.isCode = isCode && !identifier.isEmpty
    }

    /// Remembers that the questionnaire came in from here. What it came from first stays.
    func store(for questionnaire: Int64, _ db: Database) throws {
        guard !identifier.isEmpty else { return }
        try db.execute(
            sql: "INSERT OR IGNORE INTO questionnaireOrigin (questionnaire, source, identifier) VALUES (?, ?, ?)",
            arguments: [questionnaire, source, identifier])
    }
}
