import Admin
import Web

/// A book with most kinds of fields.
struct SampleBook: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var topics: [Int64] = []
    var picture: Int64?
    var shelf: Int64?
    var copies = 0
    /// Euro cents.
    var price: Int?
    var sellers: [Int64] = []
    var ordering = 0
    var published = true
    var translations = Translations()

    static let system = Sample.name
    static let path = "books"
    static let table = "book"
    static let scope: Scope? = Sample.scope
    static let icon = "product"
    static let columns = ["topics", "shelf", "copies", "price"]
    static let filters = ["topics", "shelf", "sellers", "copies", "price", "picture", "published"]
    static let editable = ["copies", "price"]
    static let preview: Preview<SampleBook>? = { book, context in
        let price = book.price.map { context.words.language.money(cents: $0) }
        let values: Values = ["name": context.localized(book.translations, "name", book.name), "price": price ?? false]
        return ("sample/book-preview", values)
    }
    static let fields: [Field<SampleBook>] = [
        .title("name", \.name),
        .many("topics", \.topics, SampleTopic.self, through: .init("bookTopic", owner: "book", other: "topic")),
        .picture("picture", \.picture),
        .one("shelf", \.shelf, SampleShelf.self),
        .number("copies", \.copies, in: 0...9999),
        .money("price", \.price),
        .many("sellers", \.sellers, SampleSeller.self, through: .init("bookSeller", owner: "book", other: "seller")),
        .number("ordering", \.ordering, in: 0...1_000_000),
        .flag("published", \.published),
        .translations(\.translations, of: "name"),
    ]
}
