import Foundation

@testable import Formats

/// Builds small `.xlsx` and `.ods` files from the XML of their parts.
enum XLSXFixture {
    static func book(
        _ sheets: [(name: String, state: String, xml: String)], shared: String = "", styles: String = "", is1904: Bool = false
    ) -> [UInt8] {
        var zip = StoredZip()
        func add(_ name: String, _ xml: String) { zip.add(name, Array(xml.utf8)) }
        let list = sheets.enumerated().map { "<sheet name='\($1.name)' state='\($1.state)' sheetId='\($0 + 1)' r:id='r\($0 + 1)'/>" }
        add("[Content_Types].xml", "<Types/>")
        add(
            "xl/workbook.xml",
            "<workbook xmlns:r='r'><workbookPr date1904='\(is1904 ? 1 : 0)'/><sheets>\(list.joined())</sheets></workbook>")
        let links = sheets.indices.map { "<Relationship Id='r\($0 + 1)' Type='t/worksheet' Target='worksheets/sheet\($0 + 1).xml'/>" }
        add("xl/_rels/workbook.xml.rels", "<Relationships>\(links.joined())</Relationships>")
        // Some programs spell its name like this.
        add("xl/SharedStrings.xml", "<sst>\(shared)</sst>")
        add("xl/styles.xml", "<styleSheet>\(styles)</styleSheet>")
        for (index, sheet) in sheets.enumerated() {
            add("xl/worksheets/sheet\(index + 1).xml", sheet.xml.hasPrefix("<!") ? sheet.xml : "<worksheet>\(sheet.xml)</worksheet>")
        }
        return zip.bytes
    }

    static func book(_ rows: String, shared: String = "", styles: String = "", is1904: Bool = false) -> [UInt8] {
        book([("Dati", "visible", "<sheetData>\(rows)</sheetData>")], shared: shared, styles: styles, is1904: is1904)
    }

    static func openDocument(_ tables: String, styles: String = "") -> [UInt8] {
        var zip = StoredZip()
        zip.add("mimetype", Array("application/vnd.oasis.opendocument.spreadsheet".utf8))
        let content = """
            <office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x" xmlns:style="s"><office:automatic-styles>\(styles)
            </office:automatic-styles><office:body><office:spreadsheet>\(tables)</office:spreadsheet></office:body></office:document-content>
            """
        zip.add("content.xml", Array(content.utf8))
        return zip.bytes
    }

    static func rows(_ bytes: [UInt8], sheet: Int? = nil) throws -> [TableRow] {
        var (rows, found): (SheetRows?, [TableRow]) = (try SheetRows(bytes, sheet: sheet), [])
        while let row = try rows?.next() { found.append(row) }
        return found
    }
}
