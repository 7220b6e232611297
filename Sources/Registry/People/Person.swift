import Accounts
import Admin

/// A person who teaches, does research or works at the institution. Students are not included, because they are not public figures.
public struct Person: Resource {
    public var stamp = RecordMetadata()
    /// The displayed name; equal names carry a distinction in brackets.
    public var name = ""
    public var givenName = ""
    public var surname = ""
    /// The institution's own identifier, unique or empty.
    public var code = ""
    public var position = ""
    public var department: Int64?
    /// Addresses and numbers, one per line; see `ContactLine`.
    public var email = ""
    public var phone = ""
    public var website = ""
    public var fax = ""
    public var office = ""
    public var hours: [OfficeHour] = []
    /// Other arrangements: by appointment, not in August.
    public var hoursNote = ""
    public var links: [PersonLink] = []
    public var about = ""
    public var translations = Translations()
    public var picture: Int64?
    /// The sign-in name that links the person's pages to the account; may be empty.
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

extension Person {
    public static let active = notTrashed.and("active = 1")
}
