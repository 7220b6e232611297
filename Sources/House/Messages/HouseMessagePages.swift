import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct HouseMessagePages: Sendable {
    let admin: AdminContext
    let broadcaster: HouseEventBroadcaster

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("messages", use: show)
        router.post("messages", use: send)
    }

    @Sendable private func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.database.write { try HelpCall.seen(of: admin.house(person, House.messages, $0), at: .now, $0) }
        return try await page(request, person)
    }

    @Sendable private func send(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request, judgesText: false)
        let (text, sent) = (form["text"], form.recordIDs("guest"))
        let guests = try await admin.database.read { try Notice.reached(sent, in: admin.house(person, House.messages, $0), $0) }
        if let why = Notice.refusal(text, to: guests) {
            return try await page(request, person, text: text, chosen: guests, why: why, status: .unprocessableContent)
        }
        return try await admin.changeHouse(
            person, "house.message", "living.desk.message.sent", may: House.messages, to: "/admin/house/messages"
        ) { house, db in
            let author = NoticeAuthor(name: person.account.name, account: person.accountID)
            try Notice.write("message", by: author, house: house, text: text, to: guests, at: .now, db)
            broadcaster.tell(house: house, after: db)
        }
    }

    /// `chosen` nil ticks all guests; `why` comes from `Notice.refusal`; `refused` is an unsent answer to a call.
    func page(
        _ request: Request, _ person: SignedIn, text: String = "", chosen: [Int64]? = nil, why: String? = nil,
        refused: CallRefusal? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        try await admin.page(person, request, status: status) { db, context in
            let house = try admin.house(person, House.messages, db)
            let words = context.words
            let sql = "SELECT id, name FROM guest WHERE \(Guest.active.in("?")) ORDER BY folded"
            let guests = try Row.fetchAll(db, sql: sql, arguments: [house]).map { row -> Values in
                let id: Int64 = row["id"]
                return ["id": String(id), "label": row["name"] as String, "on": chosen?.contains(id) ?? true]
            }
            let calls = try HelpCall.all(of: house, db)
            let said = try NoticeLog.rows(of: house, db).map { ($0.notice.createdAt, $0.values(words, context.zone)) }
            let log = (said + calls.map { ($0.createdAt, $0.logged(words, context.zone)) }).sorted { $0.0 > $1.0 }.prefix(50)
            let values: Values = [
                "title": words("living.desk.message.title"), "text": text, "guests": guests,
                "why": why.flatMap { $0 == Notice.noGuest ? nil : words($0) } ?? false,
                "whyNobody": why == Notice.noGuest ? words(Notice.noGuest) : false,
                "calls": calls.filter(\.isOpen).map { $0.values(refused, words, context.zone) }, "log": log.map(\.1),
            ]
            return ("house/messages/index", values)
        }
    }
}

private struct NoticeLog {
    let notice: Notice
    let deliveries: [Row]
    let pushes: [Int64: String]

    static func rows(of house: Int64, _ db: Database) throws -> [NoticeLog] {
        let notices = try Notice.fetchAll(db, sql: "SELECT * FROM notice WHERE houseID = ? ORDER BY id DESC LIMIT 50", arguments: [house])
        return try notices.map { notice in
            let sql = """
                SELECT guest.name, sentAt, seenAt, answer, answeredAt, guestID FROM noticeDelivery JOIN guest ON guest.id = guestID
                WHERE noticeID = ? ORDER BY guest.folded
                """
            return NoticeLog(
                notice: notice, deliveries: try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [notice.id]),
                pushes: try PushDelivery.states(of: notice.id, db))
        }
    }

    func values(_ words: Words, _ zone: TimeZone) -> Values {
        let people = deliveries.map { row -> Values in
            let (answer, seen, sent): (String?, Date?, Date?) = (row["answer"], row["seenAt"], row["sentAt"])
            let state = answer.map { _ in "answered" } ?? seen.map { _ in "seen" } ?? sent.map { _ in "delivered" } ?? "waiting"
            let moment = (row["answeredAt"] as Date?) ?? seen ?? sent
            let kind = ["answered": "good"][state] ?? "info"
            return [
                "name": row["name"] as String, "kind": kind, "state": words("living.desk.message.\(answer ?? state)"),
                "push": pushes[row["guestID"]].flatMap { seen == nil || $0 == "sent" ? words("push.log.\($0)") : nil } ?? false,
                "since": moment.map { words.language.relativeMoment($0, now: .now, in: zone) } ?? false,
            ]
        }
        return [
            "author": notice.author, "text": notice.kind == "list" ? words("living.desk.message.list") : notice.text, "people": people,
            "when": words.language.relativeMoment(notice.createdAt, now: .now, in: zone),
        ]
    }
}
