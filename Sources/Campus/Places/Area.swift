import Admin
import GRDB
import Registry

/// A place in a building, such as a library or lecture hall, possibly inside another area.
public struct Area: Resource {
    public var stamp = RecordMetadata()
    public var name = ""
    public var translations = Translations()
    public var code = ""
    public var building: Int64?
    public var parent: Int64?
    public var type: Int64?
    public var department: Int64?
    public var floor = ""
    /// nil if unknown.
    public var seats: Int?
    public var phone = ""
    public var email = ""
    public var website = ""
    public var picture: Int64?
    public var photos: [AreaPhoto] = []
    public var hours = ""
    /// The same as data, for "open now"; see `OpeningHours`.
    public var opening = ""
    public var access = ""
    public var note = ""

    public init() {}

    public static let system = Campus.name
    public static let path = "areas"
    public static let table = "campusArea"
    public static let icon = "position"
    public static let columns = ["building", "type", "floor"]
    public static let filters = ["building", "type", "hours"]
    public static let sections = ["phone": "sections.contact", "hours": "sections.visiting"]
    public static let fields: [Field<Area>] = [
        .title("name", \.name, limit: 160),
        .text("code", \.code, limit: 40),
        .one("building", \.building, Building.self, required: true),
        .one("parent", \.parent, Area.self),
        .one("type", \.type, PlaceType.self, required: true),
        .one("department", \.department, Department.self),
        .text("floor", \.floor, limit: 60),
        .number("seats", \.seats, in: 0...10_000),
        .picture("picture", \.picture),
        .children("photos", \.photos, limit: 12),
        .phones("phone", \.phone),
        .emails("email", \.email),
        .url("website", \.website),
        .longText("hours", \.hours, limit: 1000, rows: 3),
        .text("opening", \.opening, limit: 200),
        .longText("access", \.access, limit: 1000, rows: 3),
        .longText("note", \.note, limit: 2000, rows: 3),
        .translations(\.translations, of: "name", "floor", "hours", "access", "note", easy: true),
    ]

    public func check(_ entry: Entry, errors: inout FieldErrors) throws {
        try Code.check(code, of: self, entry, errors: &errors)
        ContactLine.check(phone, .phone, "phone", entry, &errors)
        ContactLine.check(email, .email, "email", entry, &errors)
        OpeningHours.check(opening, entry, &errors)
        let (db, words) = (entry.context.db, entry.context.words)
        guard let parent else { return }
        if try Tree.leads(from: parent, to: id, Self.table, db) { errors.add("parent", words("campus.refused.circle")) }
        let home = try Int64.fetchOne(db, sql: "SELECT building FROM campusArea WHERE id = ?", arguments: [parent])
        // The parent may not exist yet: seed files validate records before writing them.
        if let home, home != building { errors.add("parent", words("campus.refused.building")) }
    }
}

extension Area {
    static let shown = notTrashed.and("building IN (SELECT id FROM campusBuilding WHERE \(Building.notTrashed))")
}

public struct AreaPhoto: Child {
    public var id: Int64?
    public var picture: Int64?
    public var caption = ""
    public var translations = Translations()

    public init() {}

    public static let table = "campusAreaPhoto"
    public static let ownerColumn = "area"
    public static let fields: [Field<AreaPhoto>] = [
        .picture("picture", \.picture), .text("caption", \.caption, limit: 160), .translations(\.translations, of: "caption"),
    ]

    public func check(_ entry: Entry, errors: inout FieldErrors) { PlacePhotos.check(picture, entry, &errors) }
}
