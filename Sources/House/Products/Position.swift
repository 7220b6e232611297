import Admin

/// A place in the house where products are kept: a door of the pantry, a shelf of the fridge.
struct Position: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var translations = Translations()
    var picture: Int64?
    var ordering = 0

    static let system = House.name
    static let path = "positions"
    static let table = "position"
    static let scope: Scope? = House.scope
    static let icon = "position"
    static let columns = ["ordering"]
    static let filters = ["picture"]
    static let editable = ["ordering"]
    static let order = "ordering"
    static let fields: [Field<Position>] = [
        .title("name", \.name),
        .picture("picture", \.picture, symbolsOf: "name", \.name),
        .number("ordering", \.ordering, in: 0...10_000),
        .translations(\.translations, of: "name"),
    ]
}
