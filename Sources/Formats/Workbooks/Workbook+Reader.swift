import Foundation

extension Workbook {
    init(packed bytes: Data) throws(Refusal) {
        var budget = Self.size
        guard let archive = ZipArchive(bytes, entries: 2_000, budget: &budget, wanted: Self.isRead) else {
            throw budget < Self.size ? .tooLarge : .damaged
        }
        let files = Dictionary(archive.files.map { ($0.name, $0.bytes) }) { first, _ in first }
        guard files["xl/workbook.xml"] != nil else { throw .notAWorkbook }
        func tree(_ name: String) -> XMLDocument? { files[name].flatMap { XMLDocument(strict: $0) } }
        guard let book = tree("xl/workbook.xml"), let links = tree("xl/_rels/workbook.xml.rels") else { throw .damaged }
        let targets = Dictionary(
            (links.root?.all("Relationship") ?? []).compactMap { link in
                link["Id"].flatMap { id in link["Target"].map { (id, $0) } }
            }
        ) { first, _ in first }
        let shared = tree("xl/sharedStrings.xml").flatMap(\.root)?.all("si").map(Self.text) ?? []
        // Many cells may share one string, and a sheet may be listed repeatedly, so the expanded size is limited.
        var left = Self.size / 2
        for sheet in book.root?.first("sheets")?.all("sheet") ?? [] {
            guard let name = sheet["name"], let target = sheet["id"].flatMap({ targets[$0] }) else { continue }
            let path = target.hasPrefix("/") ? String(target.dropFirst()) : "xl/" + target
            // Sheets of charts and macros have no cells.
            guard path.contains("worksheets/") || files[path] != nil else { continue }
            left -= files[path].map { $0.count / 2 } ?? 0
            guard left >= 0 else { throw .tooLarge }
            guard let content = tree(path) else { throw .damaged }
            sheets.append(try Self.sheet(name, content, shared, left: &left))
        }
    }

    private static func isRead(_ name: String) -> Bool {
        name == "xl/workbook.xml" || name == "xl/sharedStrings.xml" || name == "xl/_rels/workbook.xml.rels"
            || name.hasPrefix("xl/") && name.hasSuffix(".xml") && !["xl/styles.xml", "xl/calcChain.xml"].contains(name)
                && !["theme/", "drawings/", "charts/", "comments"].contains { name.hasPrefix("xl/" + $0) }
    }

    private static func sheet(
        _ name: String, _ tree: XMLDocument, _ shared: [String], left: inout Int
    ) throws(Refusal) -> Sheet {
        var builder = WorkbookSheetBuilder(name: name)
        var next = 0
        for row in tree.root?.first("sheetData")?.all("row") ?? [] {
            // Files omit empty rows.
            let number = row["r"].flatMap { Int($0, in: .whole) }.map { $0 - 1 } ?? next
            next = max(next, number) + 1
            var column = 0
            for cell in row.all("c") {
                column = cell["r"].flatMap(Self.column) ?? column
                try builder.set(value(cell, shared), row: number, column: column, left: &left)
                column += 1
            }
        }
        return builder.sheet
    }

    private static func value(_ cell: XMLElement, _ shared: [String]) -> String {
        let value = cell.first("v")?.text ?? ""
        switch cell["t"] {
        case "s": return Int(value, in: .whole).flatMap { shared.indices.contains($0) ? shared[$0] : nil } ?? ""
        case "inlineStr": return cell.first("is").map(text) ?? ""
        case "b": return value == "1" ? "yes" : "no"
        case "str", "e", "d": return value
        // Programs write numbers with `.0`, or with seventeen digits.
        default: return Double(finite: value).map(text) ?? value
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
