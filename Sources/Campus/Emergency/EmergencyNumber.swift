import Admin

public struct EmergencyNumber: Resource {
    public var stamp = RecordMetadata()
    public var name = ""
    public var translations = Translations()
    public var number = ""
    public var description = ""
    public var ordering = 0
    public var published = true

    public init() {}

    public static let system = Campus.name
    public static let path = "emergency-numbers"
    public static let table = "campusEmergencyNumber"
    public static let icon = "warning"
    public static let columns = ["number", "ordering", "published"]
    public static let filters = ["published"]
    public static let editable = ["ordering"]
    public static let order = "ordering"
    public static let fields: [Field<EmergencyNumber>] = [
        .title("name", \.name, limit: 120),
        .serviceNumber("number", \.number),
        .text("description", \.description, limit: 300),
        .number("ordering", \.ordering, in: 0...10_000),
        .flag("published", \.published),
        .translations(\.translations, of: "name", "description", easy: true),
    ]
}

extension EmergencyNumber {
    static let published = notTrashed.and("published = 1")
}
