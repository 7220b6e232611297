import Admin
import Foundation
import GRDB
import Web

/// In whose eyes something is drawn: language, zone, and what the visitor keeps.
struct Look: Sendable {
    let words: Words
    let zone: TimeZone
    /// Address of map tiles, empty for none.
    var tiles = ""
    /// The visitor, when this browser keeps something.
    var reader: Int64?

    /// SQL for a text of a table in the reader's language, or as it was written where it is not translated.
    func text(_ table: String, _ field: String = "name") -> String { words.language.sql(table, field) }
}

extension Row {
    /// A text, or false where there is none: what a template's section asks for.
    func shown(_ column: String) -> any Sendable {
        guard let text: String = self[column], !text.isEmpty else { return false }
        return text
    }
}
