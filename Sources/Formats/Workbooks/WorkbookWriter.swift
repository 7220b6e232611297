/// Writes an `.xlsx` file (ECMA-376) with one sheet, row by row. What is ready is taken with `take`, so that a long file is never in memory.
public final class WorkbookWriter {
    private let archive: ArchiveWriter
    private var row = 0

    private static let package = "http://schemas.openxmlformats.org/package/2006"
    private static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    private static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"

    public static let mediaType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

    /// The first row, with the names of the columns, is bold and stays in sight.
    public init(sheet: String, columns: [String]) throws {
        archive = try ArchiveWriter()
        try add("[Content_Types].xml", Self.types)
        try add("_rels/.rels", Self.links([("officeDocument", "xl/workbook.xml")]))
        let name = Self.name(sheet).escapedForXML()
        try add(
            "xl/workbook.xml",
            #"<workbook xmlns="\#(Self.main)" xmlns:r="\#(Self.office)"><sheets><sheet name="\#(name)" sheetId="1" r:id="r1"/></sheets></workbook>"#
        )
        try add("xl/_rels/workbook.xml.rels", Self.links([("worksheet", "worksheets/sheet1.xml"), ("styles", "styles.xml")]))
        try add("xl/styles.xml", Self.styles)
        try archive.begin("xl/worksheets/sheet1.xml")
        let pane = #"<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>"#
        let widths = #"<col min="1" max="\#(max(1, columns.count))" width="18" customWidth="1"/>"#
        try write(
            Self.head
                + #"<worksheet xmlns="\#(Self.main)"><sheetViews><sheetView workbookViewId="0">\#(pane)</sheetView></sheetViews>"#
                + "<cols>\(widths)</cols><sheetData>")
        row = 1
        let cells = columns.enumerated().map { WorkbookCell.xml($1, CellPlace.name(row: 0, column: $0), .head) }
        try write(#"<row r="1">\#(cells.joined())</row>"#)
    }

    public func add(_ cells: [WorkbookCell]) throws {
        let place = row
        row += 1
        let written = cells.enumerated().map { $1.xml(CellPlace.name(row: place, column: $0)) }
        try write(#"<row r="\#(row)">\#(written.joined())</row>"#)
    }

    public func close() throws {
        try write("</sheetData></worksheet>")
        try archive.close()
    }

    /// The bytes since the last time.
    public func take() -> [UInt8] { archive.take() }

    private func write(_ xml: String) throws { try archive.add(Array(xml.utf8)) }

    private func add(_ name: String, _ xml: String) throws {
        try archive.begin(name)
        try write(Self.head + xml)
    }

    private static let head = #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"# + "\n"

    /// Programs allow 31 signs, and some of them not.
    private static func name(_ text: String) -> String {
        let plain = String(text.filter { !"[]:*?/\\'".contains($0) }.prefix(31)).trimmingPrefix { $0 == " " }
        return plain.isEmpty ? "1" : String(plain)
    }

    private static var types: String {
        let kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
        let parts = [("workbook.xml", "sheet.main"), ("worksheets/sheet1.xml", "worksheet"), ("styles.xml", "styles")]
        return #"<Types xmlns="\#(package)/content-types">"#
            + #"<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>"#
            + #"<Default Extension="xml" ContentType="application/xml"/>"#
            + parts.map { #"<Override PartName="/xl/\#($0.0)" ContentType="\#(kind).\#($0.1)+xml"/>"# }.joined() + "</Types>"
    }

    private static func links(_ parts: [(type: String, target: String)]) -> String {
        let links = parts.enumerated().map { #"<Relationship Id="r\#($0 + 1)" Type="\#(office)/\#($1.type)" Target="\#($1.target)"/>"# }
        return #"<Relationships xmlns="\#(package)/relationships">\#(links.joined())</Relationships>"#
    }

    /// The formats in the order of `WorkbookCell.Style`: dates as the program's country writes them.
    private static var styles: String {
        let formats = [(0, 0), (0, 1), (4, 0), (14, 0), (22, 0)]
        let cells = formats.map {
            #"<xf numFmtId="\#($0.0)" fontId="\#($0.1)" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>"#
        }
        let font = #"<sz val="11"/><name val="Calibri"/>"#
        return #"<styleSheet xmlns="\#(main)"><fonts count="2"><font>\#(font)</font><font><b/>\#(font)</font></fonts>"#
            + #"<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>"#
            + #"<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>"#
            + #"<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>"#
            + #"<cellXfs count="\#(formats.count)">\#(cells.joined())</cellXfs>"#
            + #"<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>"#
    }
}
