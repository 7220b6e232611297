import Admin
import Foundation
import GRDB
import Web

/// In whose eyes something is drawn: language, zone, and what the visitor keeps.
struct RenderContext: Sendable {
    let words: Words
    let zone: TimeZone
    /// Address of map tiles, empty for none.
    var tiles = ""
    /// Whether texts come easy to read where they are there so.
    var isEasy = false
    /// The visitor, when this browser keeps something.
    var reader: Int64?
    /// The language that records are written in.
    var original: Language = .italian
    /// Whether `said` marks what is not in the reader's language: for pages, which say so, and nothing else.
    var isMarking = false

    /// SQL for a text of a table in the reader's language, or as it was written where it is not translated.
    /// - Parameter fresh: whether a translation counts only while its original is the same.
    func text(_ table: String, _ field: String = "name", fresh: Bool = false) -> String {
        words.language.sql(table, field, easy: isEasy, fresh: fresh)
    }

    /// The same for a page: what is not translated is marked with its language (`String.markedHTML`).
    func said(_ table: String, _ field: String = "name", fresh: Bool = false) -> String {
        isMarking
            ? words.language.markedSQL(table, field, easy: isEasy, fresh: fresh, original: original) : text(table, field, fresh: fresh)
    }

    /// For files and messages, which mark nothing.
    var plain: RenderContext {
        var rendering = self
        rendering.isMarking = false
        return rendering
    }

    /// A text that has no second language.
    func written(_ text: String) -> String { isMarking && original != words.language ? text.marked(as: original) : text }

    /// SQL for whether a row of a table has something easy to read, as `isEasy`.
    func easy(_ table: String) -> String { words.language.isEasySQL(table) + " AS isEasy" }
}

extension RenderContext {
    init(_ visitor: Visitor, _ admin: AdminContext) {
        self.init(
            words: admin.pages.words(for: visitor), zone: admin.site.zone, tiles: admin.site.tiles, isEasy: visitor.isEasy,
            original: admin.site.language, isMarking: true)
    }
}

extension Values {
    /// Something to choose from in a form, whose name may be marked.
    /// - Parameter detail: what stands behind the name.
    static func option(_ value: String, _ name: String, detail: String = "", selected: Bool) -> Self {
        [
            "value": value, "label": name.unmarked + detail, "labelLang": name.markedLanguage?.rawValue ?? false, "selected": selected,
        ]
    }
}

extension Row {
    /// A text, or false where there is none: what a template's section asks for.
    func shown(_ column: String) -> any Sendable {
        guard let text: String = self[column], !text.isEmpty else { return false }
        return text
    }

    /// The same of a text that may be marked, as HTML.
    func shownHTML(_ column: String) -> any Sendable { (self[column] as String?).shownHTML }
}

extension String? {
    /// HTML of a text that may be marked, or false where there is none.
    var shownHTML: any Sendable {
        guard let text = self, !text.isEmpty else { return false }
        return text.markedHTML
    }
}
