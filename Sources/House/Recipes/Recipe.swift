import Admin

struct Recipe: Publishable {
    var stamp = RecordMetadata()
    var name = ""
    var description = ""
    var translations = Translations()
    var category: Int64?
    var picture: Int64?
    var difficulty = Difficulty.easy
    var people = 2
    var calories: Int?
    /// The address or book it is taken from, and who wrote it there; empty for the house's own.
    var source = ""
    var author = ""
    var ingredients: [RecipeItem] = []
    var utensils: [RecipeItem] = []
    var steps: [RecipeStep] = []
    var published = false

    static let longestSource = 500
    static let longestAuthor = 200

    static let system = House.name
    static let path = "recipes"
    static let table = "recipe"
    static let scope: Scope? = House.scope
    static let icon = "recipe"
    static let pages = [
        RecordPage("house.asGuest.link", "as-guest", icon: "eye", permission: House.trying),
        RecordPage("clips.link", "clips", icon: "eye", permission: ClipAdminPages.permission),
        RecordPage("cooking.files.link", "file", icon: "download"),
    ]
    static let visit: RecordVisit<Recipe>? = RecordVisit(
        "house.asGuest.now", "house.asGuest.link", "as-guest", permission: House.trying
    ) { $0.published }
    static let columns = ["category", "difficulty", "people", "calories", "published"]
    static let filters = ["category", "difficulty", "picture", "steps", "published"]
    static let sections = [
        "source": "sections.more", "ingredients": "sections.ingredients", "steps": "sections.steps", "published": "sections.publication",
    ]
    static let folded: Set = ["source"]
    static let preview: Preview<Recipe>? = { try RecipePreview($0, $1).drawn }
    static let fields: [Field<Recipe>] = [
        .title("name", \.name),
        .longText("description", \.description, limit: 2000, rows: 3),
        .one("category", \.category, RecipeCategory.self),
        .picture("picture", \.picture, symbolsOf: "name", \.name),
        .choice("difficulty", \.difficulty, texts: "house.difficulty"),
        .number("people", \.people, in: 1...50),
        .number("calories", \.calories, in: 1...5000, suffix: "kcal"),
        .text("source", \.source, limit: longestSource),
        .text("author", \.author, limit: longestAuthor),
        .children("ingredients", \.ingredients, limit: 60, compact: true, folded: true, part: ("kind", "ingredient")),
        .children("utensils", \.utensils, limit: 40, compact: true, folded: true, part: ("kind", "utensil")),
        .children("steps", \.steps, limit: 60, folded: true),
        .flag("published", \.published),
        .translations(\.translations, of: "name", "description"),
    ]
}

enum Difficulty: String, Choice {
    case easy, medium, hard
}

struct RecipeItem: Child {
    var id: Int64?
    var product: Int64?
    var amount = ""
    var translations = Translations()

    static let table = "recipeItem"
    static let ownerColumn = "recipe"
    static let fields: [Field<RecipeItem>] = [
        .one("product", \.product, Product.self, required: true, typed: true, create: true),
        .text("amount", \.amount, limit: 60),
        .translations(\.translations, of: "amount"),
    ]
}

struct RecipeStep: Child {
    var id: Int64?
    var text = ""
    var translations = Translations()
    var picture: Int64?
    var timer = StepTimer.none
    /// Seconds that the timer counts down from.
    var time = 0

    static let table = "recipeStep"
    static let ownerColumn = "recipe"
    static let fields: [Field<RecipeStep>] = [
        .longText("text", \.text, required: true, limit: 500, rows: 2, actions: StepText.actions),
        .picture("picture", \.picture, symbolsOf: "text", \.text),
        .choice("timer", \.timer, texts: "house.timer"),
        .duration("time", \.time, limit: 24 * 3600),
        .translations(\.translations, of: "text"),
    ]

    func check(_ entry: Entry, errors: inout FieldErrors) {
        if timer == .down, time == 0 { errors.add(entry.name + "time", entry.refusal("noTime")) }
        if timer != .down, time > 0 { errors.add(entry.name + "time", entry.refusal("unusedTime")) }
    }
}

enum StepTimer: String, Choice {
    case none, up, down
}
