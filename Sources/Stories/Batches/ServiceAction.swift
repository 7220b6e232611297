import Admin
import Crypto
import Foundation
import GRDB
import Web

/// What a program asks for by a name, and whether somebody must have signed in for it.
struct ServiceAction: Sendable {
    struct Call: Sendable {
        let data: JSON
        /// Whoever signed in.
        let writer: Int64?
        /// What he signed in with, where that was a token.
        var session: Int64?
        let now: Date

        func text(_ name: String) -> String { TypedText.clean(Array((data[name]?.text ?? "").utf8)) }

        func number(_ name: String) throws -> Int64 {
            if let number = data[name]?.number { return Int64(number) }
            if let text = data[name]?.text, let number = Int64(text) { return number }
            throw Problem.fieldMissing(name)
        }

        /// Somebody, for the actions that need one.
        func me() throws -> Int64 {
            guard let writer else { throw Refusal.loginNeeded }
            return writer
        }
    }

    enum Problem: Error, Equatable {
        case fieldMissing(String)
        case fieldInvalid(String)
        /// With the number that programs know it by.
        case refused(code: Int, String)
    }

    let needsWriter: Bool
    let run: @Sendable (Call, Database) throws -> JSON

    /// By the names of the thesis where it tells them.
    static let all: [String: ServiceAction] = reading.merging(people) { $1 }.merging(writing) { $1 }

    private static let reading: [String: ServiceAction] = [
        "post_consigliati": .init(needsWriter: false) { call, db in
            var chance = SeededChance(seed: UInt64(call.now.timeIntervalSince1970 / 900))
            let ids = try StorySettings.current(db).recommended.draw(at: call.now, with: &chance, db)
            return .object([("posts", try PostElement.all(ids, for: call.writer, db))])
        },
        "piu_votate": .init(needsWriter: false) { call, db in
            try PostElement.all(StoryCard.mostVoted(limit: 50, at: call.now, db).map(\.id), for: call.writer, db)
        },
        "post_bacheca": .init(needsWriter: true) { call, db in
            try PostElement.all(StoryCard.feed(of: call.me(), at: call.now, db).map(\.id), for: call.writer, db)
        },
        "storia": .init(needsWriter: false) { call, db in
            guard let branch = try Branch.best(of: call.number("id_root"), db) else { throw Refusal.notFound }
            return try PostElement.all(branch.ids, for: call.writer, db)
        },
        "ramo": .init(needsWriter: false) { call, db in
            guard let fragment = try Fragment.find(call.number("id_post"), db),
                let branch = try Branch.through(fragment.id, of: fragment.story, db)
            else { throw Refusal.notFound }
            return try PostElement.all(branch.ids, for: call.writer, db)
        },
        "risposte": .init(needsWriter: false) { call, db in
            let fragment = try Fragment.visible(call.number("id_post"), db)
            return try PostElement.all(Fragment.continuations(of: fragment.id, db), for: call.writer, db)
        },
        "cerca_storie": .init(needsWriter: false) { call, db in
            try PostElement.all(StoryCard.search(call.text("q"), at: call.now, db).map(\.id), for: call.writer, db)
        },
        "cerca_utenti": .init(needsWriter: false) { call, db in
            .list(try Writer.searchByName(call.text("q"), db).map(PostElement.person))
        },
    ]

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
        "vota": .init(needsWriter: true) { call, db in
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
            guard let me = try Writer.find(call.me(), db) else { throw Refusal.loginNeeded }
            try me.follow(call.number("id_user"), at: call.now, db)
            return .flag(true)
        },
        "non_seguire": .init(needsWriter: true) { call, db in
            guard let me = try Writer.find(call.me(), db) else { throw Refusal.loginNeeded }
            try me.unfollow(call.number("id_user"), db)
            return .flag(true)
        },
        "notifiche": .init(needsWriter: true) { call, db in
            .list(
                try StoryNotice.list(for: call.me(), at: call.now, db).map { notice in
                    .object([
                        ("ID", .number(Int(notice.id))), ("type", .text(notice.kind.rawValue)),
                        ("post", number(notice.fragment)),
                        ("user", number(notice.actor)),
                        ("date", .text(PostElement.stamp(notice.at))), ("read", .flag(notice.readAt != nil)),
                    ])
                })
        },
        "notifiche_lette": .init(needsWriter: true) { call, db in
            try StoryNotice.read(upTo: call.number("up_to_id"), by: call.me(), at: call.now, db)
            return .flag(true)
        },
    ]

    static func number(_ id: Int64?) -> JSON { id.map { JSON.number(Int($0)) } ?? .null }

    /// The name of a sending: what the program calls it, or what it says. A program of the thesis sends the same batch again when the answer
    /// was lost, and names nothing.
    static func sending(_ call: Call, _ place: String) -> String {
        let key = call.text("key")
        if !key.isEmpty { return "key " + String(key.prefix(200)) }
        let said = [place, call.text("title"), call.text("text_content"), call.data["photo"]?.text ?? ""].map { "\($0.utf8.count):\($0)" }
            .joined()
        return "same " + SHA256.hash(data: Data(said.utf8)).map { String($0, radix: 16) }.joined(separator: "-")
    }
}
