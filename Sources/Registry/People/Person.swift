import Admin

/// Somebody who teaches, does research or works at the institution. Students are not here: they are no public figures.
public struct Person: Resource {
    public var stamp = RecordMetadata()
    /// The whole name as it is shown; of two who have the same, one carries something in brackets that tells them apart.
    public var name = ""
    public var givenName = ""
    public var surname = ""
    /// The institution's own identifier; unique when there is one.
    public var code = ""
    /// What the person is there: associate professor, technician.
    public var position = ""
    public var department: Int64?
    /// Addresses and numbers, one a line; see `ContactLine`.
    public var email = ""
    public var phone = ""
    /// The person's own page at the institution.
    public var website = ""
    public var fax = ""
    /// Where the person's own room is.
    public var office = ""
    public var hours: [OfficeHour] = []
    /// How to be received apart from the hours: by appointment, not in August.
    public var hoursNote = ""
    public var links: [PersonLink] = []
    /// What the person says of himself and his work.
    public var about = ""
    public var translations = Translations()
    public var picture: Int64?
    /// The sign-in name of the person's account, through which the systems know whose pages are whose; empty for none.
    public var account = ""
    public var active = true

    public init() {}

    public static let system = Registry.name
    public static let path = "people"
    public static let table = "person"
    public static let icon = "people"
    public static let columns = ["surname", "position", "department", "email", "active"]
    public static let filters = ["department", "active", "picture", "hours"]
    public static let order = "surname"
    public static let sections = ["email": "sections.contact", "hours": "sections.hours", "account": "sections.access"]
    public static let fields: [Field<Person>] = [
        .title("name", \.name, limit: 120),
        .text("givenName", \.givenName, limit: 80),
        .text("surname", \.surname, limit: 80),
        .text("code", \.code, limit: 40),
        .text("position", \.position, limit: 120),
        .one("department", \.department, Department.self),
        .picture("picture", \.picture),
        .longText("about", \.about, limit: 1_000, rows: 4),
        .translations(\.translations, of: "position", "about", "office", "hoursNote", easy: true),
        .emails("email", \.email),
        .phones("phone", \.phone),
        .text("fax", \.fax, limit: 32),
        .text("office", \.office, limit: 120),
        .url("website", \.website),
        .children("hours", \.hours, limit: 14, compact: true),
        .text("hoursNote", \.hoursNote, limit: 300),
        .children("links", \.links, limit: 12, compact: true),
        .text("account", \.account, limit: 64),
        .flag("active", \.active),
    ]

    public func check(_ entry: Entry, errors: inout FieldErrors) throws {
        try Code.check(code, of: self, entry, errors: &errors)
        try AccountName.check(account, of: self, entry, errors: &errors)
        ContactLine.check(email, .email, "email", entry, &errors)
        ContactLine.check(phone, .phone, "phone", entry, &errors)
    }
}
