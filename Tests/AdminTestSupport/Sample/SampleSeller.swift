import Admin

/// A shop that sells books.
struct SampleSeller: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var address = ""
    var phone = ""
    var place: GeoPoint?
    var radius = 300
    var published = true

    static let system = Sample.name
    static let path = "sellers"
    static let table = "seller"
    static let scope: Scope? = Sample.scope
    static let icon = "shop"
    static let columns = ["address", "phone", "published"]
    static let filters = ["place", "published"]
    static let fields: [Field<SampleSeller>] = [
        .title("name", \.name),
        .text("address", \.address),
        .phone("phone", \.phone),
        .place("place", \.place),
        .number("radius", \.radius, in: 50...2000, suffix: "m"),
        .flag("published", \.published),
    ]
}
