extension Workbook {
    /// An `.xlsx` file (ECMA-376) with text cells only, so that typed text is never evaluated as a formula.
    public var bytes: [UInt8] {
        var archive = StoredZip()
        let head = #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#
        func add(_ name: String, _ xml: String) { archive.add(name, Array((head + xml).utf8)) }
        let package = "http://schemas.openxmlformats.org/package/2006"
        let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
        let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
        let kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
        let numbers = 1...max(1, sheets.count)
        let parts = numbers.map { #"<Override PartName="/xl/worksheets/sheet\#($0).xml" ContentType="\#(kind).worksheet+xml"/>"# }
        add(
            "[Content_Types].xml",
            #"<Types xmlns="\#(package)/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>"#
                + #"<Default Extension="xml" ContentType="application/xml"/>"#
                + #"<Override PartName="/xl/workbook.xml" ContentType="\#(kind).sheet.main+xml"/>\#(parts.joined())</Types>"#)
        add(
            "_rels/.rels",
            #"<Relationships xmlns="\#(package)/relationships"><Relationship Id="r1" Type="\#(office)/officeDocument" Target="xl/workbook.xml"/></Relationships>"#
        )
        let names = sheets.enumerated().map { #"<sheet name="\#($1.name.escapedForXML())" sheetId="\#($0 + 1)" r:id="r\#($0 + 1)"/>"# }
        add("xl/workbook.xml", #"<workbook xmlns="\#(main)" xmlns:r="\#(office)"><sheets>\#(names.joined())</sheets></workbook>"#)
        let links = numbers.map { #"<Relationship Id="r\#($0)" Type="\#(office)/worksheet" Target="worksheets/sheet\#($0).xml"/>"# }
        add("xl/_rels/workbook.xml.rels", #"<Relationships xmlns="\#(package)/relationships">\#(links.joined())</Relationships>"#)
        for (index, sheet) in sheets.enumerated() {
            let rows = sheet.rows.enumerated().map { Self.row($0 + 1, $1) }
            add("xl/worksheets/sheet\(index + 1).xml", #"<worksheet xmlns="\#(main)"><sheetData>\#(rows.joined())</sheetData></worksheet>"#)
        }
        return archive.bytes
    }

    private static func row(_ number: Int, _ cells: [String]) -> String {
        let written = cells.enumerated().filter { !$1.isEmpty }.map { column, text in
            #"<c r="\#(CellPlace.letters(column))\#(number)" t="inlineStr"><is><t xml:space="preserve">\#(text.escapedForXML())</t></is></c>"#
        }
        return #"<row r="\#(number)">\#(written.joined())</row>"#
    }
}
