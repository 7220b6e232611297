import Admin

/// A shop of the guests. Its place serves the "you are near" notice, which the guest's own device computes.
struct Shop: Publishable {
    var stamp = RecordMetadata()
    var name = ""
    var address = ""
    var phone = ""
    var place: GeoPoint?
    /// Metres around the shop that count as near.
    var radius = 300
    var published = true

    static let system = House.name
    static let path = "shops"
    static let table = "shop"
    static let scope: Scope? = House.scope
    static let icon = "shop"
    static let columns = ["address", "phone", "published"]
    static let filters = ["place", "published"]
    static let fields: [Field<Shop>] = [
        .title("name", \.name),
        .text("address", \.address),
        .phone("phone", \.phone),
        .place("place", \.place),
        .number("radius", \.radius, in: 50...2000, suffix: "m"),
        .flag("published", \.published),
    ]
}
