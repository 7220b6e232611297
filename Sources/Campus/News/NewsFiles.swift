import Foundation
import GRDB

/// News as feed readers take it.
struct NewsFiles {
    /// `https://portal.example.org`
    let origin: String
    let siteName: String
    let look: Look

    /// - Parameter address: the feed's own, as it was asked for.
    func feed(_ rows: [Row], at address: String) -> Feed {
        let host = CalendarFileAnswer.host(origin)
        let entries = rows.map { row -> FeedEntry in
            let path = "\(NewsDrawing.address)/\(row["id"] as Int64)"
            return FeedEntry(
                identity: "tag:\(host),2026:\(path.dropFirst())", title: row["title"], text: row["summary"], address: origin + path,
                publishedAt: row["posted"], updatedAt: row["updatedAt"], category: row["sourceName"])
        }
        return Feed(
            address: origin + address, page: origin + NewsDrawing.address, title: look.words("campus.news.feed", ["site": siteName]),
            author: siteName, language: look.words.language.rawValue,
            updatedAt: entries.map(\.updatedAt).max() ?? Date(timeIntervalSince1970: 0), entries: entries)
    }
}
