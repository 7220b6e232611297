import Foundation

/// What an `.xlsx` file says of itself beside its rows: its sheets, shared texts and formats.
struct WorkbookOutline {
    private(set) var sheets: [SheetOutline] = []
    private(set) var is1904 = false
    let shared = SharedStrings()
    let formats = CellFormats()

    /// nil for an archive that is no workbook. Throws `ImportRefusal`, or what the archive or its XML throws.
    init?(_ archive: ArchiveBytes, _ names: [String]) throws {
        // Some programs spell the names of parts in another case than the links to them.
        let places = Dictionary(names.map { ($0.lowercased(), $0) }) { first, _ in first }
        func tree(_ name: String) throws -> XMLDocument? {
            guard let place = places[name.lowercased()] else { return nil }
            return XMLDocument(strict: Data(try ArchivePart(place, of: archive, limit: 4 << 20).readAll()))
        }
        func links(_ name: String) throws -> [(id: String, type: String, target: String)] {
            (try tree(name)?.root?.all("Relationship") ?? []).compactMap { link in
                guard let target = link["Target"] else { return nil }
                return (link["Id"] ?? "", link["Type"] ?? "", target)
            }
        }
        if places["xl/workbook.bin"] != nil { throw ImportRefusal("binaryWorkbook") }
        if places["index/document.iwa"] != nil { throw ImportRefusal("numbers") }
        let start = try links("_rels/.rels").first { $0.type.hasSuffix("/officeDocument") }?.target
        let path = Self.path(start ?? "xl/workbook.xml", from: "")
        guard let book = try tree(path) ?? tree("xl/workbook.xml") else {
            if places["xl/workbook.xml"] != nil { throw ImportRefusal("workbook") }
            return nil
        }
        let folder = path.split(separator: "/").dropLast().joined(separator: "/")
        let file = path.split(separator: "/").last.map(String.init) ?? ""
        let parts = try links("\(folder)/_rels/\(file).rels")
        is1904 = ["1", "true"].contains(book.root?.first("workbookPr")?["date1904"] ?? "")
        let targets = Dictionary(parts.map { ($0.id, Self.path($0.target, from: folder)) }) { first, _ in first }
        for sheet in book.root?.first("sheets")?.all("sheet") ?? [] {
            guard let target = sheet["id"].flatMap({ targets[$0] }), let place = places[target.lowercased()] else { continue }
            // Sheets of charts and macros have no cells.
            guard !place.contains("chartsheets/"), !place.contains("dialogsheets/"), !place.contains("macrosheets/") else { continue }
            sheets.append(SheetOutline(name: sheet["name"] ?? "", isHidden: (sheet["state"] ?? "visible") != "visible", part: place))
        }
        func place(_ type: String, _ usual: String) -> String? {
            let linked = parts.first { $0.type.hasSuffix("/" + type) }.map { Self.path($0.target, from: folder) }
            return places[(linked ?? usual).lowercased()]
        }
        if let name = place("sharedStrings", "xl/sharedStrings.xml") {
            try ArchivePart(name, of: archive, limit: SheetRows.sheetBytes).parse(shared)
            if shared.isFull { throw ImportRefusal("unpacked") }
        }
        if let name = place("styles", "xl/styles.xml") {
            try ArchivePart(name, of: archive, limit: SheetRows.partBytes).parse(formats)
        }
    }

    /// A target within a folder of the archive.
    private static func path(_ target: String, from folder: String) -> String {
        let plain = target.replacing("\\", with: "/")
        var parts = plain.hasPrefix("/") ? [] : folder.split(separator: "/").map(String.init)
        for part in plain.split(separator: "/") {
            switch part {
            case ".": continue
            case "..": _ = parts.popLast()
            default: parts.append(String(part))
            }
        }
        return parts.joined(separator: "/")
    }
}
