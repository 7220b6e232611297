import Web

struct TableColumns: Sendable, Equatable {
    enum Part: String, CaseIterable, Sendable {
        case title, citations, authors, year, venue, url
        case own

        var names: [String] {
            switch self {
            case .title: ["title", "article title", "document title", "titolo", "ti"]
            case .citations:
                [
                    "cites", "cited by", "times cited", "times cited all databases", "times cited wos core", "citations", "citazioni",
                    "citedby", "cited by count", "tc",
                ]
            case .authors:
                ["authors", "author", "author s", "autori", "autore", "author full names", "authorships author display name", "au"]
            case .year: ["year", "publication year", "anno", "pubyear", "py"]
            case .venue: ["source title", "source", "publication", "journal", "venue", "rivista", "sede", "so"]
            case .url: ["articleurl", "url", "link", "doi", "di"]
            case .own: ["self citations", "self cites", "autocitazioni"]
            }
        }
    }

    var places: [Part: Int] = [:]
    var hasHeader = true

    init(named head: [String]) {
        let head = head.map(\.foldedTitle)
        for part in Part.allCases {
            places[part] = part.names.lazy.compactMap { head.firstIndex(of: $0) }.first
        }
    }

    /// Parses the stored form `title=2 citations=5 header=no`; nil when invalid or without a title.
    init?(_ text: String) {
        for pair in text.split(separator: " ") {
            let sides = pair.split(separator: "=").map(String.init)
            guard sides.count == 2 else { return nil }
            if sides[0] == "header" {
                hasHeader = sides[1] != "no"
            } else if let part = Part(rawValue: sides[0]), let place = Int(sides[1], in: 1...200) {
                places[part] = place - 1
            } else {
                return nil
            }
        }
        if places[.title] == nil { return nil }
    }

    var text: String {
        let pairs = Part.allCases.compactMap { part in places[part].map { "\(part.rawValue)=\($0 + 1)" } }
        return (pairs + (hasHeader ? [] : ["header=no"])).joined(separator: " ")
    }
}
