import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct GuestPushAdminPages: Sendable {
    let admin: AdminContext
    let push: Push

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("notice-devices", use: show)
        router.post("notice-devices/{device}/removal", use: remove)
    }

    @Sendable private func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        let isReachable = push.settings.web.isReachable
        return try await admin.page(person, request) { db, context in
            let words = context.words
            let house = try admin.house(person, House.messages, db)
            let sql = """
                SELECT pushDevice.*, guest.name AS guestName FROM pushDevice JOIN guest ON guest.id = guestID
                WHERE \(Guest.notTrashed.in("?")) ORDER BY guest.folded, pushDevice.id
                """
            let rows = try Row.fetchAll(db, sql: sql, arguments: [house]).map { row in
                try PushDevice(row: row).values(guest: row["guestName"], words, context.zone)
            }
            let values: Values = [
                "title": words("push.desk.title"), "rows": rows, "hasRows": !rows.isEmpty, "needsHTTPS": !isReachable,
                "breadcrumbs": [["label": words("living.desk.message.title"), "href": "/admin/house/messages"]] as [Values],
            ]
            return ("house/push/admin", values)
        }
    }

    @Sendable private func remove(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = person.parameters.recordID("device")
        let words = admin.pages.words(for: person.visitor)
        try await admin.database.write { db in
            let house = try admin.house(person, House.messages, db)
            let sql = "SELECT * FROM pushDevice WHERE id = ?"
            guard let device = try PushDevice.fetchOne(db, sql: sql, arguments: [id]), let guest = try Inhabitant.find(device.guestID, db),
                guest.houseID == house
            else { throw HTTPError(.notFound) }
            try PushDevice.remove(device.id, of: guest.id, db)
            try AuditEntry.write(
                db, "house.push.remove", by: person.actor, on: ("house.guests", guest.id, guest.name), scope: house,
                detail: ["device": device.label])
            try person.session.setFlash(db, Flash(words("push.desk.removed", ["name": guest.name])))
        }
        return .redirect(to: "/admin/house/notice-devices")
    }
}

extension PushDevice {
    fileprivate func values(guest: String, _ words: Words, _ zone: TimeZone) -> Values {
        let formatted: (Date) -> String = { words.language.relativeMoment($0, now: .now, in: zone) }
        let result = error.map { words("push.errors.\($0)", ["status": status.map(String.init) ?? ""]) } ?? words("push.desk.fine")
        return [
            "id": String(id), "guest": guest, "label": label.isEmpty ? words("living.desk.unknownDevice") : label,
            "app": kind == PushDraft.Kind.apple.rawValue, "since": formatted(createdAt), "seen": formatted(seenAt),
            "last": triedAt.map(formatted) ?? words("push.desk.never"), "result": triedAt == nil ? false : result,
            "tone": error == nil ? "good" : "bad",
            "remove": words("push.desk.removeOf", ["name": guest]),
        ]
    }
}

extension PushDelivery {
    /// Outcomes of a notice on closed pages, by guest: the last part of the key `push.log.<state>`.
    static func states(of notice: Int64, _ db: Database) throws -> [Int64: String] {
        // The best outcome among the guest's devices counts.
        let sql = """
            SELECT guestID, max(CASE WHEN state = 'sent' THEN 4 WHEN state = 'waiting' AND attempts > 0 THEN 3 WHEN state = 'waiting' THEN 2
              WHEN state = 'failed' THEN 1 ELSE 0 END) AS outcome
            FROM pushDelivery JOIN pushDevice ON pushDevice.id = deviceID WHERE noticeID = ? GROUP BY guestID
            """
        let names = [1: "failed", 2: "waiting", 3: "again", 4: "sent"]
        let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [notice])
        return Dictionary(uniqueKeysWithValues: rows.map { ($0["guestID"] as Int64, names[$0["outcome"]]) }).compactMapValues(\.self)
    }
}
