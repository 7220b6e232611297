import Admin
import GRDB
import Hummingbird
import Web

struct EmergencyPages: Sendable {
    let campus: CampusPages

    func addRoutes(to group: RouterGroup<Visitor>) {
        group.get("emergency", use: emergency)
        group.get("offline", use: offline)
    }

    @Sendable private func emergency(_ request: Request, _ visitor: Visitor) async throws -> Response {
        try await campus.page("campus/emergency/index", request, visitor) { db, rendering in try Self.values(rendering, db) }
    }

    static func values(_ rendering: RenderContext, _ db: Database) throws -> Values {
        let sql = """
            SELECT \(rendering.localizedSQL("n")) AS name, \(rendering.localizedSQL("n", "description")) AS description, number, \(rendering.easy("n"))
            FROM campusEmergencyNumber n
            WHERE \(EmergencyNumber.published("n")) ORDER BY ordering, id LIMIT 100
            """
        let rows = try Row.fetchAll(db, sql: sql)
        let numbers = rows.map { row -> Values in
            let number: String = row["number"]
            return [
                "nameHTML": (row["name"] as String).markedHTML, "textHTML": row.shownHTML("description"), "number": number,
                "href": Telephone.href(number),
            ]
        }
        return [
            "title": rendering.words("campus.emergency.title"), "numbers": numbers, "isNone": numbers.isEmpty,
            "below": rendering.note(rows.map { $0["isEasy"] }),
        ]
    }

    /// `GET /campus/offline`: cached by browsers for use without a network; `copies.js` adds the other cached pages.
    @Sendable private func offline(_ request: Request, _ visitor: Visitor) async throws -> Response {
        try await campus.page("campus/emergency/offline", request, visitor) { _, rendering in
            ["title": rendering.words("campus.offline.title")]
        }
    }
}

enum Telephone {
    /// `tel:+39041000000`, without visual separators.
    static func href(_ number: String) -> String {
        "tel:" + String(decoding: number.utf8.filter { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "+") }, as: UTF8.self)
    }
}
