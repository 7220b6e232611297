import Admin
import Web

/// A house: a flat with its people, pantry and recipes. Each house sees only its own.
struct Household: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var address = ""
    var language = Language.italian
    var zone = "Europe/Rome"

    static let system = House.name
    static let path = "houses"
    static let table = "house"
    static let icon = "house"
    static let pages = [RecordPage("house.catalogue.link", "catalogue", icon: "house")]
    static let columns = ["address", "language"]
    static let fields: [Field<Household>] = [
        .title("name", \.name),
        .text("address", \.address),
        .choice("language", \.language, texts: "house.language"),
        .zone("zone", \.zone),
    ]
}
