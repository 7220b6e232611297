import Foundation

extension FileTable.Row {
    /// Bytes of a stored row; a longer one is refused.
    static let longest = 1 << 20

    /// A cell is a text, a value of JSON a list of one, a missing value null.
    var stored: String {
        let values = values.map { value -> JSON in
            switch value {
            case .cell(let text)?: .text(text)
            case .packed(let packed)?: .list([packed])
            case nil: .null
            }
        }
        return JSON.list([.number(number), .flag(isTooWide), .list(values)]).compact
    }

    init?(stored: String) throws {
        guard let parts = try JSON(parsing: stored.utf8).list, parts.count == 3, let number = parts[0].number, let values = parts[2].list
        else { return nil }
        self.number = number
        isTooWide = parts[1].flag ?? false
        self.values = values.map { value in value.text.map(FileTable.Value.cell) ?? value.list?.first.map(FileTable.Value.packed) }
    }
}

extension StagedItem {
    /// nil if the reader could not read it.
    func row() throws -> FileTable.Row? { try content.flatMap { try FileTable.Row(stored: $0) } }
}
