import Admin
import Foundation
import GRDB
import Registry
import Web

struct RenderContext: Sendable {
    let words: Words
    let zone: TimeZone
    var tiles = ""
    var isEasy = false
    var reader: Int64?
    var original: Language = .italian
    /// Whether `localizedSQL` marks texts in another language; for pages only.
    var isMarking = false

    /// SQL for a text in the reader's language, else the original. With `fresh`, an outdated translation does not count.
    func text(_ table: String, _ field: String = "name", fresh: Bool = false) -> String {
        words.language.sql(table, field, easy: isEasy, fresh: fresh)
    }

    /// Like `text`, but marks an untranslated text with its language (`String.markedHTML`), for pages.
    func localizedSQL(_ table: String, _ field: String = "name", fresh: Bool = false) -> String {
        isMarking
            ? words.language.markedSQL(table, field, easy: isEasy, fresh: fresh, original: original) : text(table, field, fresh: fresh)
    }

    var plain: RenderContext {
        var rendering = self
        rendering.isMarking = false
        return rendering
    }

    func written(_ text: String) -> String { isMarking && original != words.language ? text.marked(as: original) : text }

    func values(_ elsewhere: [PageLink]) -> [Values] {
        elsewhere.map {
            ["title": words($0.text), "detail": $0.detail.isEmpty ? false : $0.detail, "href": $0.address, "icon": $0.icon]
        }
    }

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
    static func option(_ value: String, _ name: String, detail: String = "", selected: Bool) -> Self {
        [
            "value": value, "label": name.unmarked + detail, "labelLang": name.markedLanguage?.rawValue ?? false, "selected": selected,
        ]
    }
}

extension Row {
    func shown(_ column: String) -> any Sendable {
        guard let text: String = self[column], !text.isEmpty else { return false }
        return text
    }

    func shownHTML(_ column: String) -> any Sendable { (self[column] as String?).shownHTML }
}

extension String? {
    var shownHTML: any Sendable {
        guard let text = self, !text.isEmpty else { return false }
        return text.markedHTML
    }
}
