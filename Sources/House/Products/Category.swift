import Admin

struct Category: Publishable {
    var stamp = RecordMetadata()
    var name = ""
    var translations = Translations()
    var picture: Int64?
    var ordering = 0
    var published = true

    static let system = House.name
    static let path = "categories"
    static let table = "category"
    static let scope: Scope? = House.scope
    static let icon = "category"
    static let columns = ["ordering", "published"]
    static let filters = ["picture", "published"]
    static let editable = ["ordering"]
    static let order = "ordering"
    static let fields: [Field<Category>] = [
        .title("name", \.name),
        .picture("picture", \.picture, symbolsOf: "name", \.name),
        .number("ordering", \.ordering, in: 0...10_000),
        .flag("published", \.published),
        .translations(\.translations, of: "name"),
    ]
}
