import Formats
import Web

extension FieldType {
    /// The value as a cell of a workbook, with the type that a spreadsheet program calculates with. Read back, it is the same value.
    func workbookCell(_ packed: JSON, _ spelling: CellSpelling) throws -> WorkbookCell {
        if let own = self as? any InWorkbooks { return try own.typedCell(packed, spelling) }
        let text = try spelled(packed, spelling)
        return text.isEmpty ? .empty : .text(text)
    }
}

protocol InWorkbooks {
    func typedCell(_ packed: JSON, _ spelling: CellSpelling) throws -> WorkbookCell
}

extension NumberFieldType: InWorkbooks {
    func typedCell(_ packed: JSON, _ spelling: CellSpelling) -> WorkbookCell { packed.number.map { .number(String($0)) } ?? .empty }
}

extension MoneyFieldType: InWorkbooks {
    func typedCell(_ packed: JSON, _ spelling: CellSpelling) -> WorkbookCell {
        packed.number.map { cents in
            let (whole, rest) = (cents.magnitude / 100, cents.magnitude % 100)
            return .money((cents < 0 ? "-" : "") + String(whole) + (rest < 10 ? ".0" : ".") + String(rest))
        } ?? .empty
    }
}

extension MomentFieldType: InWorkbooks {
    func typedCell(_ packed: JSON, _ spelling: CellSpelling) -> WorkbookCell {
        let text = cell(packed, spelling)
        return text.isEmpty ? .empty : .moment(text)
    }
}

extension DayFieldType: InWorkbooks {
    func typedCell(_ packed: JSON, _ spelling: CellSpelling) -> WorkbookCell { packed.text.map { .moment($0) } ?? .empty }
}

extension OptionalFieldType: InWorkbooks {
    func typedCell(_ packed: JSON, _ spelling: CellSpelling) throws -> WorkbookCell {
        packed.isNull ? .empty : try inner.workbookCell(packed, spelling)
    }
}

extension Resource {
    func workbookCells(_ spelling: CellSpelling) throws -> [WorkbookCell] {
        [.text(stamp.key)] + (try Self.fields.map { try $0.kind.workbookCell($0.pack(self), spelling) }) + [.text(fileVersion)]
    }
}
