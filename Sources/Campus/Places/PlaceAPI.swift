import Admin
import GRDB
import Hummingbird
import Web

enum PlaceAPI {
    static let routes: [CampusAPI.Route] = [
        ("building-types", CampusList.paging, types), ("buildings", searching + CampusList.paging, buildings),
        ("places", searching + CampusList.paging, places),
        ("places/{id}", [], place), ("emergency", CampusList.paging, emergency),
    ]
    private static let searching = ["q", "type", "near", "accessible"]

    @Sendable private static func types(_ asked: CampusQuery, _ db: Database) throws -> JSON {
        try CampusList(from: "campusPlaceType o", shown: PlaceType.notTrashed, columns: "o.id, \(asked.rendering.text("o")) AS label")
            .json(asked.query, db) { .columns($0, ["id": "id", "name": "label"]) }
    }

    @Sendable private static func buildings(_ asked: CampusQuery, _ db: Database) throws -> JSON {
        try listed(asked, db, building: "o", buildingList, buildingJSON)
    }

    @Sendable private static func places(_ asked: CampusQuery, _ db: Database) throws -> JSON {
        try listed(asked, db, building: "b", areaList, areaJSON)
    }

    /// With `near`, sorted by distance. `building` is the SQL alias of the building.
    private static func listed(
        _ asked: CampusQuery, _ db: Database, building: String, _ list: (CampusQuery, String, StatementArguments) -> CampusList,
        _ make: @escaping (Row, RenderContext) -> JSON
    ) throws -> JSON {
        let filter = try PlaceFilter(asked.query, db)
        if let wrong = filter.wrong.first { throw HTTPError(.badRequest, message: "campus.places.wrong.\(wrong)") }
        let condition = "(:q = '' OR instr(o.words, :q) > 0) AND \(filter.condition("o", building: building))"
        let found = list(asked, condition, ["q": filter.words.folded])
        guard let here = filter.near else { return try found.json(asked.query, db) { make($0, asked.rendering) } }
        return try found.json(asked.query, db, nearestTo: here) { make($0, asked.rendering) }
    }

    private static func buildingList(_ asked: CampusQuery, _ condition: String, _ arguments: StatementArguments) -> CampusList {
        CampusList(
            from: "campusBuilding o JOIN campusPlaceType y ON y.id = o.type", shown: Building.notTrashed,
            columns: "o.*, o.place AS position, \(texts(asked))",
            condition: condition,
            arguments: arguments)
    }

    private static func texts(_ asked: CampusQuery) -> String {
        """
        \(asked.rendering.text("o")) AS label, \(asked.rendering.text("o", "hours")) AS visiting, \(asked.rendering.text("o", "access")) AS entrance,
        \(asked.rendering.text("o", "note")) AS remark
        """
    }

    private static func buildingJSON(_ row: Row, _ rendering: RenderContext) -> JSON {
        .object(
            row.pairs([("code", "code"), ("name", "label"), ("type", "type"), ("street", "street"), ("zip", "zip"), ("city", "city")])
                + point(row) + [("polygon", polygon(row["polygon"]))] + contacts(row, rendering) + row.pairs(details))
    }

    private static func contacts(_ row: Row, _ rendering: RenderContext) -> [(key: String, value: JSON)] {
        Contacts(phone: row["phone"], email: row["email"], rendering).json()
    }

    private static let details = [
        ("web", "website"), ("hours", "visiting"), ("openingHours", "opening"), ("access", "entrance"), ("note", "remark"),
    ]

    private static func point(_ row: Row) -> [(key: String, value: JSON)] {
        let point = (row["position"] as String?).flatMap(GeoPoint.init(kept:))
        return [
            ("latitude", point.map { .text(GeoPoint.text($0.latitude)) } ?? .null),
            ("longitude", point.map { .text(GeoPoint.text($0.longitude)) } ?? .null),
        ]
    }

    /// GeoJSON puts the longitude first.
    private static func polygon(_ kept: String) -> JSON {
        let corners = BuildingFootprint(kept).corners
        return corners.isEmpty ? .null : .list(corners.map { .list([.decimal($0.longitude), .decimal($0.latitude)]) })
    }

    private static func areaList(_ asked: CampusQuery, _ condition: String, _ arguments: StatementArguments) -> CampusList {
        CampusList(
            from: """
                campusArea o JOIN campusBuilding b ON b.id = o.building AND \(Building.notTrashed("b"))
                LEFT JOIN campusArea u ON u.id = o.parent AND \(Area.notTrashed("u"))
                """,
            shown: Area.notTrashed,
            columns:
                "o.*, b.code AS buildingCode, u.code AS parentCode, b.place AS position, \(asked.rendering.text("o", "floor")) AS storey, \(texts(asked))",
            condition: condition, arguments: arguments)
    }

    private static func areaJSON(_ row: Row, _ rendering: RenderContext) -> JSON {
        let own = [
            ("id", "id"), ("code", "code"), ("name", "label"), ("type", "type"), ("building", "buildingCode"), ("parent", "parentCode"),
            ("floor", "storey"), ("seats", "seats"),
        ]
        return .object(row.pairs(own) + point(row) + contacts(row, rendering) + row.pairs(details))
    }

    @Sendable private static func place(_ asked: CampusQuery, _ db: Database) throws -> JSON {
        let arguments: StatementArguments = ["code": asked.name]
        let building = try buildingList(asked, "o.code = :code AND :code <> ''", arguments).json(Form(), db) {
            buildingJSON($0, asked.rendering)
        }["items"]?
        .list?.first
        return try building
            ?? areaList(asked, "o.code = :code AND :code <> ''", arguments).one(db) { areaJSON($0, asked.rendering) }
    }

    @Sendable private static func emergency(_ asked: CampusQuery, _ db: Database) throws -> JSON {
        try CampusList(
            from: "campusEmergencyNumber o", shown: EmergencyNumber.published,
            columns: "o.*, \(asked.rendering.text("o")) AS label, \(asked.rendering.text("o", "description")) AS purpose"
        ).json(asked.query, db) {
            .columns($0, ["id": "id", "name": "label", "number": "number", "descr": "purpose"])
        }
    }
}
