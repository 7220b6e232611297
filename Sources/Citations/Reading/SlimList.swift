import Admin

/// Works as a list in our JSON: a fifth of what catalogues write, with all that the calculation uses.
enum SlimList {
    /// Works with what catalogues say of their authors; more would fill a calculation.
    static let mostIdentified = 700

    static func texts(_ works: [ListedWork], longest: Int) -> [String] {
        var (texts, list, size): ([String], [String], Int) = ([], [], 0)
        for work in works {
            let text = json(work, isIdentified: works.count <= mostIdentified).compact
            let length = text.unicodeScalars.count + 1
            if size + length > longest - 20, !list.isEmpty {
                texts.append(whole(list))
                (list, size) = ([], 0)
            }
            list.append(text)
            size += length
        }
        return texts + (list.isEmpty ? [] : [whole(list)])
    }

    private static func whole(_ list: [String]) -> String { "{\"works\":[" + list.joined(separator: ",") + "]}" }

    static func json(_ work: ListedWork, isIdentified: Bool = true) -> JSON {
        var members: [(key: String, value: JSON)] = [("title", .text(work.title)), ("authors", .text(work.authors))]
        members.append(("year", .optional(work.year)))
        members.append(("venue", .text(work.venue)))
        members.append(("citations", .optional(work.citations)))
        members.append(("url", .text(work.url)))
        if let own = work.selfCitations { members.append(("self_citations", .number(own))) }
        if isIdentified, !work.identified.isEmpty {
            members.append(("identified", .list(work.identified.map(person))))
        }
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
