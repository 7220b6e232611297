import Admin
import Foundation
import GRDB
import Web

struct NewsFiles {
    let origin: String
    let siteName: String
    let rendering: RenderContext

    /// `address` is that of the feed. With `source`, its title begins with the name of that source.
    func feed(_ rows: [Row], at address: String, source: Int64? = nil) -> Feed {
        let host = CalendarFileAnswer.host(origin)
        let entries = rows.map { row -> FeedEntry in
            let path = "\(NewsDrawing.address)/\(row["id"] as Int64)"
            return FeedEntry(
                identity: "tag:\(host),2026:\(path.dropFirst())", title: row["title"], text: row["summary"], address: origin + path,
                publishedAt: row["posted"], updatedAt: row["updatedAt"], category: row["sourceName"])
        }
        let name = source == nil ? nil : rows.first.map { $0["sourceName"] as String }
        let query = source.map { [(name: "source", value: String($0))] } ?? []
        return Feed(
            address: origin + address, page: origin + NewsDrawing.address.appendingQuery(query),
            title: name.map { "\($0) · \(siteName)" } ?? rendering.words("campus.news.feed", ["site": siteName]),
            author: siteName, language: rendering.words.language.rawValue,
            updatedAt: entries.map(\.updatedAt).max() ?? Date(timeIntervalSince1970: 0), entries: entries)
    }
}
