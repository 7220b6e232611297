import Foundation
import Web

struct CellSpelling {
    let names: FileNames
    /// The texts of every language, the reader's first; words of each are accepted.
    let languages: [Words]
    /// Whether decimals have a point, for programs; otherwise the mark of the reader's language.
    let hasPoint: Bool

    var words: Words { names.context.words }
    var zone: TimeZone { names.context.zone }

    init(_ names: FileNames, _ templates: Templates, hasPoint: Bool = false) {
        (self.names, self.hasPoint) = (names, hasPoint)
        let own = names.context.words
        languages = [own] + Language.allCases.filter { $0 != own.language }.map { templates.words(in: $0) }
    }
}

protocol InCells {
    func cell(_ packed: JSON, _ spelling: CellSpelling) throws -> String
    /// Fills the form from a cell as if typed, so that `read` validates both.
    func fill(_ form: inout Form, _ name: String, cell: String, _ spelling: CellSpelling, errors: inout FieldErrors) throws
}

extension InCells {
    func fill(_ form: inout Form, _ name: String, cell: String, _ spelling: CellSpelling, errors: inout FieldErrors) throws {
        form[name] = TypedText.clean(Array(cell.utf8))
    }
}

extension FieldType {
    func spelled(_ packed: JSON, _ spelling: CellSpelling) throws -> String {
        if let own = self as? any InCells { return try own.cell(packed, spelling) }
        return packed.text ?? packed.number.map(String.init) ?? ""
    }

    func enter(_ cell: String, into form: inout Form, _ name: String, _ spelling: CellSpelling, errors: inout FieldErrors) throws {
        if let own = self as? any InCells {
            try own.fill(&form, name, cell: cell, spelling, errors: &errors)
        } else {
            form[name] = TypedText.clean(Array(cell.utf8))
        }
    }
}

extension Optionally: InCells {
    func cell(_ packed: JSON, _ spelling: CellSpelling) throws -> String { packed.isNull ? "" : try inner.spelled(packed, spelling) }

    func fill(_ form: inout Form, _ name: String, cell: String, _ spelling: CellSpelling, errors: inout FieldErrors) throws {
        try inner.enter(cell, into: &form, name, spelling, errors: &errors)
    }
}
