import Admin

/// Works as a list in our JSON: a fifth of what catalogues write, with all that the calculation uses.
enum CompactWorkList {
    /// Works with what catalogues say of their authors; more would fill a calculation.
    static let mostIdentified = 700

    static func texts(_ works: [ListedWork], longest: Int) -> [String] {
        let isIdentified = works.count <= mostIdentified
        var parts = Parts(longest: longest)
        for work in works { parts.add(json(work, isIdentified: isIdentified).compact, []) }
        return parts.all.map { "{\"works\":[" + $0.works.joined(separator: ",") + "]}" }
    }

    /// The works with their rows in what was read, and what is to be said of its rows.
    static func texts(_ reading: ListReading, longest: Int) -> [String] {
        let isIdentified = reading.works.count <= mostIdentified
        // Works without a count are remarked when the list is read again.
        var remarks = reading.remarks.filter { $0.kind != .noCount }.sorted { $0.row < $1.row }[...]
        var parts = Parts(longest: longest)
        for entry in reading.entries where entry.leftOut == nil {
            let own = remarks.prefix { $0.row <= entry.row }
            remarks = remarks.dropFirst(own.count)
            parts.add(json(entry.work, isIdentified: isIdentified, row: entry.row).compact, own.map { json($0).compact })
        }
        for remark in remarks { parts.add(nil, [json(remark).compact]) }
        return parts.all.map {
            "{\"remarks\":[" + $0.remarks.joined(separator: ",") + "],\"works\":[" + $0.works.joined(separator: ",") + "]}"
        }
    }

    /// Texts that are filled one after the other.
    private struct Parts {
        typealias Part = (works: [String], remarks: [String])

        let longest: Int
        private(set) var all: [Part] = []
        private var size = 0

        init(longest: Int) { self.longest = longest }

        mutating func add(_ work: String?, _ remarks: [String]) {
            let length = ([work].compactMap { $0 } + remarks).reduce(0) { $0 + $1.unicodeScalars.count + 1 }
            if all.isEmpty || size + length > longest - 40 {
                all.append(([], []))
                size = 0
            }
            if let work { all[all.count - 1].works.append(work) }
            all[all.count - 1].remarks += remarks
            size += length
        }
    }

    private static func json(_ remark: ListReading.Remark) -> JSON {
        .values(["row": .number(remark.row), "kind": .text(remark.kind.rawValue), "said": .text(remark.said)])
    }

    /// nil for a list that has none of ours.
    static func remarks(in root: JSON) -> [ListReading.Remark]? {
        root["remarks"]?.list?.compactMap { remark in
            guard let row = remark["row"]?.number, let kind = remark["kind"]?.text.flatMap(ListReading.Remark.Kind.init) else { return nil }
            return ListReading.Remark(row: row, kind: kind, said: String((remark["said"]?.text ?? "").prefix(40)))
        }
    }

    static func json(_ work: ListedWork, isIdentified: Bool = true, row: Int? = nil) -> JSON {
        var members: [(key: String, value: JSON)] = [("title", .text(work.title)), ("authors", .text(work.authors))]
        members.append(("year", .optional(work.year)))
        members.append(("venue", .text(work.venue)))
        members.append(("citations", .optional(work.citations)))
        members.append(("url", .text(work.url)))
        if let own = work.selfCitations { members.append(("self_citations", .number(own))) }
        if isIdentified, !work.identified.isEmpty {
            members.append(("identified", .list(work.identified.map(person))))
        }
        if isIdentified, !work.emails.isEmpty { members.append(("emails", .list(work.emails.sorted().map { .text($0) }))) }
        if let row { members.append(("row", .number(row))) }
        return .object(members)
    }

    private static func person(_ person: IdentifiedAuthor) -> JSON {
        .values([
            "name": .text(person.name), "number": .text(person.number), "orcid": .optional(person.orcid?.text),
            "institutions": .list(person.institutions.prefix(2).map { .text($0) }),
        ])
    }

    static func identified(in item: JSON) -> [IdentifiedAuthor] {
        (item["identified"]?.list ?? []).compactMap { person in
            guard let name = person["name"]?.text else { return nil }
            return IdentifiedAuthor(
                name: name, number: person["number"]?.text ?? "", orcid: person["orcid"]?.text.flatMap { ORCID($0) },
                institutions: person["institutions"]?.list?.compactMap(\.text) ?? [])
        }
    }
}
