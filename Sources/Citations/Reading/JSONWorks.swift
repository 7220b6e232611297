import Admin
import Web

/// Reads JSON of our export, Publish or Perish, OpenAlex, Semantic Scholar, Crossref, Zotero (its own and CSL), DBLP, zbMATH and ORCID.
enum JSONWorks {
    /// Bytes above which a text is read item by item.
    private static let longest = 4 << 20

    static func read(_ text: String) throws -> ListReading {
        let bytes = Array(text.utf8)
        guard bytes.count <= longest, let root = try? JSON(parsing: bytes) else { return try readItems(bytes) }
        var reading = ListReading(format: .json)
        if let works = Source.orcidWorks(root) {
            for (index, work) in works.enumerated() { reading.add(work, row: index + 1) }
            return reading
        }
        guard let items = items(of: root) else { throw ListRefusal(reason: .broken) }
        guard let remarks = CompactWorkList.remarks(in: root) else {
            for (index, item) in items.enumerated() { reading.add(work(item), row: index + 1) }
            return reading
        }
        let uncounted = Set(remarks.filter { $0.kind == .badCount }.map(\.row))
        for (index, item) in items.enumerated() {
            let row = item["row"]?.number ?? index + 1
            reading.add(work(item), row: row, needsCount: !uncounted.contains(row))
        }
        reading.remarks = (reading.remarks + remarks).sorted { $0.row < $1.row }
        return reading
    }

    /// A long file work by work, so that no more than one of them is held beside its bytes; nil for a file that is short or no JSON.
    static func read(long bytes: [UInt8]) throws -> ListReading? {
        guard bytes.count > longest else { return nil }
        return try bytes.withUnsafeBytes { memory in
            let text = memory.drop { [0xEF, 0xBB, 0xBF, 0x09, 0x0A, 0x0D, 0x20].contains($0) }
            guard text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[") else { return nil }
            return try readItems(text)
        }
    }

    /// Long texts, several answers in a row, and one work for each line.
    private static func readItems<Bytes: RandomAccessCollection>(
        _ bytes: Bytes
    ) throws -> ListReading where Bytes.Element == UInt8, Bytes.Index == Int {
        var (reading, row, items) = (ListReading(format: .json), 0, JSONItems(bytes, lists: lists))
        while let slice = items.next() {
            row += 1
            if reading.isFull {
                reading.leaveBeyond(row: row)
                continue
            }
            guard let item = try? JSON(parsing: slice) else { throw ListRefusal(reason: .broken) }
            reading.add(work(item), row: row)
        }
        if row == 0 || !(items.isWhole || reading.isFull) { throw ListRefusal(reason: .broken) }
        return reading
    }

    private static let lists: Set<String> = ["results", "result", "works", "publications", "data", "items", "hit"]

    private static func items(of root: JSON) -> [JSON]? {
        if let list = root.list {
            let pages = list.compactMap { page in page["title"] == nil ? page["results"]?.list ?? page["message"]?["items"]?.list : nil }
            let items = pages.isEmpty ? list : pages.flatMap { $0 }
            return items.filter { !isPart($0) }
        }
        if let hits = root["result"]?["hits"] { return hits["hit"]?.list ?? [] }
        let lists = ["results", "works", "publications", "data", "items", "result"].lazy.compactMap { root[$0]?.list }
        if let items = lists.first ?? root["message"]?["items"]?.list { return items.filter { !isPart($0) } }
        // The answer about one DOI.
        return root["message"]?["title"] == nil ? nil : root["message"].map { [$0] }
    }

    /// Files and notes of Zotero are parts of works.
    private static func isPart(_ item: JSON) -> Bool {
        ["attachment", "note", "annotation"].contains((item["data"] ?? item)["itemType"]?.text ?? "")
    }

    static func work(_ item: JSON) -> ListedWork {
        if let own = item["info"] ?? item["data"], own["title"] != nil { return work(own) }
        func text(_ names: String...) -> String { names.lazy.compactMap { item[$0]?.text }.first ?? "" }
        func number(_ names: String...) -> Int? {
            names.lazy.compactMap { item[$0]?.number ?? item[$0]?.text.flatMap { ListText.count($0) } }.first
        }
        var work = ListedWork(
            title: ListText.title(item["title"]?.list?.first?.text ?? item["title"]?["title"]?.text ?? text("title", "display_name")))
        work.authors = authors(of: item)
        work.identified = identified(in: item)
        work.emails = Set(item["emails"]?.list?.compactMap(\.text) ?? [])
        let issued = item["issued"]?["date-parts"]?.list?.first?.list?.first
        let year =
            number("year", "publication_year") ?? issued?.number ?? issued?.text.flatMap { Int($0, in: .whole) }
            ?? item["date"]?.text.flatMap { ListText.year($0) }
        work.year = year.flatMap { ListText.years.contains($0) ? $0 : nil }
        work.citations = number("citations", "cites", "cited_by_count", "citationCount", "is-referenced-by-count").flatMap {
            (0...999_999_999).contains($0) ? $0 : nil
        }
        work.selfCitations = number("self_citations") ?? ownCitations(item)
        let container = item["container-title"]
        work.venue =
            item["primary_location"]?["source"]?["display_name"]?.text ?? container?.text ?? container?.list?.first?.text
            ?? item["source"]?["series"]?.list?.first?["title"]?.text
            ?? text("venue", "journal", "source", "publicationTitle", "proceedingsTitle", "bookTitle")
        let address = text("url", "article_url", "doi", "URL")
        work.url = address.isEmpty ? ListText.doi(text("DOI")) : address.hasPrefix("10.") ? ListText.doi(address) : address
        if work.url.isEmpty { work.url = text("ee", "id") }
        if isFromDBLP(item) { work.title = DBLP.title(work.title) }
        return work
    }

    /// The authors of OpenAlex with their numbers, ORCID iDs and institutions.
    private static func identified(in item: JSON) -> [IdentifiedAuthor] {
        guard let authorships = item["authorships"]?.list else { return CompactWorkList.identified(in: item) }
        return authorships.compactMap { authorship -> IdentifiedAuthor? in
            guard let author = authorship["author"], let name = author["display_name"]?.text else { return nil }
            var found = IdentifiedAuthor(name: name)
            found.number = author["id"]?.text?.split(separator: "/").last.map(String.init) ?? ""
            found.orcid = author["orcid"]?.text.flatMap { ORCID($0) }
            found.institutions = authorship["institutions"]?.list?.compactMap { $0["display_name"]?.text } ?? []
            return found.isKnown ? found : nil
        }
    }

    private static func isFromDBLP(_ item: JSON) -> Bool { item["authors"]?["author"] != nil }

    private static func names(of item: JSON) -> [String]? {
        if let people = item["authors"]?["author"] ?? item["contributors"]?["authors"] {
            // One author is no list in DBLP.
            return (people.list ?? [people]).compactMap { ($0.text ?? $0["text"]?.text ?? $0["name"]?.text).map(DBLP.name) }
        }
        if let creators = item["creators"]?.list {
            let writers = creators.filter { ["author", nil].contains($0["creatorType"]?.text) }
            return writers.compactMap { name in
                name["lastName"]?.text.map { last in (name["firstName"]?.text).map { $0 + " " + last } ?? last } ?? name["name"]?.text
            }
        }
        return item["authorships"]?.list?.compactMap { $0["author"]?["display_name"]?.text }
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

    private static func ownCitations(_ item: JSON) -> Int? {
        let own = keys(of: item)
        guard !own.isEmpty, let citing = item["citing_works"]?.list else { return nil }
        return citing.count { !own.isDisjoint(with: keys(of: $0)) }
    }
}
