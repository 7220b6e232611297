import Admin
import Web

enum Source: String, CaseIterable, Sendable {
    case openalex, crossref, dblp
    /// The author's own list, without citations.
    case orcid

    var name: String {
        switch self {
        case .openalex: "OpenAlex"
        case .crossref: "Crossref"
        case .dblp: "DBLP"
        case .orcid: "ORCID"
        }
    }

    var host: String {
        switch self {
        case .openalex: "api.openalex.org"
        case .crossref: "api.crossref.org"
        case .dblp: "dblp.org"
        case .orcid: "pub.orcid.org"
        }
    }

    var origin: String { "https://" + host }
    var role: DocumentRole { self == .orcid ? .page : .list }

    func path(_ question: CatalogueQuestion, cursor: String) -> String? {
        switch (self, question) {
        case (.openalex, _):
            let filter =
                switch question {
                case .orcid(let orcid): "author.orcid:\(orcid.text)"
                case .name(let name): "raw_author_name.search:" + name.replacing(#/[,:|]/#, with: " ")
                case .doi(let doi): "doi:\(doi)"
                }
            return "/works".appendingQuery([
                ("filter", filter), ("per-page", "200"), ("cursor", cursor),
                ("select", "display_name,publication_year,cited_by_count,authorships,primary_location,doi"),
            ])
        case (.crossref, .orcid(let orcid)): return "/works".appendingQuery([("filter", "orcid:\(orcid.text)")] + Self.rows(cursor))
        case (.crossref, .name(let name)): return "/works".appendingQuery([("query.author", name)] + Self.rows(cursor))
        case (.crossref, .doi(let doi)): return "/works".appendingQuery([("filter", "doi:\(doi)")] + Self.rows(cursor))
        case (.dblp, .name(let name)): return "/search/publ/api".appendingQuery([("q", name), ("format", "json"), ("h", "1000")])
        case (.dblp, .doi(let doi)): return "/search/publ/api".appendingQuery([("q", doi), ("format", "json"), ("h", "1000")])
        case (.dblp, .orcid), (.orcid, .name), (.orcid, .doi): return nil
        case (.orcid, .orcid(let orcid)): return "/v3.0/\(orcid.text)/works"
        }
    }

    private static func rows(_ cursor: String) -> [(String, String)] { [("rows", String(mostRows)), ("cursor", cursor)] }

    private static let mostRows = 200
    static let firstCursor = "*"

    func read(_ answer: String) -> (works: [ListedWork], next: String?)? {
        guard let root = try? JSON(parsing: Array(answer.utf8)) else { return nil }
        switch self {
        case .openalex:
            guard let results = root["results"]?.list else { return nil }
            let next = root["meta"]?["next_cursor"]?.text
            return (results.map(JSONWorks.work).filter { !$0.title.isEmpty }, results.isEmpty ? nil : next)
        case .crossref:
            guard let items = root["message"]?["items"]?.list else { return nil }
            let next = items.count < Self.mostRows ? nil : root["message"]?["next-cursor"]?.text
            return (items.map(JSONWorks.work).filter { !$0.title.isEmpty }, next)
        case .dblp:
            guard let hits = root["result"]?["hits"] else { return nil }
            return ((hits["hit"]?.list ?? []).map(JSONWorks.work).filter { !$0.title.isEmpty }, nil)
        case .orcid:
            return Self.orcidWorks(root).map { works in (works.filter { !$0.title.isEmpty }, nil) }
        }
    }

    static func orcidWorks(_ root: JSON) -> [ListedWork]? {
        let groups = root["group"]?.list ?? root["activities-summary"]?["works"]?["group"]?.list
        return groups.map { groups in groups.compactMap { $0["work-summary"]?.list?.first }.map(summary) }
    }

    private static func summary(_ item: JSON) -> ListedWork {
        var work = ListedWork(title: ListText.title(item["title"]?["title"]?["value"]?.text ?? ""))
        work.venue = item["journal-title"]?["value"]?.text ?? ""
        work.year = item["publication-date"]?["year"]?["value"]?.text.flatMap { ListText.year($0) }
        work.url = item["url"]?["value"]?.text ?? ""
        return work
    }
}
