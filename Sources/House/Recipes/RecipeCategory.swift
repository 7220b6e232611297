import Admin

struct RecipeCategory: Publishable {
    var stamp = RecordMetadata()
    var name = ""
    var translations = Translations()
    var picture: Int64?
    var ordering = 0
    /// Whether it holds other things to do, step by step, instead of recipes: washing, tidying, the bus.
    var routines = false
    var published = true

    static let system = House.name
    static let path = "recipe-categories"
    static let table = "recipeCategory"
    static let scope: Scope? = House.scope
    static let icon = "category"
    static let columns = ["ordering", "routines", "published"]
    static let filters = ["picture", "published"]
    static let editable = ["ordering"]
    static let order = "ordering"
    static let fields: [Field<RecipeCategory>] = [
        .title("name", \.name),
        .picture("picture", \.picture, symbolsOf: "name", \.name),
        .number("ordering", \.ordering, in: 0...10_000),
        .flag("routines", \.routines),
        .flag("published", \.published),
        .translations(\.translations, of: "name"),
    ]
}
