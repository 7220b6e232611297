import Accounts
import Admin
import GRDB
import Web

extension ServiceAction {
    static let people: [String: ServiceAction] = [
        // The explicit sign-in: a program that keeps the token needs no password afterwards.
        "login": .init(needsWriter: true) { call, db in
            let access = call.text("access_type").isEmpty ? "iOS" : call.text("access_type")
            guard ["iOS", "Web", "Android"].contains(access) else { throw Problem.fieldInvalid("access_type") }
            let me = try call.me()
            let token = try WriterSession.begin(for: me, .program, device: access, access: access, at: call.now, db)
            guard let writer = try Writer.find(me, db) else { throw StoryRefusal.loginNeeded }
            return .object([("token", .text(token.text)), ("user", PostElement.person(writer))])
        },
        "logout": .init(needsWriter: true) { call, db in
            try db.execute(sql: "DELETE FROM writerSession WHERE id = ?", arguments: [call.session])
            return .flag(true)
        },
        "verifica_email": .init(needsWriter: false) { call, db in
            guard let token = Token(sent: call.text("token")), try WriterLink.verify(token, at: call.now, db) != nil else {
                throw StoryRefusal.notFound
            }
            return .flag(true)
        },
        "profilo": .reading(needsWriter: true) { call, db in try profile(of: call.me(), for: call, db) },
        "utente": .reading(needsWriter: false) { call, db in try profile(of: call.number("id_user"), for: call, db) },
        "iniziate": .list { call, db in try own(StoryCard.started, call, db) },
        "partecipate": .list { call, db in try own(StoryCard.takenPart, call, db) },
        "seguaci": .list { call, db in try follows("follower", of: "followed", call, db) },
        "seguiti": .list { call, db in try follows("followed", of: "follower", call, db) },
    ]

    private static func profile(of id: Int64, for call: Call, _ db: Database) throws -> JSON {
        guard let writer = try Writer.find(id, db), writer.deletedAt == nil else { throw StoryRefusal.notFound }
        let started = try StoryCard.started(by: id, db).map(\.id)
        let taken = try StoryCard.takenPart(by: id, db).map(\.id)
        let follows = try FollowCounts(of: id, for: call.writer, db)
        var pairs: [(key: String, value: JSON)] = [
            ("user", PostElement.person(writer)), ("followers", .number(follows.followers)), ("followed", .number(follows.followed)),
            ("followed_by_me", .flag(follows.isFollowed)), ("started", try PostElement.all(started, for: call.writer, db)),
            ("taken_part", try PostElement.all(taken, for: call.writer, db)),
        ]
        if call.writer == id { pairs.append(("unread", .number(try StoryNotice.unread(for: id, at: call.now, db)))) }
        return .object(pairs)
    }

    private static func own(
        _ list: (Int64, ListPlace?, Int, Database) throws -> [StoryCard], _ call: Call, _ db: Database
    ) throws -> Answer {
        let (limit, after) = (try call.limit(), try call.after(StoryCard.byTime))
        guard let writer = try Writer.find(call.number("id_user"), db), writer.deletedAt == nil else { throw StoryRefusal.notFound }
        return try cards(list(writer.id, after, limit + 1, db), limit, \.placeByTime, call, db)
    }

    private static func follows(_ shown: String, of own: String, _ call: Call, _ db: Database) throws -> Answer {
        let (limit, after) = (try call.limit(mostPeople), try call.after(own))
        var arguments: StatementArguments = ["id": try call.number("id_user"), "limit": limit + 1]
        var rest = ""
        if let after {
            arguments += ["at": after.value.databaseValue, "last": after.id]
            rest = "AND follow.at <= :at AND (follow.at < :at OR follow.\(shown) < :last)"
        }
        let sql = """
            SELECT writer.*, follow.at AS followedAt FROM follow CROSS JOIN writer ON writer.id = follow.\(shown)
            WHERE follow.\(own) = :id AND \(Writer.notErased) \(rest) ORDER BY follow.at DESC, follow.\(shown) DESC LIMIT :limit
            """
        let (rows, next) = cut(try Row.fetchAll(db, sql: sql, arguments: arguments), limit) { row in
            ListPlace(order: own, value: row["followedAt"], id: row["id"])
        }
        return Answer(json: .list(try rows.map { PostElement.person(try Writer(row: $0)) }), next: next)
    }

    private static let mostPeople = 200
}
