import Admin

public struct OfficeHour: Child {
    public var id: Int64?
    public var weekday = Weekday.monday
    public var begins = ""
    public var ends = ""
    /// Empty for the person's own room.
    public var place = ""
    public var translations = Translations()

    public init() {}

    public static let table = "personHour"
    public static let ownerColumn = "person"
    public static let fields: [Field<OfficeHour>] = [
        .choice("weekday", \.weekday, texts: "registry.weekday"),
        .text("begins", \.begins, required: true, limit: 5),
        .text("ends", \.ends, required: true, limit: 5),
        .text("place", \.place, limit: 120), .translations(\.translations, of: "place"),
    ]

    public func check(_ entry: Entry, errors: inout FieldErrors) { ClockTime.check(begins, ends, entry, errors: &errors) }
}
