import Admin
import Foundation

/// A news article: local, or the summary of a feed item with a link.
struct Article: Resource {
    var stamp = RecordMetadata()
    var title = ""
    var translations = Translations()
    var source: Int64?
    var posted = Date.now
    var summary = ""
    var text = ""
    var picture: Int64?
    var link = ""
    var media = ""
    var published = true

    static let system = Campus.name
    static let path = "articles"
    static let table = "campusArticle"
    static let icon = "list"
    static let columns = ["source", "posted", "published"]
    static let filters = ["source", "posted", "picture", "published"]
    static let order = "-posted"
    static let audience = NewsSource.audience?.through("source", to: NewsSource.table)
    static let fields: [Field<Article>] = [
        .title("title", \.title, limit: 250),
        .one("source", \.source, NewsSource.self, required: true),
        .moment("posted", \.posted),
        .longText("summary", \.summary, limit: 1_000, rows: 3),
        .markdown("text", \.text),
        .picture("picture", \.picture),
        .url("link", \.link),
        .url("media", \.media),
        .flag("published", \.published),
        .translations(\.translations, of: "title", "summary", "text", easy: true),
    ]
}

extension Article {
    static let published = notTrashed.and("published = 1")
}
