import Admin

/// What books are about; may be part of another topic.
struct SampleTopic: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var partOf: Int64?
    var picture: Int64?
    var ordering = 0
    var published = true
    var translations = Translations()

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
        .one("partOf", \.partOf, SampleTopic.self),
        .picture("picture", \.picture),
        .number("ordering", \.ordering, in: 0...10_000),
        .flag("published", \.published),
        .translations(\.translations, of: "name"),
    ]

    func check(_ entry: Entry, errors: inout FieldErrors) {
        if let partOf, partOf == id { errors.add("partOf", entry.context.words("sample.refused.itself")) }
    }
}
