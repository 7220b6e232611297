import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct GuestMessagesAPI: Sendable {
    let guests: GuestPages

    static let routes: [GuestRoute] = [
        GuestRoute(.post, "messages", "message", .educator { try await Self(guests: $0).message($1, $2) }) {
            $0.query = [("scope", Shape.id)]
            let to = JSON.values(["oneOf": .list([.values(["const": .text("all")]), Shape.list(Shape.id, 1...500)])])
            $0.sent = Shape.sent(
                ["to": to, "kind": Shape.choice(kinds), "text": Shape.text(0...200)], optional: ["kind", "text"])
            $0.example = #"{"to": "all", "kind": "message", "text": "Stasera torno alle otto."}"#
            ($0.answer, $0.answered) = (Shape.object(["guests": Shape.list(Shape.whole)]), #"{"guests": [1, 2, 3]}"#)
            $0.status = .created
        }
    ]

    private static let kinds = ["message", "list_changed"]

    private func message(_ request: Request, _ caller: Caller) async throws -> Response {
        try caller.requireSomewhere(House.messages)
        let asked = try APIQuery(request).number("scope", in: APIQuery.ids)
        var sent = try await SentValues(request, guests.words(caller.visitor))
        let kind = sent.choice("kind", of: Self.kinds) ?? "message"
        let text = sent.typed("text", limit: 200) ?? ""
        let to = sent.value("to")
        let ids = to?.list?.compactMap { $0.number.map(Int64.init) }
        if to?.text != "all", ids == nil || ids?.isEmpty == true || ids?.count != to?.list?.count {
            sent.refuse("to", "guestAPI.values.to")
        }
        if kind == "message", let why = Notice.refusal(text, to: [0]) { sent.refuse("text", why) }
        try sent.finish()
        let readers = try await guests.database.write { db in
            let house = try house(asked, caller, db)
            let sql = "SELECT id FROM guest WHERE \(Guest.active.in("?")) ORDER BY folded"
            let all = try Int64.fetchAll(db, sql: sql, arguments: [house])
            let wanted = Set(ids ?? all)
            guard wanted.isSubset(of: all) else { throw HTTPError(.notFound) }
            let readers = all.filter(wanted.contains)
            let author = NoticeAuthor(name: caller.account.name, account: caller.account.id)
            if kind == "message" {
                try Notice.write("message", by: author, house: house, text: text, to: readers, at: .now, db)
            } else {
                try Notice.listChanged(by: author, house: house, to: readers, at: .now, db)
            }
            try AuditEntry.write(db, "house.message", by: caller.actor, scope: house)
            guests.broadcaster.tell(house: house, after: db)
            return readers
        }
        return .json(.values(["guests": .list(readers.map(JSON.id))]), status: .created)
    }

    /// Returns the named house, or the only one whose guests the program may write to.
    private func house(_ asked: Int64?, _ caller: Caller, _ db: Database) throws -> Int64 {
        let all = try Int64.fetchAll(db, sql: "SELECT id FROM house WHERE \(Household.notTrashed) ORDER BY id")
        let mine = all.filter { caller.grants.may(House.messages, in: $0) }
        if mine.isEmpty { try caller.require(House.messages, in: asked) }
        if let asked {
            guard mine.contains(asked) else { throw HTTPError(.notFound) }
            return asked
        }
        guard mine.count == 1 else { throw Problem(.badRequest, "scope", members: [("parameter", "\"scope\"")]) }
        return mine[0]
    }
}

extension Notice {
    static func listChanged(by author: NoticeAuthor, house: Int64, to guests: [Int64], at now: Date, _ db: Database) throws {
        var readers: [Int64?: [Int64]] = [:]
        for guest in guests {
            let isOwn = try GuestPreferences.of(guest, house: house, db).isOn(.ownList)
            readers[isOwn ? guest : nil, default: []].append(guest)
        }
        for (owner, guests) in readers {
            let list = try ShoppingList.open(of: owner, house: house, db)
            try write("list", by: author, house: house, list: list.id, text: "", to: guests, at: now, db)
        }
    }
}
