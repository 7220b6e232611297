import Admin
import Crypto
import Foundation
import GRDB
import Web

struct ServiceAction: Sendable {
    struct Call: Sendable {
        let data: JSON
        let writer: Int64?
        var session: Int64?
        let now: Date
        var words: Words?

        func text(_ name: String) -> String { TypedText.clean(Array((data[name]?.text ?? "").utf8)) }

        /// The first text that breaks `TextRule`, by its name; secrets may hold anything.
        var unfitText: String? {
            guard case .object(let pairs) = data else { return nil }
            return pairs.first { name, value in
                !Self.secrets.contains(name) && value.text.flatMap { TextRule.flaw(in: $0, as: TextRule.use(of: name)) } != nil
            }?.key
        }

        private static let secrets: Set = ["password", "password_confirm", "confirm", "old", "new", "new_confirm", "token"]

        func number(_ name: String) throws -> Int64 {
            if let number = data[name]?.number { return Int64(number) }
            if let text = data[name]?.text, let number = Int64(recordID: text) { return number }
            throw Problem.fieldMissing(name)
        }

        func limit(_ usual: Int = ServiceAction.longestList) throws -> Int {
            guard let sent = data["limit"], !sent.isNull else { return usual }
            guard let limit = sent.number ?? sent.text.flatMap({ Int($0, in: .whole) }), (1...ServiceAction.longestList).contains(limit)
            else {
                throw Problem.fieldInvalid("limit")
            }
            return limit
        }

        func after(_ order: String) throws -> ListPlace? {
            guard let sent = data["cursor"], !sent.isNull else { return nil }
            guard let cursor = sent.text.flatMap({ ListPlace($0, order: order) }) else { throw Problem.fieldInvalid("cursor") }
            return cursor
        }

        func me() throws -> Int64 {
            guard let writer else { throw StoryRefusal.loginNeeded }
            return writer
        }
    }

    enum Problem: Error, Equatable {
        case fieldMissing(String)
        case fieldInvalid(String)
        case refused(code: Int, String)
    }

    struct Answer: Sendable {
        let json: JSON
        var next: ListPlace?
    }

    /// An action that only reads does not wait for writers.
    enum Kind: Sendable {
        case reading, writing, list
        /// Writes, and may share its commit with others.
        case sharing
    }

    let needsWriter: Bool
    let kind: Kind
    let run: @Sendable (Call, Database) throws -> Answer

    init(needsWriter: Bool, _ run: @escaping @Sendable (Call, Database) throws -> JSON) {
        (self.needsWriter, kind) = (needsWriter, .writing)
        self.run = { Answer(json: try run($0, $1)) }
    }

    static func reading(needsWriter: Bool = false, _ run: @escaping @Sendable (Call, Database) throws -> JSON) -> ServiceAction {
        ServiceAction(kind: .reading, needsWriter: needsWriter) { Answer(json: try run($0, $1)) }
    }

    static func sharing(needsWriter: Bool, _ run: @escaping @Sendable (Call, Database) throws -> JSON) -> ServiceAction {
        ServiceAction(kind: .sharing, needsWriter: needsWriter) { Answer(json: try run($0, $1)) }
    }

    static func list(needsWriter: Bool = false, _ run: @escaping @Sendable (Call, Database) throws -> Answer) -> ServiceAction {
        ServiceAction(kind: .list, needsWriter: needsWriter, run: run)
    }

    private init(kind: Kind, needsWriter: Bool, run: @escaping @Sendable (Call, Database) throws -> Answer) {
        (self.kind, self.needsWriter, self.run) = (kind, needsWriter, run)
    }

    /// The longest list, as in a feed of the thesis; and the length without a `limit`.
    static let (longestList, usualList) = (50, 20)

    /// Names are those of the thesis, where it has one.
    static let all: [String: ServiceAction] = looking.merging(people) { $1 }.merging(writing) { $1 }

    private static let looking: [String: ServiceAction] = [
        "post_consigliati": .reading { call, db in
            var chance = SeededRandomGenerator(seed: UInt64(Int(cutting: call.now.timeIntervalSince1970 / 900)))
            let ids = try StorySettings.current(db).recommended.draw(at: call.now, with: &chance, db)
            return .object([("posts", try PostElement.all(ids, for: call.writer, db))])
        },
        "piu_votate": .list { call, db in
            let (limit, after) = (try call.limit(), try call.after(StoryCard.byVoters))
            let found = try StoryCard.mostVoted(limit: limit + 1, after: after, at: call.now, db)
            return try cards(found, limit, \.placeByVoters, call, db)
        },
        "post_bacheca": .list(needsWriter: true) { call, db in
            let (limit, after) = (try call.limit(), try call.after(StoryCard.byTime))
            let found = try StoryCard.feed(of: call.me(), after: after, limit: limit + 1, at: call.now, db)
            return try cards(found, limit, \.placeByTime, call, db)
        },
        "storia": .reading { call, db in
            guard let branch = try Branch.best(of: call.number("id_root"), db) else { throw StoryRefusal.notFound }
            return try PostElement.all(branch.ids, for: call.writer, db)
        },
        "ramo": .reading { call, db in
            guard let fragment = try Fragment.find(call.number("id_post"), db),
                let branch = try Branch.through(fragment.id, of: fragment.story, db)
            else { throw StoryRefusal.notFound }
            return try PostElement.all(branch.ids, for: call.writer, db)
        },
        "risposte": .list { call, db in
            let (limit, after) = (try call.limit(), try call.after("id"))
            let fragment = try Fragment.visible(call.number("id_post"), db)
            let sql = "SELECT id FROM fragment WHERE parent = ? AND isHidden = 0 AND id > ? ORDER BY id LIMIT ?"
            let found = try Int64.fetchAll(db, sql: sql, arguments: [fragment.id, after?.id ?? 0, limit + 1])
            let (ids, next) = cut(found, limit) { ListPlace(order: "id", value: .null, id: $0) }
            let tree = try StoryTree(stored: fragment.story, db)
            let elements = try PostElement.all(ids, for: call.writer, db).list ?? []
            return Answer(json: .list(elements.map { withBestWeight($0, tree) }), next: next)
        },
        "cerca_storie": .list { call, db in
            let (limit, after) = (try call.limit(), try call.after(StoryCard.byVoters))
            let found = try StoryCard.search(call.text("q"), after: after, limit: limit + 1, at: call.now, db)
            return try cards(found, limit, \.placeByVoters, call, db)
        },
        "cerca_utenti": .list { call, db in
            let (limit, after) = (try call.limit(), try call.after("nickname"))
            let found = try Writer.searchByName(call.text("q"), after: after?.value.text, limit: limit + 1, db)
            let (writers, next) = cut(found, limit) { ListPlace(order: "nickname", value: ($0.nickname ?? "").databaseValue, id: $0.id) }
            return Answer(json: .list(writers.map(PostElement.person)), next: next)
        },
        "notifiche": .list(needsWriter: true) { call, db in
            let (limit, after) = (try call.limit(), try call.after("id"))
            let found = try StoryNotice.list(for: call.me(), before: after?.id, at: call.now, limit: limit + 1, db)
            let (notices, next) = cut(found, limit) { ListPlace(order: "id", value: .null, id: $0.id) }
            return Answer(json: .list(try notices.map { try element($0, call.words, db) }), next: next)
        },
    ]

    private static func withBestWeight(_ element: JSON, _ tree: StoryTree) -> JSON {
        guard case .object(let pairs) = element, let id = element["ID"]?.number else { return element }
        return .object(pairs + [(key: "best_weight", value: .number(tree.bestWeight(through: Int64(id))))])
    }

    private static func element(_ notice: StoryNotice, _ words: Words?, _ db: Database) throws -> JSON {
        let text = try words.map { try RenderedNotice(notice, $0, db).text }
        return .object([
            ("ID", .number(Int(notice.id))), ("type", .text(notice.kind.rawValue)), ("description", .optional(text)),
            ("post", number(notice.fragment)),
            ("user", number(notice.actor)), ("date", .text(PostElement.stamp(notice.at))), ("read", .flag(notice.readAt != nil)),
        ])
    }

    /// One item more than requested shows whether the list continues.
    static func cut<Item>(_ found: [Item], _ limit: Int, _ place: (Item) -> ListPlace) -> (items: [Item], next: ListPlace?) {
        found.count > limit ? (Array(found.prefix(limit)), place(found[limit - 1])) : (found, nil)
    }

    static func cards(
        _ found: [StoryCard], _ limit: Int, _ place: (StoryCard) -> ListPlace, _ call: Call, _ db: Database
    ) throws -> Answer {
        let (shown, next) = cut(found, limit, place)
        return Answer(json: try PostElement.all(shown.map(\.id), for: call.writer, db), next: next)
    }

    private static let writing: [String: ServiceAction] = [
        "nuovo_post_di_testo": .init(needsWriter: true) { call, db in
            let content = try FragmentContent(title: call.text("title"), body: .text(call.text("text_content")), isFirst: true)
            let fragment = try Fragment.start(content, by: call.me(), sending: sending(call, "start"), at: call.now, db)
            return .object([("id", .number(Int(fragment.id)))])
        },
        "risposta_testo": .init(needsWriter: true) { call, db in
            let parent = try call.number("id_parent")
            let content = try FragmentContent(title: call.text("title"), body: .text(call.text("text_content")), isFirst: false)
            let fragment = try Fragment.add(
                content, after: parent, by: call.me(), sending: sending(call, "add \(parent)"), at: call.now, db)
            return .object([("id", .number(Int(fragment.id))), ("id_root", .number(Int(fragment.story)))])
        },
        "vota": .sharing(needsWriter: true) { call, db in
            let vote = try Fragment.vote(for: call.number("id_post"), by: call.me(), at: call.now, db)
            return .object([("weight", .number(vote.weight)), ("is_best", .flag(vote.isBest))])
        },
        "segnala": .init(needsWriter: true) { call, db in
            guard let reason = Reason(rawValue: call.text("reason").isEmpty ? "other" : call.text("reason")) else {
                throw Problem.fieldInvalid("reason")
            }
            try Report.file(call.number("id_post"), reason, note: call.text("note"), by: call.me(), at: call.now, db)
            return .flag(true)
        },
        "segui": .init(needsWriter: true) { call, db in
            guard let me = try Writer.find(call.me(), db) else { throw StoryRefusal.loginNeeded }
            try me.follow(call.number("id_user"), at: call.now, db)
            return .flag(true)
        },
        "non_seguire": .init(needsWriter: true) { call, db in
            guard let me = try Writer.find(call.me(), db) else { throw StoryRefusal.loginNeeded }
            try me.unfollow(call.number("id_user"), db)
            return .flag(true)
        },
        "notifiche_lette": .init(needsWriter: true) { call, db in
            try StoryNotice.read(upTo: call.number("up_to_id"), by: call.me(), at: call.now, db)
            return .flag(true)
        },
    ]

    static func number(_ id: Int64?) -> JSON { id.map { JSON.number(Int($0)) } ?? .null }

    /// Names a sending: the program's `key`, else the content, because old programs repeat a batch whose answer was lost.
    static func sending(_ call: Call, _ place: String) -> String {
        let key = call.text("key")
        if !key.isEmpty { return "key " + String(key.prefix(200)) }
        let description = call.text("photo_description")
        let content =
            [place, call.text("title"), call.text("text_content"), call.data["photo"]?.text ?? ""]
            + (description.isEmpty ? [] : [description])
        let said = content.map { "\($0.utf8.count):\($0)" }.joined()
        return "same " + SHA256.hash(data: Data(said.utf8)).map { String($0, radix: 16) }.joined(separator: "-")
    }
}
