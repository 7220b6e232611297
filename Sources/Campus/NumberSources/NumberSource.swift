import Admin
import Foundation
import GRDB
import Web

/// A number of another site, such as the level of the tide, shown on the first page.
struct NumberSource: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var translations = Translations()
    /// The address of a JSON or CSV document.
    var url = ""
    /// The place of the number in the document, as a `NumberPath`.
    var path = ""
    /// The place of its moment; empty for the moment of reading.
    var timePath = ""
    var unit = ""
    var factor = 1
    var decimals = 0
    /// After so many hours the number counts as unknown.
    var hours = 3
    var link = ""
    var period = FeedPeriod.quarter
    var published = true
    var ordering = 0

    static let system = Campus.name
    static let path = "number-sources"
    static let table = "campusNumberSource"
    static let icon = "chart"
    static let columns = ["unit", "published", "latest", "ordering"]
    static let computedColumns = [ComputedColumn("latest", texts: NumberReading.texts)]
    static let filters = ["published"]
    static let editable = ["ordering"]
    static let order = "ordering"
    static let pages = [RecordPage("campus.readings.link", "reading", icon: "chart")]
    static let sections = ["name": "sections.shown", "url": "sections.source"]
    static let fields: [Field<NumberSource>] = [
        .title("name", \.name, limit: 60),
        .text("unit", \.unit, limit: 20, sample: "cm"),
        .number("decimals", \.decimals, in: 0...3),
        .url("link", \.link),
        .flag("published", \.published),
        .number("ordering", \.ordering, in: 0...10_000),
        .url("url", \.url, required: true),
        .text("path", \.path, required: true, limit: 200, sample: "[stazione=Faro].valore"),
        .text("timePath", \.timePath, limit: 200, sample: "[stazione=Faro].data"),
        .number("factor", \.factor, in: 1...1_000),
        .number("hours", \.hours, in: 1...720),
        .choice("period", \.period, texts: "campus.period"),
        .translations(\.translations, of: "name", "unit"),
    ]

    func check(_ entry: Entry, errors: inout FieldErrors) throws {
        let refused = entry.context.words("campus.readings.refused.path")
        if !path.isEmpty, NumberPath(path) == nil { errors.add("path", refused) }
        if !timePath.isEmpty, NumberPath(timePath) == nil { errors.add("timePath", refused) }
    }
}

extension NumberSource {
    static let published = notTrashed.and("published = 1")

    /// What a reading is of; another place starts over.
    var place: String { [url, path, timePath].joined(separator: " ") }

    /// `52 cm`
    func formatted(_ value: Double, unit: String, _ words: Words) -> String {
        let number = String(format: "%.\(decimals)f", value * Double(factor))
        // A small negative number is no minus zero.
        let isZero = !number.contains { ("1"..."9").contains($0) }
        let shown = isZero ? number.replacing("-", with: "") : number
        return [shown.replacing(".", with: words.language.decimalMark), unit].filter { !$0.isEmpty }.joined(separator: " ")
    }
}
