import Admin
import Formats
import Web

/// Everything that a list holds, in its order: its works, and what is left out of it.
struct DocumentItems {
    private(set) var all: [DocumentItem] = []

    /// Those that leave out what no work was made of.
    private static let alone: Set<ListReading.Remark.Kind> = [.notTitle, .longCell, .brokenRow, .tooMany]
    /// Those that do so where their row is no entry: a list holds entries to a limit.
    private static let perhapsAlone: Set<ListReading.Remark.Kind> = [.brokenEntry, .noTitle, .longTitle]

    init(_ reading: ListReading, _ document: Int, _ file: String?, _ text: String) {
        let lines = Self.lines(reading.format, text)
        let unit: ImportPlace.Unit = reading.format == .csv ? .row : reading.format == .text ? .line : .element
        let remarks = Dictionary(grouping: reading.remarks) { $0.row }
        for entry in reading.entries {
            let own = (remarks[entry.row] ?? []).filter { !Self.alone.contains($0.kind) && $0.kind != .countsFrom }
            let left = own.first { $0.kind == entry.leftOut }
            all.append(
                DocumentItem(
                    document: document, place: ImportPlace(unit, entry.row, of: file),
                    content: left.map { .leftOut($0.kind, entry.work) } ?? .work(entry.work),
                    remarks: own.filter { $0.kind != entry.leftOut }, line: lines[entry.row] ?? ""))
        }
        let known = Set(reading.entries.map(\.row))
        for remark in reading.remarks
        where Self.alone.contains(remark.kind) || (Self.perhapsAlone.contains(remark.kind) && !known.contains(remark.row)) {
            // A line that does not look like a title may still be one.
            let work = remark.kind == .notTitle ? ListedWork(title: "") : nil
            all.append(
                DocumentItem(
                    document: document, place: ImportPlace(unit, remark.row, of: file), content: .leftOut(remark.kind, work),
                    remarks: remark.said.isEmpty ? [] : [remark], line: lines[remark.row] ?? ""))
        }
        // The order of those in the same row stays.
        all = all.enumerated().sorted { ($0.element.place.number, $0.offset) < ($1.element.place.number, $1.offset) }.map(\.element)
    }

    /// The rows of a table and the lines of a text as they are, by their numbers.
    private static func lines(_ format: ListReading.Format, _ text: String) -> [Int: String] {
        var lines: [Int: String] = [:]
        switch format {
        case .csv:
            var (reader, row) = (CSVReader(finding: Array(text.utf8)), 0)
            while row <= 2 * ListReading.mostWorks {
                row += 1
                do {
                    guard let cells = try reader.next() else { break }
                    lines[row] = cells.map { $0.trimmingSpaces() }.filter { !$0.isEmpty }.joined(separator: " · ")
                } catch {
                    if !reader.isBehindLongCell { break }
                }
            }
        case .text:
            for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
                lines[index + 1] = line.trimmingSpaces().replacing("\t", with: " · ")
            }
        default: break
        }
        return lines
    }
}
