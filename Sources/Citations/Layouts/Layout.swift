import Admin
import GRDB
import Web

struct Layout: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var isOn = true
    /// Picks one node per work; the other expressions start there.
    var row = ""
    var work = ""
    var authors = ""
    var venue = ""
    var year = ""
    var citations = ""
    var link = ""
    var sample = ""
    var expected: Int?
    var notes = ""

    static let system = Citations.name
    static let path = "layouts"
    static let table = "citationLayout"
    static let icon = "search"
    static let pages = [RecordPage("citations.layouts.trial.link", "trial", icon: "view")]
    static let columns = ["isOn", "expected"]
    static let sections = ["row": "sections.places", "sample": "sections.sample"]
    static let fields: [Field<Layout>] = [
        .title("name", \.name),
        .flag("isOn", \.isOn),
        .text("row", \.row, required: true, limit: longest, sample: "//li"),
        .text("work", \.work, required: true, limit: longest, sample: "b"),
        .text("citations", \.citations, required: true, limit: longest, sample: "i"),
        .text("authors", \.authors, limit: longest),
        .text("year", \.year, limit: longest),
        .text("venue", \.venue, limit: longest),
        .text("link", \.link, limit: longest),
        .longText("sample", \.sample, limit: 200_000, rows: 8),
        .number("expected", \.expected, in: 0...5_000),
        .longText("notes", \.notes, limit: 2_000, rows: 3),
    ]

    private static let longest = 400

    static func active(_ db: Database) throws -> [Layout] {
        let ids = try Int64.fetchAll(db, sql: "SELECT id FROM citationLayout WHERE isOn = 1 AND \(notTrashed) ORDER BY folded, id")
        return try ids.compactMap { try fetch(db, id: $0) }
    }

    func read(_ page: HTMLDocument) -> ListReading? {
        guard let rows = try? page.select(row) else { return nil }
        var reading = ListReading(format: .layout)
        for (index, element) in rows.enumerated() {
            if reading.isFull {
                reading.leaveBeyond(row: index + 1)
                continue
            }
            func value(_ expression: String) -> String { expression.isEmpty ? "" : (try? page.value(expression, of: element)) ?? "" }
            var found = ListedWork(title: ListText.title(value(work)))
            (found.authors, found.venue, found.year) = (value(authors), value(venue), ListText.year(value(year)))
            found.citations = ListText.count(value(citations))
            found.url = value(link).hasPrefix("http") ? value(link) : ""
            reading.add(found, row: index + 1)
        }
        return reading.works.isEmpty ? nil : reading
    }

    /// Each expression must be valid and find the expected works on the sample.
    func check(_ entry: Entry, errors: inout FieldErrors) {
        guard let page = HTMLDocument(sample.isEmpty ? "<p>x</p>" : sample), let element = page.elements.first else { return }
        let words = entry.context.words
        func refuse(_ field: String, _ key: String, _ why: XPathRefusal) {
            errors.add(field, words([.endless, .unavailable].contains(why) ? why.key : "citations.layouts.refused.\(key)"))
        }
        if errors["row"] == nil, !row.isEmpty {
            do throws(XPathRefusal) { _ = try page.select(row) } catch { refuse("row", "row", error) }
        }
        for (name, expression) in [
            ("work", work), ("authors", authors), ("venue", venue), ("year", year), ("citations", citations), ("link", link),
        ] where errors[name] == nil && !expression.isEmpty {
            do throws(XPathRefusal) { _ = try page.value(expression, of: element) } catch {
                refuse(name, "expression", error)
            }
        }
        guard errors.isEmpty, let expected, !sample.isEmpty else { return }
        let found = read(page)?.works.count ?? 0
        if found != expected {
            errors.add("expected", words("citations.layouts.refused.expected", ["found": words.language.number(found)]))
        }
    }
}
