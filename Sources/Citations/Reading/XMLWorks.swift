import Formats
import Foundation

/// Reads XML of DBLP, EndNote, PubMed and Atom feeds such as arXiv's.
enum XMLWorks {
    static func read(_ text: String) -> ListReading? {
        guard let document = XMLDocument(Array(MarkedText.entities(text, keepsSyntax: true).utf8)), let root = document.root else {
            return nil
        }
        guard let found = works(root) else { return nil }
        var reading = ListReading(format: .xml)
        for (index, work) in found.enumerated() { reading.add(work, row: index + 1) }
        return reading
    }

    private static func works(_ root: XMLElement) -> [ListedWork]? {
        switch root.name {
        case "feed": root.all("entry").map(entry)
        case "PubmedArticleSet": root.all("PubmedArticle").compactMap { $0.first("MedlineCitation")?.first("Article") }.map(pubMed)
        case "xml" where root.first("records") != nil: root.first("records")?.all("record").map(endNote)
        case "records": root.all("record").map(endNote)
        case "result" where root.first("hits") != nil: root.first("hits")?.all("hit").compactMap { $0.first("info") }.map(dblp)
        case "dblp", "dblpperson":
            root.elements.flatMap { $0.name == "r" ? $0.elements : [$0] }.filter { $0.first("title") != nil }.map(dblp)
        default: nil
        }
    }

    private static func text(_ element: XMLElement?, _ names: String...) -> String {
        names.lazy.compactMap { element?.first($0)?.text.trimmingCharacters(in: .whitespacesAndNewlines) }.first { !$0.isEmpty } ?? ""
    }

    private static func dblp(_ item: XMLElement) -> ListedWork {
        let names = (item.all("author") + (item.first("authors")?.all("author") ?? [])).map { DBLP.name($0.text) }
        var work = ListedWork(title: DBLP.title(text(item, "title")))
        work.authors = AuthorNames.line(names)
        work.venue = text(item, "journal", "booktitle", "venue", "publisher", "school")
        work.year = ListText.year(text(item, "year"))
        let doi = text(item, "doi")
        work.url = doi.isEmpty ? text(item, "ee", "url") : ListText.doi(doi)
        return work
    }

    private static func entry(_ item: XMLElement) -> ListedWork {
        var work = ListedWork(title: ListText.title(text(item, "title")))
        work.authors = AuthorNames.line(item.all("author").map { text($0, "name") })
        work.venue = text(item, "journal_ref")
        work.year = ListText.year(text(item, "published", "updated").prefix(10))
        let doi = text(item, "doi")
        work.url = doi.isEmpty ? item.first("link")?["href"] ?? text(item, "id") : ListText.doi(doi)
        return work
    }

    private static func endNote(_ item: XMLElement) -> ListedWork {
        let titles = item.first("titles")
        var work = ListedWork(title: ListText.title(text(titles, "title")))
        work.authors = AuthorNames.line((item.first("contributors")?.first("authors")?.all("author") ?? []).map { ListText.title($0.text) })
        work.venue = text(item.first("periodical"), "full-title")
        if work.venue.isEmpty { work.venue = text(titles, "secondary-title") }
        work.year = ListText.year(text(item.first("dates"), "year"))
        work.citations = ["notes", "custom1", "research-notes"].lazy.compactMap { ListText.noted(text(item, $0)) }.first
        let doi = text(item, "electronic-resource-num")
        work.url = doi.isEmpty ? text(item.first("urls")?.first("related-urls"), "url") : ListText.doi(doi)
        return work
    }

    private static func pubMed(_ item: XMLElement) -> ListedWork {
        var work = ListedWork(title: ListText.title(text(item, "ArticleTitle")))
        let people = item.first("AuthorList")?.all("Author") ?? []
        work.authors = AuthorNames.line(
            people.map { person in
                let (last, given) = (text(person, "LastName", "CollectiveName"), text(person, "ForeName", "Initials"))
                return given.isEmpty ? last : given + " " + last
            })
        let journal = item.first("Journal")
        work.venue = text(journal, "Title", "ISOAbbreviation")
        let date = journal?.first("JournalIssue")?.first("PubDate")
        work.year = ListText.year(text(date, "Year", "MedlineDate"))
        let doi = item.all("ELocationID").first { $0["EIdType"] == "doi" }?.text ?? ""
        work.url = ListText.doi(doi)
        return work
    }
}
