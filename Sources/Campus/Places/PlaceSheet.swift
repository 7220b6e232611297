import Admin
import GRDB
import Registry
import Web

struct PlaceSheet {
    let id: Int64
    let rendering: RenderContext
    let db: Database

    func building() throws -> Values? {
        guard let row = try row(Building.self, "b.street, b.zip, b.city, b.place, b.polygon, '' AS floor", "") else { return nil }
        let inside = try PlaceHits.areas(rendering, condition: "a.building = \(id)").run(nil, nil, limit: 200, db)
        return try common(row).merging(Self.way(row["place"], Self.address(row))) { $1 }.merging(plan(row)) { $1 }.merging([
            "inside": inside.map(\.values), "upHref": false, "photos": try PlacePhotos.values(BuildingPhoto.table, of: id, rendering, db),
            "coming": try ComingEvents.lines("b.id = :id", id, rendering, db), "degrees": [Values](),
        ]) { $1 }
    }

    func area() throws -> Values? {
        let columns = """
            h.street, h.zip, h.city, h.place, \(rendering.localizedSQL("b", "floor")) AS floor, h.id AS building, \(rendering.localizedSQL("h")) AS buildingName,
            b.department, u.id AS parent, \(rendering.localizedSQL("u")) AS parentName
            """
        let joins = """
            JOIN campusBuilding h ON h.id = b.building AND \(Building.notTrashed("h"))
            LEFT JOIN campusArea u ON u.id = b.parent AND \(Area.notTrashed("u"))
            """
        guard let row = try row(Area.self, columns, joins) else { return nil }
        let parent: Int64? = row["parent"]
        let inside = try PlaceHits.areas(rendering, condition: "a.parent = \(id)").run(nil, nil, limit: 100, db)
        return try common(row).merging(Self.way(row["place"], Self.address(row))) { $1 }.merging([
            "inside": inside.map(\.values), "hasPlan": false, "photos": try PlacePhotos.values(AreaPhoto.table, of: id, rendering, db),
            "coming": try ComingEvents.lines("a.id = :id OR a.parent = :id", id, rendering, db),
            "degrees": try degrees(of: row["department"]),
            "upHref": parent.map { "/campus/areas/\($0)" } ?? "/campus/buildings/\(row["building"] as Int64)",
            "upLabelHTML": (row["parentName"] as String? ?? row["buildingName"]).markedHTML,
        ]) { $1 }
    }

    /// The building alone: its outline, or where it is between land and water. A point without anything around it says nothing.
    private func plan(_ row: Row) -> Values {
        guard let point = (row["place"] as String?).flatMap(GeoPoint.init(kept:)) else { return ["hasPlan": false] }
        let outline = BuildingFootprint(row["polygon"]).corners
        let building = PlaceDrawing.Place(
            title: (row["nameText"] as String).unmarked, href: "/campus/buildings/\(id)", point: point, outline: outline)
        let drawing = PlaceDrawing([building], atLeast: outline.isEmpty ? 2_000 : 0, isNumbered: false)
        let hasPlan = !outline.isEmpty || !rendering.tiles.isEmpty || drawing.hasGround
        return drawing.values(tiles: rendering.tiles).merging(["hasPlan": hasPlan]) { $1 }
    }

    private func degrees(of department: Int64?) throws -> [Values] {
        let sql = """
            SELECT g.id, \(rendering.localizedSQL("g")) AS name, g.level FROM degree g WHERE g.department = ? AND \(Degree.notTrashed("g"))
            ORDER BY \(rendering.text("g")) COLLATE portico_names, g.level
            """
        return try Row.fetchAll(db, sql: sql, arguments: [department]).map { row -> Values in
            CampusHit.line(
                row["name"], rendering.words("registry.level.\(row["level"] as String)"), href: "/campus/degrees/\(row["id"] as Int64)",
                icon: "book")
        }
    }

    private func row(_ resource: any Resource.Type, _ columns: String, _ joins: String) throws -> Row? {
        let texts = ["name", "hours", "access", "note"].map { "\(rendering.localizedSQL("b", $0)) AS \($0)Text" }.joined(separator: ", ")
        let sql = """
            SELECT \(texts), \(rendering.easy("b")), b.code, b.phone, b.email, b.website, b.opening, \(rendering.localizedSQL("t")) AS typeName, m.file, m.alt, \(columns)
            FROM \(resource.table) b JOIN campusPlaceType t ON t.id = b.type
            LEFT JOIN picture m ON m.id = b.picture AND \(Picture.notTrashed("m")) \(joins)
            WHERE b.id = ? AND \(resource.notTrashed("b"))
            """
        return try Row.fetchOne(db, sql: sql, arguments: [id])
    }

    private func common(_ row: Row) throws -> Values {
        let contacts = Contacts(phone: row["phone"], email: row["email"], rendering)
        let hasContacts = !((row["phone"] as String) + row["email"] + row["website"]).isEmpty
        let file: String? = row["file"]
        let closed = try OpeningHours.closedDays(around: .now, rendering.zone, db)
        let opening: Values? = OpeningHours.templateValues(row["opening"], at: .now, closed: closed, rendering)
        return [
            "title": (row["nameText"] as String).unmarked, "titleHTML": (row["nameText"] as String).markedHTML,
            "typeHTML": (row["typeName"] as String).markedHTML, "code": row.shown("code"), "floorHTML": row.shownHTML("floor"),
            "website": row.shown("website"), "hasContacts": hasContacts,
            "easy": rendering.note([row["isEasy"]]), "opening": opening.map { $0 as any Sendable } ?? false,
            "hoursHTML": row.shownHTML("hoursText"), "accessHTML": row.shownHTML("accessText"),
            "noteHTML": row.shownHTML("noteText"),
            "picture": file.map { Picture.address(file: $0, .medium) } ?? false, "alt": row["alt"] as String? ?? "",
        ].merging(contacts.values) { $1 }
    }

    /// Street, postcode and town of a building's row.
    static func address(_ row: Row) -> String {
        let town = [row["zip"] as String, row["city"]].filter { !$0.isEmpty }.joined(separator: " ")
        return [row["street"] as String, town].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    static func way(_ place: String?, _ address: String) -> Values {
        let shown: any Sendable = address.isEmpty ? false : address
        guard let point = place.flatMap(GeoPoint.init(kept:)) else {
            return ["address": shown, "geo": false, "directions": false, "nearby": false]
        }
        let position = PlaceFilter.short(point)
        return [
            "address": shown, "geo": "geo:\(position)", "nearby": "/campus/places?near=\(position.queryEscaped)",
            "directions": "https://www.openstreetmap.org/directions?to=\(position.queryEscaped)",
        ]
    }
}

enum PlacePhotos {
    static func check(_ picture: Int64?, _ entry: Entry, _ errors: inout FieldErrors) {
        if picture == nil { errors.add(entry.name + "picture", entry.context.words("campus.refused.photo")) }
    }

    static func values(_ table: String, of place: Int64, _ rendering: RenderContext, _ db: Database) throws -> [Values] {
        let owner = table == BuildingPhoto.table ? BuildingPhoto.ownerColumn : AreaPhoto.ownerColumn
        let sql = """
            SELECT m.file, m.alt, \(rendering.localizedSQL("f", "caption")) AS said FROM \(table) f
            JOIN picture m ON m.id = f.picture AND \(Picture.notTrashed("m"))
            WHERE f.\(owner) = ? ORDER BY f.position
            """
        return try Row.fetchAll(db, sql: sql, arguments: [place]).map { row -> Values in
            [
                "src": Picture.address(file: row["file"], .medium), "alt": row["alt"] as String? ?? "",
                "captionHTML": row.shownHTML("said"),
            ]
        }
    }
}
