import Formats

extension ResultExport {
    /// The wide file as a workbook: numbers and days are values that a spreadsheet program calculates with.
    var workbook: [UInt8] {
        get throws {
            let book = try WorkbookWriter(sheet: "answers", columns: columns.all.map(\.name))
            for row in rows { try book.add(zip(columns.all, row).map { $0.workbookCell($1) }) }
            try book.close()
            return book.take()
        }
    }

    var figureWorkbook: [UInt8] {
        get throws {
            let book = try WorkbookWriter(sheet: "figures", columns: FigureTable.head)
            for row in FigureTable(questions: outline.structure.questions, tallies: tallies).rows {
                try book.add(row.map(WorkbookCell.init))
            }
            try book.close()
            return book.take()
        }
    }
}

extension Column {
    fileprivate func workbookCell(_ cell: CSV.Cell) -> WorkbookCell {
        if case .day = kind, case .text(let day) = cell, !day.isEmpty { return .moment(day) }
        return WorkbookCell(cell)
    }
}

extension WorkbookCell {
    fileprivate init(_ cell: CSV.Cell) {
        switch cell {
        case .text(let text): self = text.isEmpty ? .empty : .text(text)
        case .number(let number): self = number.map { .number($0) } ?? .empty
        }
    }
}
