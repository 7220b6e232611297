import Admin
import Web

/// Reads tables with headers in five languages (Publish or Perish, Scopus, Web of Science), or with columns that a person chose.
enum TableReader {
    static func isOne(_ text: some StringProtocol) -> Bool {
        // Excel may write the separator first.
        let line = text.prefix(4_000).split(whereSeparator: \.isNewline).first { !$0.hasPrefix("sep=") } ?? ""
        guard line.contains(where: { ",;\t|".contains($0) }) else { return false }
        return line.split { ",;\t|".contains($0) }.contains { TableColumns.Part.title.names.contains(String($0).foldedTitle) }
    }

    /// Whether columns are unknown: a first line without numbers, then lines of equal length with one mostly numeric cell.
    static func isUnknown(_ text: String) -> Bool {
        let rows = beginning(of: text)
        guard let head = rows.first, head.count > 1, rows.count > 1, rows.allSatisfy({ $0.count == head.count }) else { return false }
        let isNumber = { (cell: String) in !cell.isEmpty && cell.utf8.allSatisfy { (0x30...0x39).contains($0) || ",. ".utf8.contains($0) } }
        return !head.contains(where: isNumber)
            && head.indices.contains { column in 2 * rows.dropFirst().count { isNumber($0[column]) } >= rows.count - 1 }
    }

    static func beginning(of text: String, rows most: Int = 8) -> [[String]] {
        let start = text.utf8.count > 40_000 ? String(text.prefix(40_000)) : text
        var reader = CSVReader(finding: Array(start.utf8))
        var rows: [[String]] = []
        while rows.count < most, let cells = try? reader.next() {
            if !cells.allSatisfy(\.isEmpty) { rows.append(cells) }
        }
        return rows
    }

    /// Throws `ListRefusal`; without `chosen` the headers decide.
    static func read(_ text: String, _ chosen: TableColumns? = nil) throws -> ListReading {
        var reading = ListReading(format: .csv)
        var reader = CSVReader(finding: Array(text.utf8))
        var row = 0
        var columns = chosen
        while true {
            row += 1
            do {
                guard let cells = try reader.next() else { break }
                guard let known = columns else {
                    let named = TableColumns(named: cells)
                    if let count = named.chosenCount { reading.remarks.append(.init(row: row, kind: .countsFrom, said: count)) }
                    columns = named
                    continue
                }
                if cells.allSatisfy(\.isEmpty) || row == 1 && known.hasHeader { continue }
                if reading.isFull { reading.leaveBeyond(row: row) } else { read(cells, known, row: row, &reading) }
            } catch {
                if reader.isBehindLongCell, reading.isFull {
                    reading.leaveBeyond(row: row)
                    continue
                }
                if reader.isBehindLongCell, columns != nil {
                    reading.remarks.append(ListReading.Remark(row: row, kind: .longCell))
                    continue
                }
                // Rows before an unclosed quotation mark are valid.
                guard !reading.works.isEmpty else { throw ListRefusal(reason: .broken) }
                reading.remarks.append(ListReading.Remark(row: row, kind: .brokenRow))
                break
            }
        }
        return reading
    }

    private static func read(_ cells: [String], _ columns: TableColumns, row: Int, _ reading: inout ListReading) {
        func cell(_ part: TableColumns.Part) -> String {
            columns.places[part].flatMap { cells.indices.contains($0) ? cells[$0].trimmingSpaces() : nil } ?? ""
        }
        func count(_ text: String) -> Int? { text.hasPrefix("-") ? nil : ListText.count(text) }
        func remark(_ kind: ListReading.Remark.Kind, _ said: String) {
            reading.remarks.append(ListReading.Remark(row: row, kind: kind, said: String(said.prefix(40))))
        }
        var work = ListedWork(title: ListText.title(cell(.title)))
        // OpenAlex writes `M Rossi|L Verdi`.
        (work.authors, work.venue) = (cell(.authors).replacing("|", with: "; "), cell(.venue))
        (work.citations, work.selfCitations) = (count(cell(.citations)), count(cell(.own)))
        if columns.isEmptyZero, cell(.citations).isEmpty { work.citations = 0 }
        work.year = ListText.year(cell(.year))
        work.identified = Affiliations.people(cell(.affiliations))
        work.emails = Identifier.emails(in: cell(.emails))
        work.url = cell(.url).hasPrefix("10.") ? ListText.doi(cell(.url)) : cell(.url)
        if !work.title.isEmpty {
            if work.citations == nil, !cell(.citations).isEmpty { remark(.badCount, cell(.citations)) }
            if work.year == nil, !["", "0"].contains(cell(.year)) { remark(.badYear, cell(.year)) }
        }
        reading.add(work, row: row, needsCount: cell(.citations).isEmpty)
    }
}
