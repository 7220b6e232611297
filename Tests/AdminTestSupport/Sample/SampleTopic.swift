import Admin

/// What books are about.
struct SampleTopic: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var ordering = 0
    var published = true

    static let system = Sample.name
    static let path = "topics"
    static let table = "topic"
    static let scope: Scope? = Sample.scope
    static let icon = "category"
    static let columns = ["ordering"]
    static let editable = ["ordering"]
    static let order = "ordering"
    static let fields: [Field<SampleTopic>] = [
        .title("name", \.name),
        .number("ordering", \.ordering, in: 0...10_000),
        .flag("published", \.published),
    ]
}
