import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

extension GuestAPI {
    static let staffRoutes: [GuestRoute] = [
        GuestRoute(.post, "messages", "message", .educator { try await $0.message($1, $2) }) {
            $0.query = [("scope", Shape.id)]
            let to = JSON.values(["oneOf": .list([.values(["const": .text("all")]), Shape.list(Shape.id, 1...500)])])
            $0.sent = Shape.sent(
                ["to": to, "kind": Shape.choice(kinds), "text": Shape.text(0...200)], optional: ["kind", "text"])
            $0.example = #"{"to": "all", "kind": "message", "text": "Stasera torno alle otto."}"#
            ($0.answer, $0.answered) = (Shape.object(["guests": Shape.list(Shape.whole)]), #"{"guests": [1, 2, 3]}"#)
            $0.status = .created
        },
        GuestRoute(.get, "media/{id}", "picture", .either { try await $0.picture($1, $2) }) {
            $0.query = [("w", .whole(1, 4_000))]
            ($0.answer, $0.answerType) = (.values(["type": .text("string"), "contentEncoding": .text("binary")]), "image/webp")
        },
    ]

    private static let kinds = ["message", "list_changed"]

    func message(_ request: Request, _ caller: Caller) async throws -> Response {
        try caller.requireSomewhere(House.messages)
        let asked = try APIQuery(request).number("scope", in: APIQuery.ids)
        var sent = try await SentValues(request, words(caller.visitor))
        let kind = sent.choice("kind", of: Self.kinds) ?? "message"
        let text = sent.typed("text", limit: 200) ?? ""
        let to = sent.value("to")
        let ids = to?.list?.compactMap { $0.number.map(Int64.init) }
        if to?.text != "all", ids == nil || ids?.isEmpty == true || ids?.count != to?.list?.count {
            sent.refuse("to", "guestAPI.values.to")
        }
        if kind == "message", let why = Notice.refusal(text, to: [0]) { sent.refuse("text", why) }
        try sent.finish()
        let guests = try await database.write { db in
            let house = try house(asked, caller, db)
            let sql = "SELECT id FROM guest WHERE houseID = ? AND active AND deletedAt IS NULL ORDER BY folded"
            let all = try Int64.fetchAll(db, sql: sql, arguments: [house])
            let wanted = Set(ids ?? all)
            guard wanted.isSubset(of: all) else { throw HTTPError(.notFound) }
            let guests = all.filter(wanted.contains)
            let author = NoticeAuthor(name: caller.account.name, account: caller.account.id)
            if kind == "message" {
                try Notice.write("message", by: author, house: house, text: text, to: guests, at: .now, db)
            } else {
                try Notice.listChanged(by: author, house: house, to: guests, at: .now, db)
            }
            try AuditEntry.write(db, "house.message", by: caller.actor, scope: house)
            living.broadcaster.tell(house: house, after: db)
            return guests
        }
        return .json(.values(["guests": .list(guests.map(JSON.id))]), status: .created)
    }

    /// Returns the named house, or the only one whose guests the program may write to.
    private func house(_ asked: Int64?, _ caller: Caller, _ db: Database) throws -> Int64 {
        let all = try Int64.fetchAll(db, sql: "SELECT id FROM house WHERE deletedAt IS NULL ORDER BY id")
        let mine = all.filter { caller.grants.may(House.messages, in: $0) }
        if mine.isEmpty { try caller.require(House.messages, in: asked) }
        if let asked {
            guard mine.contains(asked) else { throw HTTPError(.notFound) }
            return asked
        }
        guard mine.count == 1 else { throw Problem(.badRequest, "scope", members: [("parameter", "\"scope\"")]) }
        return mine[0]
    }

    /// Returns the smallest size of at least `w` pixels, also at `/media/9`, as lists name it.
    func picture(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let width = try APIQuery(request, knows: ["w"]).number("w", in: 1...4_000).map(Int.init)
        let number = visitor.parameters.get("id") ?? visitor.parameters.get("file") ?? ""
        guard let id = Int64(recordID: number), id > 0 else { throw HTTPError(.notFound) }
        let present = visitor.person as? GuestPageVisitor
        let file: String?
        if let house = present?.guest?.houseID ?? present?.device?.houseID {
            let sql = "SELECT file FROM picture WHERE id = ? AND deletedAt IS NULL AND (scopeID IS NULL OR scopeID = ?)"
            file = try await database.read { try String.fetchOne($0, sql: sql, arguments: [id, house]) }
        } else {
            let caller = try Caller(context: visitor)
            file = try await database.read { try Picture.seen(id, by: caller, $0)?.file }
        }
        guard let file else { throw HTTPError(.notFound) }
        let size = PictureSize.allCases.first { $0.rawValue >= width ?? PictureSize.medium.rawValue } ?? .large
        var response = living.admin.pictures.serve(file: file, size: "\(size.rawValue).webp", request: request)
        // Private: unlike the file's name, the number is no secret, so shared caches must not keep it.
        response.headers[.cacheControl] = "private, max-age=31536000, immutable"
        return response
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
