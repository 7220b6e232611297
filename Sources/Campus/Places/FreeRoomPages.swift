import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// `/campus/rooms`: the rooms that are free now or at a time.
struct FreeRoomPages: Sendable {
    let campus: CampusPages
    static let address = "/campus/rooms"

    func addRoutes(to group: RouterGroup<Visitor>) {
        group.get("rooms", use: show)
        group.get("rooms.json", use: json)
    }

    @Sendable private func show(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = Form(query: request.uri.query ?? "")
        return try await campus.page("campus/places/rooms", request, visitor) { db, rendering in
            let asked = FreeRooms(form, zone: rendering.zone, now: .now)
            let rooms = try asked.rooms(rendering, db)
            let words = rendering.words
            let buildings = try Row.fetchAll(
                db,
                sql:
                    "SELECT b.id, \(rendering.localizedSQL("b")) AS name FROM campusBuilding b WHERE \(Building.notTrashed("b")) ORDER BY b.folded"
            )
            let hits = rooms.map { room -> Values in
                let until = room.until.map { words("campus.rooms.until", ["until": words.language.time($0, in: rendering.zone)]) }
                let seats = room.seats.map { words("campus.rooms.seats", count: $0) } ?? ""
                let detail = [room.markedBuilding, until ?? words("campus.rooms.allDay"), seats].filter { !$0.isEmpty }
                return CampusHit.line(room.markedName, detail.joined(separator: " · "), href: "/campus/areas/\(room.id)", icon: "position")
            }
            let isWrong = !form["at"].isEmpty && TypedMoment.date(form["at"], in: rendering.zone) == nil
            return [
                "title": words("campus.rooms.title"),
                "at": isWrong ? form["at"] : words.language.typed(CivilTime(asked.at, in: rendering.zone).inputValue),
                "atError": isWrong ? words("admin.refused.moment") : false,
                "when": words.language.moment(asked.at, in: rendering.zone), "seats": asked.seats == 0 ? "" : String(asked.seats),
                "lengths": FreeRooms.lengths.map { length -> Values in
                    .option(String(length), words("campus.rooms.minutes", count: length), selected: length == asked.minutes)
                },
                "buildings": buildings.map { row -> Values in
                    let id: Int64 = row["id"]
                    return .option(String(id), row["name"], selected: id == asked.building)
                },
                "hits": hits, "isNone": hits.isEmpty, "found": words("campus.rooms.found", count: hits.count),
                "service": ["label": words("campus.tiles.places"), "href": "/campus/places"] as Values,
            ]
        }
    }

    @Sendable private func json(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let (form, origin) = (Form(query: request.uri.query ?? ""), campus.admin.origin(of: request))
        let rendering = RenderContext(request, visitor, campus.admin)
        let asked = FreeRooms(form, zone: rendering.zone, now: .now)
        let rooms = try await campus.database.read { try asked.rooms(rendering, $0) }
        let items = rooms.map { room -> JSON in
            .object([
                ("id", .number(Int(room.id))), ("code", .text(room.code)), ("name", .text(room.markedName)),
                ("building", .text(room.markedBuilding)), ("seats", room.seats.map { .number($0) } ?? .null),
                ("freeUntil", .moment(room.until)), ("url", .text(origin + "/campus/areas/\(room.id)")),
            ])
        }
        let answer = JSON.object([
            ("at", .moment(asked.at)), ("minutes", .number(asked.minutes)), ("items", .list(items)), ("count", .number(items.count)),
        ])
        var response = AlertPages.file(answer.compact, "application/json; charset=utf-8", in: rendering.words.language)
        response.headers[.init("Access-Control-Allow-Origin")!] = "*"
        return response
    }
}
