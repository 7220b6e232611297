import Admin

/// A note that its owner sees, and others if it is shared.
struct SampleNote: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var text = ""
    var shared = false

    static let system = Sample.name
    static let path = "notes"
    static let table = "note"
    static let audience: Audience? = Audience(owner: "owner", isShared: "{r}.shared = 1", keeping: Sample.keeping)
    static let icon = "list"
    static let columns = ["shared"]
    static let filters = ["shared"]
    static let fields: [Field<SampleNote>] = [
        .title("name", \.name),
        .longText("text", \.text),
        .flag("shared", \.shared),
    ]
}
