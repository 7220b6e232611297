import Admin

/// A person who borrows books; `group` is a keyword of SQL.
struct SampleReader: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var picture: Int64?
    var group = ""
    var active = true

    static let system = Sample.name
    static let path = "readers"
    static let table = "reader"
    static let scope: Scope? = Sample.scope
    static let icon = "guest"
    static let columns = ["group", "active"]
    static let filters = ["active", "picture"]
    static let fields: [Field<SampleReader>] = [
        .title("name", \.name),
        .picture("picture", \.picture),
        .text("group", \.group, limit: 60),
        .flag("active", \.active),
    ]
}
