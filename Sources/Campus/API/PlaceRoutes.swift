import Admin
import GRDB
import Hummingbird
import Web

extension CampusAPI {
    static let placeRoutes: [(path: String, query: [String], answer: Answer)] = [
        ("building-types", paging, types), ("buildings", paging, buildings), ("places", ["q"] + paging, places),
        ("places/{id}", [], place), ("emergency", paging, emergency),
    ]

    @Sendable private static func types(_ asked: Answering, _ db: Database) throws -> JSON {
        try CampusList(from: "campusPlaceType o", columns: "o.id, \(asked.look.text("o")) AS label").json(asked.query, db) {
            .columns($0, ["id": "id", "name": "label"])
        }
    }

    @Sendable private static func buildings(_ asked: Answering, _ db: Database) throws -> JSON {
        try buildingList(asked).json(asked.query, db, buildingJSON)
    }

    private static func buildingList(_ asked: Answering, _ condition: String = "1", _ arguments: StatementArguments = [:]) -> CampusList {
        CampusList(
            from: "campusBuilding o JOIN campusPlaceType y ON y.id = o.type", columns: "o.*, \(asked.look.text("o")) AS label",
            condition: condition, arguments: arguments)
    }

    private static func buildingJSON(_ row: Row) -> JSON {
        .columns(
            row,
            [
                "code": "code", "name": "label", "type": "type", "street": "street", "zip": "zip", "city": "city", "position": "place",
                "phone": "phone", "email": "email", "web": "website",
            ])
    }

    private static func areaList(_ asked: Answering, _ condition: String, _ arguments: StatementArguments) -> CampusList {
        CampusList(
            from: "campusArea o JOIN campusBuilding b ON b.id = o.building AND b.deletedAt IS NULL",
            columns: "o.*, b.code AS buildingCode, \(asked.look.text("o")) AS label", condition: condition, arguments: arguments)
    }

    private static func areaJSON(_ row: Row) -> JSON {
        .columns(
            row,
            [
                "id": "id", "code": "code", "name": "label", "type": "type", "building": "buildingCode", "floor": "floor", "phone": "phone",
                "email": "email", "web": "website",
            ])
    }

    @Sendable private static func places(_ asked: Answering, _ db: Database) throws -> JSON {
        try areaList(asked, ":q = '' OR instr(o.words, :q) > 0", ["q": asked.query["q"].lowercased()]).json(asked.query, db, areaJSON)
    }

    /// A building or a room, by its code.
    @Sendable private static func place(_ asked: Answering, _ db: Database) throws -> JSON {
        let arguments: StatementArguments = ["code": asked.name]
        let building = try buildingList(asked, "o.code = :code AND :code <> ''", arguments).json(Form(), db, buildingJSON)["items"]?.list?
            .first
        return try building ?? one(areaList(asked, "o.code = :code AND :code <> ''", arguments), asked, db, areaJSON)
    }

    @Sendable private static func emergency(_ asked: Answering, _ db: Database) throws -> JSON {
        try CampusList(from: "campusEmergencyNumber o", columns: "o.*, \(asked.look.text("o")) AS label", condition: "o.published = 1")
            .json(asked.query, db) {
                .columns($0, ["id": "id", "name": "label", "number": "number"])
            }
    }
}
