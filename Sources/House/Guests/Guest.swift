import Admin

/// A person who lives or stays in the house. Only what the pages need is stored: no birth date, diagnosis or notes.
struct Guest: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var picture: Int64?
    var group = ""
    var entry = GuestEntry.none
    var active = true

    static let system = House.name
    static let path = "guests"
    static let table = "guest"
    static let scope: Scope? = House.scope
    static let icon = "guest"
    static let columns = ["group", "entry", "active"]
    static let filters = ["entry", "picture", "active"]
    static let pages = [RecordPage("living.desk.link", "living", icon: "house", permission: House.living)]
    static let fields: [Field<Guest>] = [
        .title("name", \.name),
        .picture("picture", \.picture),
        .text("group", \.group, limit: 80),
        .choice("entry", \.entry, texts: "house.entry"),
        .flag("active", \.active),
    ]
}

extension Guest {
    static let active = notTrashed.and("active")
}

/// How a guest signs in; never by a typed password.
enum GuestEntry: String, Choice {
    case none, pictures, pin
}
