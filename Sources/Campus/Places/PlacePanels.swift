import Admin
import GRDB
import Web

/// What a touched building of the map shows above the list: its photo, address and hours.
struct PlacePanels {
    let rendering: RenderContext
    let db: Database

    /// As many as the map has numbers. Beyond them a touch opens the building's page.
    private static let most = 60

    func values(_ buildings: [Int64]) throws -> [Values] {
        if buildings.isEmpty || buildings.count > Self.most { return [] }
        // A building without a main photo shows the first of its other photos.
        let sql = """
            SELECT b.id, \(rendering.localizedSQL("b")) AS name, \(rendering.localizedSQL("b", "hours")) AS hours, b.street, b.zip, b.city, b.opening, m.file, m.alt
            FROM campusBuilding b LEFT JOIN picture m ON m.id = coalesce(
                b.picture, (SELECT f.picture FROM campusBuildingPhoto f WHERE f.building = b.id ORDER BY f.position LIMIT 1)
              ) AND \(Picture.notTrashed("m"))
            WHERE b.id IN (SELECT value FROM json_each(?))
            ORDER BY b.name COLLATE portico_names
            """
        let list = "[" + buildings.map(String.init).joined(separator: ",") + "]"
        let rows = try Row.fetchAll(db, sql: sql, arguments: [list])
        let hasOpening = rows.contains { !($0["opening"] as String).isEmpty }
        let closed = try hasOpening ? OpeningHours.closedDays(around: .now, rendering.zone, db) : []
        return rows.map { row -> Values in
            let (id, file, street) = (row["id"] as Int64, row["file"] as String?, PlaceSheet.address(row))
            let address: any Sendable = street.isEmpty ? false : street
            let opening = OpeningHours.templateValues(row["opening"], at: .now, closed: closed, rendering)
            return [
                "id": String(id), "href": "/campus/buildings/\(id)", "nameHTML": (row["name"] as String).markedHTML,
                "picture": file.map { Picture.address(file: $0, .medium) } ?? false, "alt": row["alt"] as String? ?? "",
                "address": address, "opening": opening.map { $0 as any Sendable } ?? false, "hoursHTML": row.shownHTML("hours"),
            ]
        }
    }
}
