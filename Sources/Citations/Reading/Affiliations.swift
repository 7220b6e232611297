/// What lists say of the affiliation of each author.
enum Affiliations {
    /// `Carli, P.H., Department, University; Croce, …` of Scopus, or `[Carli, P. H.; Croce, S.] University, Department` of Web of Science.
    static func people(_ text: String) -> [IdentifiedAuthor] {
        let found = text.hasPrefix("[") ? bracketed(text) : named(text)
        var (people, places): ([IdentifiedAuthor], [String: Int]) = ([], [:])
        for (name, institution) in found where !institution.isEmpty {
            if let place = places[name] {
                people[place].institutions.append(institution)
            } else {
                places[name] = people.count
                people.append(IdentifiedAuthor(name: name, institutions: [institution]))
            }
        }
        return people
    }

    private static func named(_ text: String) -> [(name: String, institution: String)] {
        text.split(separator: ";").map { part in
            let pieces = part.split(separator: ",").map { $0.trimmingSpaces() }
            return (pieces.prefix(2).joined(separator: ", "), pieces.dropFirst(2).joined(separator: ", "))
        }
    }

    private static func bracketed(_ text: String) -> [(name: String, institution: String)] {
        text.split(separator: "[").flatMap { part -> [(name: String, institution: String)] in
            let sides = part.split(separator: "]", maxSplits: 1)
            guard sides.count == 2 else { return [] }
            let institution = String(sides[1].trimmingSpaces().reversed().drop { ";. ".contains($0) }.reversed())
            return sides[0].split(separator: ";").map { ($0.trimmingSpaces(), institution) }
        }
    }
}
