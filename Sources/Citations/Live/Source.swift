import Admin
import Foundation
import Web

enum Source: String, CaseIterable, Sendable {
    case openalex
    /// The author's own list, without citations.
    case orcid

    var name: String { self == .openalex ? "OpenAlex" : "ORCID" }
    var host: String { self == .openalex ? "api.openalex.org" : "pub.orcid.org" }
    var origin: String { "https://" + host }
    var role: DocumentRole { self == .openalex ? .list : .page }

    func path(_ orcid: ORCID, cursor: String) -> String {
        switch self {
        case .openalex:
            "/works".appendingQuery([
                ("filter", "author.orcid:\(orcid.text)"), ("per-page", "200"), ("cursor", cursor),
                ("select", "display_name,publication_year,cited_by_count,authorships,primary_location,doi"),
            ])
        case .orcid: "/v3.0/\(orcid.text)/works"
        }
    }

    static let firstCursor = "*"

    func read(_ answer: String) -> (works: [ListedWork], next: String?)? {
        guard let root = try? JSON(parsing: Array(answer.utf8)) else { return nil }
        switch self {
        case .openalex:
            guard let results = root["results"]?.list else { return nil }
            let next = root["meta"]?["next_cursor"]?.text
            return (results.map(JSONWorks.work).filter { !$0.title.isEmpty }, results.isEmpty ? nil : next)
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
