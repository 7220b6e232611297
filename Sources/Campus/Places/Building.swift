import Admin
import Registry

/// A building of the university on the map.
public struct Building: Resource {
    public var stamp = RecordMetadata()
    public var name = ""
    public var translations = Translations()
    /// The institution's own unique code.
    public var code = ""
    public var type: Int64?
    public var place: GeoPoint?
    /// Footprint corners, one on each line; see `BuildingFootprint`.
    public var polygon = ""
    public var street = ""
    public var zip = ""
    public var city = ""
    public var phone = ""
    public var email = ""
    public var website = ""
    public var picture: Int64?
    public var photos: [BuildingPhoto] = []
    public var hours = ""
    /// The same as data, for "open now"; see `OpeningHours`.
    public var opening = ""
    /// Step-free access for wheelchairs, canes and prams.
    public var access = ""
    public var note = ""

    public init() {}

    public static let system = Campus.name
    public static let path = "buildings"
    public static let table = "campusBuilding"
    public static let icon = "campus"
    public static let columns = ["code", "type", "street", "place"]
    public static let filters = ["type", "place", "access"]
    public static let sections = ["phone": "sections.contact", "hours": "sections.visiting"]
    public static let fields: [Field<Building>] = [
        .title("name", \.name, limit: 160),
        .text("code", \.code, required: true, limit: 40),
        .one("type", \.type, PlaceType.self, required: true),
        .place("place", \.place),
        .longText("polygon", \.polygon, limit: 4000, rows: 4),
        .text("street", \.street, limit: 160),
        .text("zip", \.zip, limit: 12),
        .text("city", \.city, limit: 80),
        .picture("picture", \.picture),
        .children("photos", \.photos, limit: 12),
        .phones("phone", \.phone),
        .emails("email", \.email),
        .url("website", \.website),
        .longText("hours", \.hours, limit: 1000, rows: 3),
        .text("opening", \.opening, limit: 200),
        .longText("access", \.access, limit: 1000, rows: 3),
        .longText("note", \.note, limit: 2000, rows: 3),
        .translations(\.translations, of: "name", "hours", "access", "note", easy: true),
    ]

    public func check(_ entry: Entry, errors: inout FieldErrors) throws {
        try Code.check(code, of: self, entry, errors: &errors)
        ContactLine.check(phone, .phone, "phone", entry, &errors)
        ContactLine.check(email, .email, "email", entry, &errors)
        OpeningHours.check(opening, entry, &errors)
        BuildingFootprint.check(polygon, entry, &errors)
    }
}

/// A further captioned photo of a building. The alternative text belongs to the picture in the library.
public struct BuildingPhoto: Child {
    public var id: Int64?
    public var picture: Int64?
    public var caption = ""
    public var translations = Translations()

    public init() {}

    public static let table = "campusBuildingPhoto"
    public static let ownerColumn = "building"
    public static let fields: [Field<BuildingPhoto>] = [
        .picture("picture", \.picture), .text("caption", \.caption, limit: 160), .translations(\.translations, of: "caption"),
    ]

    public func check(_ entry: Entry, errors: inout FieldErrors) { PlacePhotos.check(picture, entry, &errors) }
}
