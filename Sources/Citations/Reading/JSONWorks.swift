import Admin
import Web

/// Reads JSON of our export, Publish or Perish, OpenAlex, Semantic Scholar, Crossref, Zotero (CSL) and ORCID.
enum JSONWorks {
    static func read(_ text: String) throws -> ListReading {
        guard let root = try? JSON(parsing: Array(text.utf8)) else { throw ListRefusal(reason: .broken) }
        var reading = ListReading(format: .json)
        if let works = Source.orcidWorks(root) {
            for (index, work) in works.enumerated() { reading.add(work, row: index + 1) }
            return reading
        }
        let lists = ["results", "works", "publications", "data"].lazy.compactMap { root[$0]?.list }
        guard let items = root.list ?? lists.first ?? root["message"]?["items"]?.list else { throw ListRefusal(reason: .broken) }
        for (index, item) in items.enumerated() { reading.add(work(item), row: index + 1) }
        return reading
    }

    static func work(_ item: JSON) -> ListedWork {
        func text(_ names: String...) -> String { names.lazy.compactMap { item[$0]?.text }.first ?? "" }
        func number(_ names: String...) -> Int? {
            names.lazy.compactMap { item[$0]?.number ?? item[$0]?.text.flatMap { ListText.count($0) } }.first
        }
        var work = ListedWork(title: ListText.title(item["title"]?.list?.first?.text ?? text("title", "display_name")))
        work.authors = authors(of: item)
        work.identified = identified(in: item)
        let issued = item["issued"]?["date-parts"]?.list?.first?.list?.first
        let year = number("year", "publication_year") ?? issued?.number ?? issued?.text.flatMap { Int($0, in: .whole) }
        work.year = year.flatMap { ListText.years.contains($0) ? $0 : nil }
        work.citations = number("citations", "cites", "cited_by_count", "citationCount", "is-referenced-by-count").flatMap {
            (0...999_999_999).contains($0) ? $0 : nil
        }
        work.selfCitations = number("self_citations") ?? ownCitations(item)
        let container = item["container-title"]
        work.venue =
            item["primary_location"]?["source"]?["display_name"]?.text ?? container?.text ?? container?.list?.first?.text
            ?? text("venue", "journal", "source")
        let address = text("url", "article_url", "doi", "URL")
        work.url = address.isEmpty ? ListText.doi(text("DOI")) : address.hasPrefix("10.") ? ListText.doi(address) : address
        if work.url.isEmpty { work.url = text("id") }
        return work
    }

    /// The authors of OpenAlex with their numbers, ORCID iDs and institutions.
    private static func identified(in item: JSON) -> [IdentifiedAuthor] {
        let authorships = item["authorships"]?.list ?? []
        return authorships.compactMap { authorship -> IdentifiedAuthor? in
            guard let author = authorship["author"], let name = author["display_name"]?.text else { return nil }
            var found = IdentifiedAuthor(name: name)
            found.number = author["id"]?.text?.split(separator: "/").last.map(String.init) ?? ""
            found.orcid = author["orcid"]?.text.flatMap { ORCID($0) }
            found.institutions = authorship["institutions"]?.list?.compactMap { $0["display_name"]?.text } ?? []
            return found.isKnown ? found : nil
        }
    }

    private static func names(of item: JSON) -> [String]? {
        item["authorships"]?.list?.compactMap { $0["author"]?["display_name"]?.text }
            ?? item["authors"]?.list?.compactMap { $0.text ?? $0["name"]?.text }
            ?? item["author"]?.list?.compactMap { name in
                name["family"]?.text.map { family in (name["given"]?.text).map { $0 + " " + family } ?? family }
                    ?? name["literal"]?.text ?? name["name"]?.text
            }
    }

    private static func authors(of item: JSON) -> String {
        names(of: item).map(AuthorNames.line) ?? item["authors"]?.text ?? ""
    }

    private static func keys(of item: JSON) -> Set<String> {
        names(of: item).map { Set($0.compactMap(AuthorNames.key)) } ?? AuthorNames(authors(of: item)).keys
    }

    /// Self-citations, where the file lists citing works with authors.
    private static func ownCitations(_ item: JSON) -> Int? {
        let own = keys(of: item)
        guard !own.isEmpty, let citing = item["citing_works"]?.list else { return nil }
        return citing.count { !own.isDisjoint(with: keys(of: $0)) }
    }
}
