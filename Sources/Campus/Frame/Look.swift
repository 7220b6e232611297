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
    /// Whether texts come easy to read where they are there so.
    var isEasy = false
    /// The visitor, when this browser keeps something.
    var reader: Int64?

    /// SQL for a text of a table in the reader's language, or as it was written where it is not translated.
    func text(_ table: String, _ field: String = "name") -> String { words.language.sql(table, field, easy: isEasy) }

    /// SQL for whether a row of a table has something easy to read, as `isEasy`.
    func easy(_ table: String) -> String { words.language.isEasySQL(table) + " AS isEasy" }
}

extension Look {
    init(_ visitor: Visitor, _ desk: Desk) {
        self.init(words: desk.pages.words(for: visitor), zone: desk.site.zone, tiles: desk.site.tiles, isEasy: visitor.isEasy)
    }
}

extension Row {
    /// A text, or false where there is none: what a template's section asks for.
    func shown(_ column: String) -> any Sendable {
        guard let text: String = self[column], !text.isEmpty else { return false }
        return text
    }
}
