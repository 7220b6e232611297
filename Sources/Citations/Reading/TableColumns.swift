import Web

struct TableColumns: Sendable, Equatable {
    enum Part: String, CaseIterable, Sendable {
        case title, citations, authors, year, venue, url
        case own, affiliations, emails

        var names: [String] {
            switch self {
            case .title:
                [
                    "title", "article title", "document title", "publication title", "titolo", "titolo dell articolo", "titre",
                    "titre de l article", "titel", "aufsatztitel", "titulo", "titulo del articulo", "dc title", "dc title en",
                    "dc title en us", "dc title it", "ti",
                ]
            case .citations:
                [
                    "cites", "cited by", "times cited", "times cited wos core", "times cited all databases", "citations", "citazioni",
                    "citedby", "cited by count", "citation count", "citato da", "numero di citazioni", "cite par", "nombre de citations",
                    "zitationen", "zitate", "zitierungen", "zitiert von", "anzahl zitationen", "citas", "citado por", "numero de citas",
                    "veces citado", "scopus citations", "web of science citations", "tc",
                ]
            case .authors:
                [
                    "authors", "author", "author s", "authors creators", "creators", "autori", "autore", "auteurs", "auteur", "autoren",
                    "autor", "verfasser", "autores", "author full names", "authorships author display name", "dc contributor author",
                    "au",
                ]
            case .year:
                [
                    "year", "publication year", "anno", "anno di pubblicazione", "annee", "annee de publication", "jahr",
                    "erscheinungsjahr", "publikationsjahr", "ano", "ano de publicacion", "pubyear", "date published", "publication date",
                    "issue date", "dc date issued", "py",
                ]
            case .venue:
                [
                    "source title", "source", "publication", "journal", "venue", "rivista", "sede", "fonte", "revue", "titre de la source",
                    "zeitschrift", "quelle", "quellentitel", "revista", "fuente", "titulo de la fuente", "dc relation ispartof", "so",
                ]
            case .url: ["articleurl", "url", "link", "doi", "di"]
            case .own: ["self citations", "self cites", "autocitazioni", "autocitations", "autocitas", "selbstzitationen"]
            case .affiliations: ["authors with affiliations", "addresses", "c1"]
            case .emails: ["email addresses", "em", "correspondence address"]
            }
        }
    }

    var places: [Part: Int] = [:]
    var hasHeader = true
    /// Scopus leaves the cell of works without citations empty.
    private(set) var isEmptyZero = false
    /// The column of citations that is read, where several tell them.
    private(set) var chosenCount: String?

    init(named header: [String]) {
        let head = header.map(\.foldedTitle)
        for part in Part.allCases {
            places[part] = part.names.lazy.compactMap { head.firstIndex(of: $0) }.first
        }
        isEmptyZero = head.contains("eid") && head.contains("cited by")
        if head.count(where: { Part.citations.names.contains($0) }) > 1 { chosenCount = places[.citations].map { header[$0] } }
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
