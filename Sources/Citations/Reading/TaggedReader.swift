/// Reads works of tagged lines: plain text of Web of Science, PubMed (nbib), EndNote (enw).
enum TaggedReader {
    enum Dialect {
        case webOfScience, pubMed, endNote

        fileprivate var format: ListReading.Format {
            switch self {
            case .webOfScience: .webOfScience
            case .pubMed: .pubMed
            case .endNote: .endNote
            }
        }

        /// Tags that begin a work.
        fileprivate var first: Set<String> {
            switch self {
            case .webOfScience: ["PT"]
            case .pubMed: ["PMID"]
            case .endNote: ["0"]
            }
        }

        fileprivate var authors: [String] {
            switch self {
            case .webOfScience: ["AF", "AU", "BA"]
            case .pubMed: ["FAU", "AU"]
            case .endNote: ["A"]
            }
        }
    }

    private typealias Field = (tag: String, value: String)

    static func read(_ text: String, _ dialect: Dialect) -> ListReading {
        var reading = ListReading(format: dialect.format)
        var (fields, row): ([Field], Int) = ([], 0)
        func close() {
            guard !fields.isEmpty else { return }
            row += 1
            reading.add(work(fields, dialect), row: row)
            fields = []
        }
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            if line.allSatisfy(\.isWhitespace) {
                if dialect != .webOfScience { close() }
                continue
            }
            guard let field = field(line, dialect) else {
                continues(line, &fields, dialect)
                continue
            }
            if ["FN", "VR", "EF"].contains(field.tag), dialect == .webOfScience { continue }
            if field.tag == "ER" || dialect.first.contains(field.tag) { close() }
            if field.tag != "ER" { fields.append(field) }
        }
        close()
        return reading
    }

    /// nil for a line that continues the one before.
    private static func field(_ line: Substring, _ dialect: Dialect) -> Field? {
        let parts = line.split(separator: dialect == .pubMed ? "-" : " ", maxSplits: 1, omittingEmptySubsequences: false)
        let tag = parts[0].trimmingSpaces()
        let value = parts.count > 1 ? String(parts[1]).trimmingSpaces() : ""
        switch dialect {
        case .webOfScience:
            let isTag = tag.utf8.count == 2 && tag == tag.uppercased() && tag.first?.isLetter == true
            return isTag && parts[0].count == 2 ? (tag, value) : nil
        case .pubMed:
            let isTag = (2...4).contains(tag.utf8.count) && tag.allSatisfy { $0.isASCII && $0.isUppercase } && parts[0].count == 4
            return isTag && parts.count == 2 ? (tag, value) : nil
        case .endNote:
            return tag.utf8.count == 2 && tag.hasPrefix("%") ? (String(tag.dropFirst()), value) : nil
        }
    }

    /// Each further line of authors or affiliations is one more in Web of Science; other values go on.
    private static func continues(_ line: Substring, _ fields: inout [Field], _ dialect: Dialect) {
        guard let last = fields.last else { return }
        let value = String(line).trimmingSpaces()
        if dialect == .webOfScience, dialect.authors.contains(last.tag) || last.tag == "C1" && value.hasPrefix("[") {
            fields.append((last.tag, value))
        } else {
            fields[fields.count - 1].value += " " + value
        }
    }

    private static func work(_ fields: [Field], _ dialect: Dialect) -> ListedWork {
        func all(_ tag: String) -> [String] { fields.filter { $0.tag == tag && !$0.value.isEmpty }.map(\.value) }
        func first(_ tags: String...) -> String { tags.lazy.compactMap { all($0).first }.first ?? "" }
        var work = ListedWork(title: "")
        work.authors = AuthorNames.line(dialect.authors.lazy.map(all).first { !$0.isEmpty } ?? [])
        switch dialect {
        case .webOfScience:
            (work.title, work.venue, work.year) = (first("TI"), first("SO", "J9"), ListText.year(first("PY", "EY")))
            work.citations = ListText.count(first("TC", "Z9"))
            work.url = ListText.doi(first("DI"))
            work.identified = Affiliations.people(all("C1").joined(separator: " "))
            work.emails = Identifier.emails(in: first("EM"))
        case .pubMed:
            (work.title, work.venue, work.year) = (first("TI", "BTI"), first("JT", "TA"), ListText.year(first("DP", "EDAT").prefix(10)))
            let doi = (all("LID") + all("AID")).first { $0.hasSuffix("[doi]") } ?? ""
            work.url = ListText.doi(doi.replacing("[doi]", with: "").trimmingSpaces())
            work.emails = Identifier.emails(in: all("AD").joined(separator: " "))
        case .endNote:
            (work.title, work.venue, work.year) = (first("T"), first("J", "B", "S"), ListText.year(first("D", "8")))
            work.citations = (all("Z") + all("<")).lazy.compactMap(ListText.noted).first
            work.url = first("R").isEmpty ? first("U") : ListText.doi(first("R"))
        }
        work.title = ListText.title(work.title)
        return work
    }
}
