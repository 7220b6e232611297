import Admin

/// Where books are.
struct SampleShelf: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var picture: Int64?
    var ordering = 0

    static let system = Sample.name
    static let path = "shelves"
    static let table = "shelf"
    static let scope: Scope? = Sample.scope
    static let icon = "position"
    static let columns = ["ordering"]
    static let filters = ["picture"]
    static let editable = ["ordering"]
    static let order = "ordering"
    static let fields: [Field<SampleShelf>] = [
        .title("name", \.name),
        .picture("picture", \.picture),
        .number("ordering", \.ordering, in: 0...10_000),
    ]
}
