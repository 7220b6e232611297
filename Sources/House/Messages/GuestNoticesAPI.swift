import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct GuestNoticesAPI: Sendable {
    let guests: GuestPages

    static let routes: [GuestRoute] = [
        GuestRoute(.get, "notices", "notices", .guest { try await Self(guests: $0).notices($1, $2) }) {
            $0.query = [("after", .whole(0, 1 << 53 - 1))]
            $0.answer = Shape.items(noticeShape)
            $0.answered = """
                {"items": [{"id": 31, "kind": "list_changed", "text": "Marta ha cambiato la lista.", "author": "Marta", \
                "created_at": "2026-11-21T10:00:00Z", "seen_at": null, "answer": null}]}
                """
        },
        GuestRoute(.post, "notices/{id}/answer", "answerNotice", .guest { try await Self(guests: $0).answer($1, $2) }) {
            $0.sent = Shape.sent(["answer": Shape.choice(answers)])
            ($0.example, $0.answer) = (#"{"answer": "update"}"#, noticeShape)
        },
        GuestRoute(.get, "events", "events", .guest { try HouseEventPages(guests: $0).events($1, $2) }) {
            ($0.answer, $0.answerType) = (Shape.text, "text/event-stream")
        },
    ]

    private static let answers = ["update", "dismiss"]
    private static let noticeShape = Shape.object([
        "id": Shape.whole, "kind": Shape.choice(["list_changed", "message"]), "text": Shape.text, "author": Shape.text,
        "created_at": Shape.moment, "seen_at": Shape.orNull(Shape.moment),
        "answer": .values(["enum": .list(answers.map(JSON.text) + [.null])]),
    ])

    private func notices(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let after = try APIQuery(request).number("after", in: 0...(1 << 53 - 1)) ?? 0
        let (words, guest) = (guests.words(person), person.guest.id)
        let items = try await guests.database.write { db in
            let all = try Notice.all(of: guest, db).filter { $0.id > after }
            for notice in all { try Notice.sent(notice.id, to: guest, at: .now, db) }
            return try all.map { try Self.json($0, guest, words, db) }
        }
        return .json(.items(items))
    }

    private func answer(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let id = try person.id()
        let (words, guest) = (guests.words(person), person.guest.id)
        var sent = try await SentValues(request, words)
        sent.need("answer")
        let answer = sent.choice("answer", of: Self.answers) ?? ""
        try sent.finish()
        return try await guests.database.write { db in
            guard let notice = try Notice.all(of: guest, db).first(where: { $0.id == id }) else { throw HTTPError(.notFound) }
            try Notice.answer(id, answer, by: guest, at: .now, db)
            return .json(try Self.json(notice, guest, words, db))
        }
    }

    private static func json(_ notice: Notice, _ guest: Int64, _ words: Words, _ db: Database) throws -> JSON {
        let sql = "SELECT seenAt, answer FROM noticeDelivery WHERE noticeID = ? AND guestID = ?"
        let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [notice.id, guest])
        return .values([
            "id": .id(notice.id), "kind": .text(notice.kind == "list" ? "list_changed" : notice.kind),
            "text": .text(notice.localized(words)),
            "author": .text(notice.author), "created_at": .moment(notice.createdAt), "seen_at": .moment(row?["seenAt"]),
            "answer": .optional(row?["answer"] as String?),
        ])
    }
}
