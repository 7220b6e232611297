import Foundation
import Web

struct CellSpelling {
    let names: FileNames
    let languages: [Words]
    /// Whether decimals have a point, for programs; otherwise the mark of the reader's language.
    let hasPoint: Bool
    /// The decimal mark of an imported file; nil for the ways in which people of the language type numbers.
    var decimal: ImportMapping.DecimalMark?
    /// Whether cells come from a workbook, where moments are numbers.
    var isWorkbook = false

    var words: Words { names.context.words }
    var zone: TimeZone { names.context.zone }

    init(_ names: FileNames, _ templates: Templates, hasPoint: Bool = false) {
        (self.names, self.hasPoint) = (names, hasPoint)
        let own = names.context.words
        languages = [own] + Language.allCases.filter { $0 != own.language }.map { templates.words(in: $0) }
    }
}

extension CellSpelling {
    /// A number of a file with a known decimal mark, as people of the language type it.
    func number(_ cell: String) -> String {
        guard let decimal else { return cell }
        let (mark, group): (Character, Character) = decimal == .comma ? (",", ".") : (".", ",")
        var plain = cell.trimmingSpaces().filter { $0 != group && $0 != "'" && $0 != "’" && !$0.isWhitespace }
        // Workbooks keep what binary fractions make of a decimal: 1.1000000000000001.
        if isWorkbook, plain.count > 12, plain.contains("."), let value = Double(finite: plain), value.magnitude < 1e9 {
            plain = String((value * 1e6).rounded() / 1e6)
        }
        if plain.hasSuffix("\(mark)0") { plain = String(plain.dropLast(2)) }
        return plain.replacing(String(mark), with: words.language.decimalMark)
    }

    var typed: CellSpelling {
        var typed = self
        (typed.decimal, typed.isWorkbook) = (nil, false)
        return typed
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

extension OptionalFieldType: InCells {
    func cell(_ packed: JSON, _ spelling: CellSpelling) throws -> String { packed.isNull ? "" : try inner.spelled(packed, spelling) }

    func fill(_ form: inout Form, _ name: String, cell: String, _ spelling: CellSpelling, errors: inout FieldErrors) throws {
        try inner.enter(cell, into: &form, name, spelling, errors: &errors)
    }
}
