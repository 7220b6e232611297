import Foundation

extension Workbook {
    /// Limits: unpacked bytes, rows and columns; far above any questionnaire.
    private static let (size, height, width) = (20_000_000, 5_000, 200)

    /// nil for another file, a broken one, and above the limits.
    public init?(_ bytes: Data) {
        sheets = []
        var budget = Self.size
        guard ZipArchive.isArchive(bytes),
            let archive = ZipArchive(
                bytes, entries: 500, budget: &budget, wanted: { $0.hasPrefix("xl/") && ($0.hasSuffix(".xml") || $0.hasSuffix(".rels")) })
        else { return nil }
        let files = Dictionary(archive.files.map { ($0.name, $0.bytes) }) { first, _ in first }
        func tree(_ name: String) -> XMLDocument? { files[name].flatMap { XMLDocument(strict: $0) } }
        guard let book = tree("xl/workbook.xml"), let links = tree("xl/_rels/workbook.xml.rels") else { return nil }
        let targets = Dictionary(
            (links.root?.all("Relationship") ?? []).compactMap { link in
                link["Id"].flatMap { id in link["Target"].map { (id, $0) } }
            }
        ) { first, _ in first }
        let shared = tree("xl/sharedStrings.xml").flatMap(\.root)?.all("si").map(Self.text) ?? []
        // Many cells may share one string, and a sheet may be listed repeatedly, so the expanded size is limited.
        var left = Self.size
        for sheet in book.root?.first("sheets")?.all("sheet") ?? [] {
            guard let name = sheet["name"], let target = sheet["id"].flatMap({ targets[$0] }) else { continue }
            let path = target.hasPrefix("/") ? String(target.dropFirst()) : "xl/" + target
            left -= files[path]?.count ?? 0
            guard left >= 0, let content = tree(path), let rows = Self.rows(content, shared, left: &left) else { return nil }
            sheets.append(Sheet(name: name, rows: rows))
        }
        if sheets.isEmpty { return nil }
    }

    private static func rows(_ tree: XMLDocument, _ shared: [String], left: inout Int) -> [[String]]? {
        var rows: [[String]] = []
        for row in tree.root?.first("sheetData")?.all("row") ?? [] {
            // Files omit empty rows.
            let number = row["r"].flatMap { Int($0, in: .whole) } ?? rows.count + 1
            guard number > rows.count, number <= height else { return nil }
            while rows.count < number - 1 { rows.append([]) }
            var cells: [String] = []
            for cell in row.all("c") {
                let column = cell["r"].flatMap(column) ?? cells.count
                guard column >= cells.count, column < width else { return nil }
                while cells.count < column { cells.append("") }
                let text = value(cell, shared)
                left -= text.utf8.count
                guard left >= 0 else { return nil }
                cells.append(text)
            }
            rows.append(cells)
        }
        return rows
    }

    private static func value(_ cell: XMLElement, _ shared: [String]) -> String {
        let value = cell.first("v")?.text ?? ""
        switch cell["t"] {
        case "s": return Int(value, in: .whole).flatMap { shared.indices.contains($0) ? shared[$0] : nil } ?? ""
        case "inlineStr": return cell.first("is").map(text) ?? ""
        case "b": return value == "1" ? "yes" : "no"
        case "str", "e": return value
        // Some programs store a whole number with `.0`.
        default: return value.hasSuffix(".0") ? String(value.dropLast(2)) : value
        }
    }

    /// The text of a string with or without runs; phonetic guides are ignored.
    private static func text(_ string: XMLElement) -> String {
        string.elements.map { part in part.name == "t" ? part.text : part.name == "r" ? part.all("t").map(\.text).joined() : "" }
            .joined()
    }

    private static func column(_ place: String) -> Int? {
        let letters = place.utf8.prefix { (0x41...0x5A).contains($0) }
        guard (1...3).contains(letters.count) else { return nil }
        return letters.reduce(0) { $0 * 26 + Int($1) - 0x40 } - 1
    }
}
